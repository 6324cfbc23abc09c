/* Which key does what, while the focus is in the viewer and not in a field. */

import { back, moveColumn, moveFinding, openEntity, togglePanel } from '../actions';
import type { Model } from '../model';
import { setOptions } from '../state';
import { PANELS } from './index';

/** Does what the key says; true when it was one of ours. */
export function onKey(model: Model, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { state } = model;
  if (event.key === 'Escape') {
    if (state.overlay.value === null && leavePane(event)) return true;
    if (!back(model)) state.host.leave?.();
    return true;
  }
  if (inField(event) || state.overlay.value !== null) return false;
  const panel = PANELS[Number(event.key) - 1];
  if (panel) {
    togglePanel(model, panel.name);
    return true;
  }
  const options = state.options.value;
  const does: Record<string, () => void> = {
    ArrowLeft: () => moveColumn(model, -1, other(model, event)),
    ArrowRight: () => moveColumn(model, 1, other(model, event)),
    ArrowUp: () => moveRow(event, -1),
    ArrowDown: () => enterPane(model, event) || moveRow(event, 1),
    '/': () => (state.overlay.value = 'search'),
    '?': () => (state.overlay.value = 'keys'),
    f: () => showFinding(model, 1),
    F: () => showFinding(model, -1),
    g: () => root(event)?.querySelector<HTMLElement>('[data-key="g"]')?.focus(),
    e: () => setOptions(state, { tidy: !options.tidy }),
    h: () => setOptions(state, { hints: !options.hints }),
    x: () => setOptions(state, { changesOnly: !options.changesOnly }),
    '[': () => setOptions(state, { together: false }),
    ']': () => setOptions(state, { together: true }),
    m: () => state.host.openMain?.(),
  };
  if (event.key === 'Enter') return enterPane(model, event) || openSelected(model, event);
  const action = does[event.key];
  action?.();
  return action !== undefined;
}

/** Goes to the next finding; where a panel is open, to its row. */
function showFinding(model: Model, by: 1 | -1): void {
  moveFinding(model, by);
  if (model.state.panel.value !== null) model.state.panel.value = 'findings';
}

/** From the strip into the pane of the stage that is shown there; false when the focus is elsewhere. */
function enterPane(model: Model, event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (!target.matches('.ce-stg[aria-pressed="true"]')) return false;
  const column = target.dataset['column'];
  const [a] = model.state.panes.value;
  const pane = root(event)?.querySelector(`[data-pane="${a.column === column ? 'A' : 'B'}"]`);
  const inside = pane?.querySelector<HTMLElement>(FOCUSABLE) ?? pane?.querySelector<HTMLElement>('button');
  inside?.focus();
  return inside != null;
}

/** What can be focused inside the body of a pane. */
const FOCUSABLE = '.ce-pb :is([tabindex="0"], button, select, input)';

/** From inside a pane back to its stage in the strip; false when the focus is elsewhere. */
function leavePane(event: KeyboardEvent): boolean {
  const pane = (event.target as HTMLElement).closest<HTMLElement>('[data-pane] .ce-pb')?.parentElement;
  const cells = root(event)?.querySelectorAll<HTMLElement>('.ce-stg[aria-pressed="true"]') ?? [];
  const cell = [...cells].find((one) => one.querySelector(`[data-letter="${pane?.dataset['pane']}"]`));
  if (!pane || !cell) return false;
  cell.focus();
  return true;
}

/** With shift the arrows move the pane that is not active. */
function other(model: Model, event: KeyboardEvent): 0 | 1 {
  const active = model.state.active.value;
  return event.shiftKey ? (active === 0 ? 1 : 0) : active;
}

/** Enter on a button is the button's own; a second Enter on what is selected opens it. */
function openSelected(model: Model, event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target.matches('button, select, summary') && target.getAttribute('aria-pressed') !== 'true') return false;
  const ref = model.state.selection.value[0];
  const entity = ref === undefined ? null : model.index.value.get(ref);
  if (entity) openEntity(model, entity);
  return entity !== null;
}

function inField(event: KeyboardEvent): boolean {
  return (event.target as HTMLElement).matches?.('input, textarea, select, [contenteditable="true"]') ?? false;
}

function root(event: KeyboardEvent): HTMLElement | null {
  return (event.currentTarget as HTMLElement | null)?.closest<HTMLElement>('.ce-root') ?? null;
}

/** Moves the focus to the row above or below inside the pane that has it. */
function moveRow(event: KeyboardEvent, by: 1 | -1): void {
  const target = event.target as HTMLElement;
  const pane = target.closest<HTMLElement>('.ce-pb, .ce-panel-body');
  if (!pane) return;
  const rows = [...pane.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])')].filter((row) => row.offsetParent);
  const own = rows.filter((row) => row.className === target.className || row === target);
  const all = own.length > 1 ? own : rows;
  const next = all[all.indexOf(target) + by] ?? (target === pane ? all[0] : undefined);
  next?.focus();
}
