/* The gutter of a notebook cell's editor: marks and bands beside the lines, a hint at the right, a card on hover or key. */

import { RangeSet, StateEffect, StateField, type EditorState, type Extension, type Text } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutter,
  hoverTooltip,
  keymap,
  showTooltip,
  WidgetType,
  type DecorationSet,
  type Tooltip,
} from '@codemirror/view';
import { cardOf, type CardActions } from './card';
import { offsetIn, type CellMarks, type LineMark } from './marks';
import { hintOf, signOf } from './words';

/** What a cell's gutter shows. */
export interface GutterContent {
  readonly marks: CellMarks;
  readonly actions: CardActions;
}

/** Puts the marks of the cell into its editor; null takes them away. */
export const setGutter = StateEffect.define<GutterContent | null>();

const openCard = StateEffect.define<OpenCard | null>();

/** The open card: its line, and whether a key or a click opened it, so that it has the focus and stays. */
interface OpenCard {
  readonly from: number;
  readonly stays: boolean;
}

interface Placed {
  readonly from: number;
  readonly mark: LineMark;
}

interface Shown {
  readonly content: GutterContent | null;
  readonly stale: boolean;
  readonly placed: readonly Placed[];
  readonly gutter: RangeSet<GutterMarker>;
  readonly decorations: DecorationSet;
  readonly card: OpenCard | null;
}

const EMPTY: Shown = {
  content: null,
  stale: false,
  placed: [],
  gutter: RangeSet.empty,
  decorations: Decoration.none,
  card: null,
};

/** The editor extension of one cell, with what is known of the cell when its editor is made. */
export function gutterExtension(known: GutterContent | null): Extension {
  const field = StateField.define<Shown>({
    create: (state) => show(known, state.doc),
    update(shown, transaction) {
      for (const effect of transaction.effects) {
        if (effect.is(setGutter)) shown = show(effect.value, transaction.state.doc);
        if (effect.is(openCard)) shown = { ...shown, card: effect.value };
      }
      if (!transaction.docChanged || !shown.content) return shown;
      const fresh = show(shown.content, transaction.state.doc);
      return fresh.stale ? moved(shown, transaction.state.doc, (at) => transaction.changes.mapPos(at)) : fresh;
    },
    provide: (self) => [
      EditorView.decorations.from(self, (shown) => shown.decorations),
      showTooltip.computeN([self], (state) => cardOpen(state.field(self))),
      EditorView.editorAttributes.from(self, (shown): Record<string, string> => {
        if (!shown.content) return {};
        return { class: shown.stale ? 'ce-marked ce-stale' : 'ce-marked' };
      }),
    ],
  });
  return [
    field,
    gutter({
      class: 'ce-cell-gutter',
      markers: (view) => view.state.field(field).gutter,
      domEventHandlers: {
        click: (view, line) => toggleCard(view, field, line.from),
        mouseover: (view, line) => pointAt(view, field, line.from),
        mouseout: (view) => pointAway(view, field),
      },
    }),
    hoverTooltip((view, at) => cardAt(view.state, field, at), { hoverTime: PAUSE }),
    EditorView.domEventHandlers({
      mouseover: ({ target }, view) => isHint(target) && pointAt(view, field, view.posAtDOM(target)),
      mouseout: ({ target }, view) => isHint(target) && pointAway(view, field),
    }),
    keymap.of([
      { key: 'Alt-F8', run: (view) => nextMark(view, field, 1) },
      { key: 'Shift-Alt-F8', run: (view) => nextMark(view, field, -1) },
      { key: 'Escape', run: (view) => closeCard(view, field) },
    ]),
  ];
}

function show(content: GutterContent | null, doc: Text): Shown {
  if (!content) return EMPTY;
  const { marks } = content;
  const offset = marks.text === null ? 0 : offsetIn(doc.toString(), marks.text);
  const placed: Placed[] = [];
  for (const mark of marks.lines) {
    const line = mark.line + (offset ?? 0);
    if (line >= 1 && line <= doc.lines) placed.push({ from: doc.line(line).from, mark });
  }
  return draw(content, offset === null, placed, doc);
}

