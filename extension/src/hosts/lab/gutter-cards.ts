/* The cards of a cell's lines: opened by pointer, click or key, closed when the pointer or the reader goes. */

import type { EditorState } from '@codemirror/state';
import { EditorView, type Tooltip } from '@codemirror/view';
import { cardOf } from './card';
import { openCard, type GutterField, type Placed, type Shown } from './gutter-state';
import type { LineMark } from './marks';
import { signOf } from './words';

function placedAt(shown: Shown, from: number): Placed | null {
  return shown.placed.find((one) => one.from === from && tellsMore(one.mark)) ?? null;
}

function tellsMore(mark: LineMark): boolean {
  return signOf(mark) !== null || mark.graphs.length > 0;
}

function tooltip(shown: Shown, placed: Placed, focus: boolean): Tooltip {
  const { content, stale } = shown;
  return {
    pos: placed.from,
    above: false,
    create: (view) => {
      const dom = cardOf(placed.mark, stale, content!.actions, focus);
      dom.setAttribute('data-lm-suppress-shortcuts', 'true'); // its keys are not the notebook's
      dom.addEventListener('keydown', ({ key }) => key === 'Escape' && close(view));
      return { dom };
    },
  };
}

/** The card while the pointer rests on the code of a line with a sign. */
export function cardAt(state: EditorState, field: GutterField, at: number): Tooltip | null {
  const shown = state.field(field);
  const placed = placedAt(shown, state.doc.lineAt(at).from);
  return placed && signOf(placed.mark) && shown.card === null ? tooltip(shown, placed, false) : null;
}

export function cardOpen(shown: Shown): readonly Tooltip[] {
  const placed = shown.card === null ? null : placedAt(shown, shown.card.from);
  return placed ? [tooltip(shown, placed, shown.card?.stays === true)] : [];
}

export function toggleCard(view: EditorView, field: GutterField, from: number): boolean {
  const { card, ...shown } = view.state.field(field);
  if (!placedAt({ ...shown, card }, from)) return false;
  const isOpen = card?.stays === true && card.from === from;
  view.dispatch({ effects: openCard.of(isOpen ? null : { from, stays: true }) });
  return true;
}

export function closeCard(view: EditorView, field: GutterField): boolean {
  if (view.state.field(field).card === null) return false;
  close(view);
  return true;
}

function close(view: EditorView): void {
  view.dispatch({ effects: openCard.of(null) });
  view.focus();
}

/** Milliseconds that the pointer rests before a card opens, and is away before it closes. */
export const PAUSE = 150;
const timers = new WeakMap<EditorView, number>();

export function isHint(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.classList.contains('ce-cell-hint');
}

function later(view: EditorView, then: () => void): false {
  clearTimeout(timers.get(view));
  timers.set(view, window.setTimeout(then, PAUSE));
  return false;
}

export function pointAt(view: EditorView, field: GutterField, at: number): false {
  const { from } = view.state.doc.lineAt(at);
  return later(view, () => {
    const shown = view.state.field(field, false);
    const isSame = shown?.card?.from === from;
    if (shown && placedAt(shown, from) && !isSame) view.dispatch({ effects: openCard.of({ from, stays: false }) });
  });
}

/** A card that only the pointer opened closes when the pointer leaves both its line and the card. */
export function pointAway(view: EditorView, field: GutterField): false {
  return later(view, () => {
    const card = view.state.field(field, false)?.card;
    if (!card || card.stays) return;
    if (document.querySelector('.ce-cell-card:hover')) pointAway(view, field);
    else view.dispatch({ effects: openCard.of(null) });
  });
}

/** Moves the cursor to the next line with a sign and opens its card; false after the last one, so that others may act. */
export function nextMark(view: EditorView, field: GutterField, step: 1 | -1): boolean {
  const shown = view.state.field(field);
  const here = view.state.doc.lineAt(view.state.selection.main.head).from;
  const signs = shown.placed.filter(({ mark }) => signOf(mark));
  const ahead = signs.filter(({ from }) => (step > 0 ? from > here : from < here));
  const next = step > 0 ? ahead[0] : ahead.at(-1);
  return goTo(view, next ?? (shown.card === null ? signs.find(({ from }) => from === here) : undefined));
}

/** The same from outside, into a cell from above or from below. */
export function firstMark(view: EditorView, field: GutterField, step: 1 | -1): boolean {
  const signs = view.state.field(field).placed.filter(({ mark }) => signOf(mark));
  return goTo(view, step > 0 ? signs[0] : signs.at(-1));
}

function goTo(view: EditorView, goal: Placed | undefined): boolean {
  if (!goal) return false;
  view.dispatch({
    selection: { anchor: goal.from },
    effects: openCard.of({ from: goal.from, stays: true }),
    scrollIntoView: true,
  });
  return true;
}
