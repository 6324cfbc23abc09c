/* The cut between forward and backward, by source line: ops, what is saved for the backward, ops of the backward. No DOM. */

import { byteSize } from '../../lib/format';
import { isCall, parseRef, type Compilation, type Graph, type Node, type ReportIndex } from '../../report';

/** A tensor that the forward keeps for the backward. */
export interface Saved {
  readonly ref: string;
  readonly node: Node;
  readonly bytes: number | null;
  /** An input of the function: its caller holds it anyway. */
  readonly held: boolean;
  /** What it is: `parameter`, `input`, `activation`; empty when torch does not say. */
  readonly kind: string;
  /** How many ops of the backward read it. */
  readonly uses: number;
}

/** A line of user code; `line` null gathers what belongs to none. */
export interface CutRow {
  readonly file: string | null;
  readonly line: number | null;
  readonly source: string;
  readonly forward: readonly Node[];
  readonly saved: readonly Saved[];
  readonly backward: readonly Node[];
  /** What of the backward the forward had computed already. */
  readonly again: readonly Node[];
}

/** A kept tensor from the op of the forward that made it to the first one of the backward that reads it. */
export interface Crossing {
  readonly ref: string;
  readonly name: string;
  readonly bytes: number | null;
  readonly from: number;
  /** Counted from the end of the backward. */
  readonly to: number;
}

/** The joint graph in small: how many ops each side has, what crosses, and which ops are computed again. */
export interface CutMap {
  readonly forward: number;
  readonly backward: number;
  readonly crossings: readonly Crossing[];
  readonly again: readonly number[];
}

export interface Cut {
  readonly rows: readonly CutRow[];
  /** What is kept only for the backward; null when a size is unknown. */
  readonly bytes: number | null;
  readonly count: number;
  readonly map: CutMap;
}

/** The cut of one compilation, or null when it has no backward. */
export function cutOf(compilation: Compilation, index: ReportIndex): Cut | null {
  const forward = aotGraph(compilation, 'fwd');
  const backward = aotGraph(compilation, 'bwd');
  if (!forward || !backward) return null;
  const rows = new Map<string, { first: Node; forward: Node[]; saved: Saved[]; backward: Node[] }>();
  const rowOf = (user: Node) => {
    const key = user.place?.line == null ? '' : `${user.place.file}:${user.place.line}`;
    const row = rows.get(key) ?? { first: user, forward: [], saved: [], backward: [] };
    rows.set(key, row);
    return row;
  };
  for (const node of forward.nodes.filter(isCall)) rowOf(node).forward.push(node);
  for (const saved of savedTensors(forward, backward, index)) {
    rowOf(saved.held ? (firstUser(saved.node, forward) ?? saved.node) : saved.node).saved.push(saved);
  }
  for (const node of backward.nodes.filter(isCall)) rowOf(node).backward.push(node);
  const all = [...rows.values()];
  const kept = all.flatMap((row) => row.saved);
  return {
    rows: all.map(finish).sort(byLine),
    bytes: total(kept.filter((one) => !one.held)),
    count: kept.length,
    map: mapOf(forward, backward, kept, index),
  };
}

function mapOf(forward: Graph, backward: Graph, kept: readonly Saved[], index: ReportIndex): CutMap {
  const ahead = forward.nodes.filter(isCall);
  const back = backward.nodes.filter(isCall).reverse();
  const crossings = kept
    .filter((saved) => saved.kind !== 'parameter')
    .map(({ ref, node, bytes }) => {
      const inputs = [...index.targets(ref)];
      const first = back.findLastIndex((user) => user.inputs.some((input) => inputs.includes(input)));
      return { ref, name: node.name, bytes, from: Math.max(0, ahead.indexOf(node)), to: Math.max(0, first) };
    });
  const again = back.flatMap((node, at) => (node.attributes['recomputed'] === true ? [at] : []));
  return { forward: ahead.length, backward: back.length, crossings, again };
}

function aotGraph(compilation: Compilation, direction: string): Graph | null {
  const records = compilation.stages.filter((stage) => stage.stage === 'aot' && stage.direction === direction);
  return records.flatMap((stage) => stage.graphs).at(-1) ?? null;
}

function savedTensors(forward: Graph, backward: Graph, index: ReportIndex): readonly Saved[] {
  const uses = new Map<string, number>();
  for (const node of backward.nodes) for (const input of node.inputs) uses.set(input, (uses.get(input) ?? 0) + 1);
  return forward.nodes.flatMap((node) => {
    const kept = [...index.targets(node.ref)].find(
      (ref) => parseRef(ref)?.direction === 'bwd' && parseRef(ref)?.stage === 'aot',
    );
    if (kept === undefined) return [];
    const [spec] = node.specs;
    const held = node.op === 'placeholder';
    const kind = node.attributes['kept_as'];
    return [
      {
        ref: node.ref,
        node,
        bytes: spec ? byteSize(spec) : null,
        held,
        kind: typeof kind === 'string' ? kind : '',
        uses: uses.get(kept) ?? 0,
      },
    ];
  });
}

/** The op that reads an input first: the input stands beside its line. */
function firstUser(input: Node, graph: Graph): Node | null {
  return graph.nodes.find((node) => isCall(node) && node.inputs.includes(input.ref)) ?? null;
}

function finish({ first, ...row }: { first: Node; forward: Node[]; saved: Saved[]; backward: Node[] }): CutRow {
  const place = first.place;
  const again = row.backward.filter((node) => node.attributes['recomputed'] === true);
  return { file: place?.file ?? null, line: place?.line ?? null, source: place?.source ?? '', ...row, again };
}

function byLine(a: CutRow, b: CutRow): number {
  return (a.line ?? Infinity) - (b.line ?? Infinity) || 0;
}

function total(saved: readonly Saved[]): number | null {
  return saved.reduce<number | null>((sum, one) => (sum === null || one.bytes === null ? null : sum + one.bytes), 0);
}