/** The marks of an edited cell, at the lines that their code has moved to. */
function moved(shown: Shown, doc: Text, map: (at: number) => number): Shown {
  const placed = shown.placed.map(({ from, mark }) => ({ from: doc.lineAt(map(from)).from, mark }));
  return draw(shown.content!, true, placed, doc);
}

function draw(content: GutterContent, stale: boolean, placed: readonly Placed[], doc: Text): Shown {
  const ordered = onePerLine(placed);
  const gutterMarks = ordered.map(({ from, mark }) => new Mark(mark, stale).range(from));
  const lines = ordered.filter(({ mark }) => mark.breaks.length > 0);
  const decorations = [
    ...lines.map(({ from }) => Decoration.line({ class: 'ce-cell-break' }).range(from)),
    ...ordered.flatMap(({ from, mark }) => hint(mark, stale, doc.lineAt(from).to)),
    ...(stale ? [Decoration.widget({ widget: new Stale(content.actions), side: 2 }).range(doc.line(1).to)] : []),
  ];
  return {
    content,
    stale,
    placed: ordered,
    gutter: RangeSet.of(gutterMarks, true),
    decorations: Decoration.set(decorations, true),
    card: null,
  };
}

/** Lines that an edit has joined keep the mark that says most. */
function onePerLine(placed: readonly Placed[]): Placed[] {
  const lines = new Map<number, Placed>();
  for (const one of placed) {
    const other = lines.get(one.from);
    if (!other || (signOf(one.mark) && !signOf(other.mark))) lines.set(one.from, one);
  }
  return [...lines.values()].sort((a, b) => a.from - b.from);
}

function hint(mark: LineMark, stale: boolean, at: number) {
  const text = stale ? '' : hintOf(mark);
  return text ? [Decoration.widget({ widget: new Hint(text), side: 1 }).range(at)] : [];
}

/** What stands beside one line: a sign or a graph's chip, and the band. */
class Mark extends GutterMarker {
  constructor(
    readonly mark: LineMark,
    readonly stale: boolean,
  ) {
    super();
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Mark && other.mark === this.mark && other.stale === this.stale;
  }

  override toDOM(): Node {
    const { mark } = this;
    const element = document.createElement('div');
    element.className = `ce-cell-mark${mark.breaks.length > 0 ? ' ce-half' : ''}`;
    const sign = signOf(mark);
    if (sign) element.append(signElement(sign.kind, sign.words));
    else if (mark.first) element.append(chip(mark.graphs));
    const [graph] = mark.graphs;
    if (graph !== undefined) element.append(band(graph));
    return element;
  }
}

function signElement(kind: string, words: string): HTMLElement {
  const sign = document.createElement('span');
  sign.className = `ce-cell-sign ce-cell-sign-${kind}`;
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', words);
  return sign;
}

function chip(graphs: readonly number[]): HTMLElement {
  const element = document.createElement('span');
  element.className = `ce-cell-chip ce-hue-${hue(graphs[0] ?? 1)}`;
  element.textContent = graphs.length > 1 ? `${graphs[0]}+` : String(graphs[0]);
  element.title = graphs.length > 1 ? `graphs ${graphs.join(', ')}` : `graph ${graphs[0]}`;
  return element;
}

function band(graph: number): HTMLElement {
  const element = document.createElement('span');
  element.className = `ce-cell-band ce-hue-${hue(graph)}`;
  return element;
}

/** Hue and pattern repeat after five; the number does not. */
function hue(graph: number): number {
  return ((graph - 1) % 5) + 1;
}

class Hint extends WidgetType {
  constructor(readonly text: string) {
    super();
  }

  override eq(other: Hint): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'ce-cell-hint';
    element.textContent = this.text;
    return element;
  }
}

class Stale extends WidgetType {
  constructor(readonly actions: CardActions) {
    super();
  }

