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
    ArrowDown: () => moveRow(event, 1),
    '/': () => (state.overlay.value = 'search'),
    '?': () => (state.overlay.value = 'keys'),
    f: () => moveFinding(model, 1),
    F: () => moveFinding(model, -1),
    g: () => root(event)?.querySelector<HTMLElement>('[data-key="g"]')?.focus(),
    e: () => setOptions(state, { tidy: !options.tidy }),
    h: () => setOptions(state, { hints: !options.hints }),
    x: () => setOptions(state, { changesOnly: !options.changesOnly }),
    '[': () => setOptions(state, { together: false }),
    ']': () => setOptions(state, { together: true }),
    m: () => state.host.openMain?.(),
  };
  if (event.key === 'Enter') return openSelected(model, event);
  const action = does[event.key];
  action?.();
  return action !== undefined;
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
