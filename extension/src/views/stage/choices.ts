/* What a stage pane can show of its column: the modes there are, and the items of each. No DOM. */

import type { ColumnData, Graph, Listing, Pass } from '../../report';
import { parseRef } from '../../report';
import type { Mode, PaneChoice } from '../../state';

/** Something to pick inside a pane. */
export interface Item {
  readonly ref: string;
  readonly label: string;
}

export const MODES: Readonly<Record<Mode, string>> = {
  graph: 'Graph',
  listing: 'Text',
  steps: 'Steps',
  table: 'Table',
};

/** The modes that have something to show, the most telling first. */
export function modesOf(data: ColumnData): readonly Mode[] {
  const modes: Mode[] = [];
  if (data.graphs.length > 0) modes.push('graph');
  if (data.column !== 'fusion' && (data.listings.length > 0 || data.graphs.some((graph) => graph.text !== null))) {
    modes.push('listing');
  }
  if (data.steps.length > 0) modes.push('steps');
  if (hasTable(data)) modes.push('table');
  return data.column === 'fusion' ? ['table', ...modes.filter((mode) => mode !== 'table')] : modes;
}

function hasTable(data: ColumnData): boolean {
  if (data.column === 'fusion' || data.column === 'code') return data.kernels.length > 0;
  if (data.column === 'machine' || data.column === 'run') return data.state === 'done';
  return isTraining(data);
}

/** Whether the column is that of AOTAutograd with a backward: the cut between the two is its table. */
function isTraining(data: ColumnData): boolean {
  return data.column === 'aot' && data.graphs.some((graph) => parseRef(graph.ref)?.direction === 'joint');
}

/** The mode that is shown: the chosen one when there is something in it. */
export function modeOf(data: ColumnData, choice: PaneChoice): Mode | null {
  const modes = modesOf(data);
  return choice.mode !== null && modes.includes(choice.mode) ? choice.mode : (modes[0] ?? null);
}

/** The graph that is shown: the chosen one, else that of the pass, else the last. */
export function graphOf(data: ColumnData, choice: PaneChoice, pass: Pass): Graph | null {
  const chosen = data.graphs.find((graph) => graph.ref === choice.item);
  const ofPass = data.graphs.filter((graph) => parseRef(graph.ref)?.direction === pass);
  return chosen ?? ofPass.at(-1) ?? data.graphs.at(-1) ?? null;
}

const DIRECTIONS = { dynamo: '', joint: 'joint', fwd: 'forward', bwd: 'backward' } as const;

/** The graphs of a column by name: `joint`, `forward`, `pre-grad before`. */
export function graphItems(data: ColumnData): readonly Item[] {
  return data.graphs.map((graph) => ({ ref: graph.ref, label: graphLabel(graph.ref, graph.name) }));
}

export function graphLabel(ref: string, name: string): string {
  const parts = parseRef(ref);
  if (!parts) return name;
  const stage = { pre_grad: 'pre-grad', post_grad: 'post-grad' }[parts.stage] ?? '';
  const own = name === 'graph' ? '' : name;
  const direction = parts.stage === 'post_grad' && parts.direction === 'fwd' ? '' : DIRECTIONS[parts.direction];
  return [direction, stage, own].filter(Boolean).join(' ') || name;
}

/** The listings of a column that stand alone; of code, the kernels and the wrapper stand together and are not here. */
export function textItems(data: ColumnData): readonly Item[] {
  const graphs = data.graphs.filter((graph) => graph.text !== null);
  return [
    ...graphs.map((graph) => ({
      ref: graph.ref,
      label: `${graphLabel(graph.ref, graph.name)} graph`.replace('graph graph', 'graph'),
    })),
    ...data.listings.map((listing) => ({ ref: listing.ref, label: listing.name.replaceAll('_', ' ') })),
  ];
}

/** What the chosen text is: a graph's own rendering, or a listing. */
export function textOf(data: ColumnData, choice: PaneChoice, pass: Pass): Graph | Listing | null {
  const listing = data.listings.find((one) => one.ref === choice.item);
  if (listing) return listing;
  const graph = graphOf(data, choice, pass);
  return graph?.text != null ? graph : (data.listings[0] ?? null);
}