  override eq(): boolean {
    return true;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'ce-cell-hint';
    const badge = document.createElement('span');
    badge.className = 'ce-stale-badge';
    badge.textContent = 'stale';
    badge.title = 'The cell was edited after it was explained.';
    const again = document.createElement('button');
    again.type = 'button';
    again.textContent = 'explain again';
    again.addEventListener('mousedown', (event) => event.preventDefault());
    again.addEventListener('click', () => this.actions.explainAgain());
    element.append(badge, again);
    return element;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function placedAt(shown: Shown, from: number): Placed | null {
  return shown.placed.find((one) => one.from === from && tellsMore(one.mark)) ?? null;
}

function tellsMore(mark: LineMark): boolean {
  return signOf(mark) !== null || mark.graphs.length > 0;
}

function tooltip(view: Shown, placed: Placed, focus: boolean): Tooltip {
  const { content, stale } = view;
  return {
    pos: placed.from,
    above: false,
    create: () => ({ dom: cardOf(placed.mark, stale, content!.actions, focus) }),
  };
}

/** The card while the pointer rests on the code of a line with a sign. */
function cardAt(state: EditorState, field: StateField<Shown>, at: number): Tooltip | null {
  const shown = state.field(field);
  const placed = placedAt(shown, state.doc.lineAt(at).from);
  return placed && signOf(placed.mark) && shown.card === null ? tooltip(shown, placed, false) : null;
}

function cardOpen(shown: Shown): readonly Tooltip[] {
  const placed = shown.card === null ? null : placedAt(shown, shown.card.from);
  return placed ? [tooltip(shown, placed, shown.card?.stays === true)] : [];
}

function toggleCard(view: EditorView, field: StateField<Shown>, from: number): boolean {
  const { card, ...shown } = view.state.field(field);
  if (!placedAt({ ...shown, card }, from)) return false;
  const isOpen = card?.stays === true && card.from === from;
  view.dispatch({ effects: openCard.of(isOpen ? null : { from, stays: true }) });
  return true;
}

function closeCard(view: EditorView, field: StateField<Shown>): boolean {
  if (view.state.field(field).card === null) return false;
  view.dispatch({ effects: openCard.of(null) });
  view.focus();
  return true;
}

/** Milliseconds that the pointer rests before a card opens, and is away before it closes. */
const PAUSE = 150;
const timers = new WeakMap<EditorView, number>();

function isHint(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.classList.contains('ce-cell-hint');
}

function later(view: EditorView, then: () => void): false {
  clearTimeout(timers.get(view));
  timers.set(view, window.setTimeout(then, PAUSE));
  return false;
}

function pointAt(view: EditorView, field: StateField<Shown>, at: number): false {
  const { from } = view.state.doc.lineAt(at);
  return later(view, () => {
    const shown = view.state.field(field, false);
    const isSame = shown?.card?.from === from;
    if (shown && placedAt(shown, from) && !isSame) view.dispatch({ effects: openCard.of({ from, stays: false }) });
  });
}

/** A card that only the pointer opened closes when the pointer leaves both its line and the card. */
function pointAway(view: EditorView, field: StateField<Shown>): false {
  return later(view, () => {
    const card = view.state.field(field, false)?.card;
    if (!card || card.stays) return;
    if (document.querySelector('.ce-cell-card:hover')) pointAway(view, field);
    else view.dispatch({ effects: openCard.of(null) });
  });
}

/** Moves the cursor to the next line with a sign and opens its card; false after the last one, so that others may act. */
function nextMark(view: EditorView, field: StateField<Shown>, step: 1 | -1): boolean {
  const shown = view.state.field(field);
  const here = view.state.doc.lineAt(view.state.selection.main.head).from;
  const signs = shown.placed.filter(({ mark }) => signOf(mark));
  const ahead = signs.filter(({ from }) => (step > 0 ? from > here : from < here));
  const next = step > 0 ? ahead[0] : ahead.at(-1);
  const goal = next ?? (shown.card === null ? signs.find(({ from }) => from === here) : undefined);
  if (!goal) return false;
  view.dispatch({
    selection: { anchor: goal.from },
    effects: openCard.of({ from: goal.from, stays: true }),
    scrollIntoView: true,
  });
  return true;
}
