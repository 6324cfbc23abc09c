/* What a key or a button does, so that each has the other: moving between stages, findings, panels, and back. */

import { select, type Model } from './model';
import { COLUMNS, orderFindings, type Column, type Entity } from './report';
import type { PaneChoice } from './state';

/** Changes what one of the two stage panes shows. */
export function setPane(model: Model, at: 0 | 1, change: Partial<PaneChoice>): void {
  const { panes } = model.state;
  const [a, b] = panes.value;
  panes.value = at === 0 ? [{ ...a, ...change }, b] : [a, { ...b, ...change }];
}

/** Shows `column` in a pane; its own choices are forgotten when the column changes. */
export function showColumn(model: Model, column: Column, at: 0 | 1 = model.state.active.value): void {
  if (model.state.panes.value[at].column !== column) setPane(model, at, { column, mode: null, item: null });
  model.state.active.value = at;
}

/** Moves a pane along the pipeline; at the ends it stays. */
export function moveColumn(model: Model, by: 1 | -1, at: 0 | 1): void {
  const here = COLUMNS.indexOf(model.state.panes.value[at].column);
  const next = COLUMNS[here + by];
  if (next !== undefined) showColumn(model, next, at);
}

/** Where an entity is shown: its column, as graph or as text, and the item inside. */
export function paneFor(entity: Entity): PaneChoice | null {
  const stage = entity.stage?.stage;
  if (entity.kind === 'graph') return { column: columnOfStage(stage, 'graph'), mode: null, item: entity.ref };
  if (entity.kind === 'node') return { column: columnOfStage(stage, 'graph'), mode: null, item: entity.graph.ref };
  if (entity.kind === 'listing') return { column: columnOfStage(stage, 'text'), mode: 'listing', item: entity.ref };
  if (entity.kind === 'step') return { column: columnOfStage(stage, 'text'), mode: 'steps', item: entity.ref };
  if (entity.kind === 'kernel' || entity.kind === 'call') return { column: 'code', mode: 'listing', item: null };
  return null;
}

const HOME: Readonly<Record<string, Column>> = {
  dynamo: 'dynamo',
  aot: 'aot',
  pre_grad: 'passes',
  post_grad: 'passes',
  passes: 'passes',
  joint: 'passes',
  provenance: 'fusion',
  inductor: 'fusion',
  codegen: 'code',
  triton: 'code',
};

function columnOfStage(stage: string | undefined, as: 'graph' | 'text'): Column {
  if (stage === 'dynamo' && as === 'graph') return 'fx';
  return HOME[stage ?? ''] ?? 'dynamo';
}

const PANEL: Partial<Record<Entity['kind'], string>> = {
  guard: 'guards',
  finding: 'findings',
  span: 'timeline',
  row: 'ledger',
};

/** Opens the selected entity: its stage in the active pane, or its panel. */
export function openEntity(model: Model, entity: Entity): void {
  const panel = PANEL[entity.kind];
  if (panel !== undefined) model.state.panel.value = panel;
  const choice = paneFor(entity);
  if (!choice) return;
  const { panes, active } = model.state;
  const showing = panes.value.findIndex((pane) => pane.column === choice.column);
  const at = showing === -1 ? active.value : (showing as 0 | 1);
  setPane(model, at, choice);
  active.value = at;
}

/** Selects the finding after or before the selected one, in order of weight. */
export function moveFinding(model: Model, by: 1 | -1): void {
  const all = orderFindings(model.report.value);
  if (all.length === 0) return;
  const here = all.findIndex((finding) => model.selected.value.has(finding.ref));
  const next = here === -1 ? (by === 1 ? 0 : all.length - 1) : (here + by + all.length) % all.length;
  select(model, [all[next]!.ref]);
}

/** Goes one level back: closes the overlay, else clears the selection; false when there was nothing to go back from. */
export function back(model: Model): boolean {
  const { overlay, selection, alone } = model.state;
  if (overlay.value !== null) overlay.value = null;
  else if (alone.value !== null) alone.value = null;
  else if (selection.value.length > 0) selection.value = [];
  else return false;
  return true;
}

/** Opens a panel, or closes it when it is open. */
export function togglePanel(model: Model, name: string): void {
  const { panel } = model.state;
  panel.value = panel.value === name ? null : name;
}
