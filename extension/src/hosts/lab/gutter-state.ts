/* What a cell's gutter shows, worked out from the marks and the text: fresh or stale, and where each mark stands. */

import { Facet, RangeSet, StateEffect, type StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, type GutterMarker } from '@codemirror/view';
import type { CardActions } from './card';
import { Hint, Mark, Stale } from './gutter-marks';
import { offsetIn, type CellMarks, type LineMark } from './marks';
import { hintOf, signOf } from './words';

/** What a cell's gutter shows. */
export interface GutterContent {
  readonly marks: CellMarks;
  readonly actions: CardActions;
}

/** Puts the marks of the cell into its editor; null takes them away. */
export const setGutter = StateEffect.define<GutterContent | null>();

export const openCard = StateEffect.define<OpenCard | null>();

/** The open card: its line, and whether a key or a click opened it, so that it has the focus and stays. */
export interface OpenCard {
  readonly from: number;
  readonly stays: boolean;
}

export interface Placed {
  readonly from: number;
  readonly mark: LineMark;
}

export interface Shown {
  readonly content: GutterContent | null;
  readonly stale: boolean;
  readonly placed: readonly Placed[];
  readonly gutter: RangeSet<GutterMarker>;
  readonly decorations: DecorationSet;
  readonly card: OpenCard | null;
}

export const EMPTY: Shown = {
  content: null,
  stale: false,
  placed: [],
  gutter: RangeSet.empty,
  decorations: Decoration.none,
  card: null,
};

export function show(content: GutterContent | null, doc: Text): Shown {
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
export function moved(shown: Shown, doc: Text, map: (at: number) => number): Shown {
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

/** The state of one editor's gutter. */
export type GutterField = StateField<Shown>;

/** How an editor's gutter is found from outside of it. */
export const gutterOf = Facet.define<GutterField, GutterField | null>({ combine: (given) => given[0] ?? null });
