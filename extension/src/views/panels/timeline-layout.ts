/* The flame chart's geometry: which span stands in which row, and which part of the time is shown. No DOM. */

import { gather } from '../../lib/gather';
import { showFunction, type Compilation, type Report, type Span } from '../../report';

/** A bar: a span in a row of a lane. */
export interface Bar {
  readonly span: Span;
  readonly row: number;
  readonly name: string;
  readonly compile: string | null;
}

export interface Lane {
  readonly name: string;
  readonly rows: number;
  readonly bars: readonly Bar[];
}

export interface Timeline {
  readonly lanes: readonly Lane[];
  readonly start: number;
  readonly end: number;
}

/** The compile's spans in lanes: the main thread nested by depth, then one lane a worker. Gaps between compiles stay. */
export function timeline(report: Report): Timeline {
  const lanes = new Map<string, { span: Span; compile: Compilation | null }[]>();
  const take = (span: Span, compile: Compilation | null) => {
    const lane = span.lane ?? '';
    gather(lanes, lane, { span, compile });
  };
  for (const compile of report.compilations) {
    for (const stage of compile.stages) for (const span of stage.spans) take(span, compile);
  }
  for (const span of report.spans) take(span, null);
  const made = [...lanes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, spans]) => laneOf(name, spans));
  const bars = made.flatMap((lane) => lane.bars.map((bar) => bar.span));
  const start = bars.reduce((least, span) => Math.min(least, span.start), Infinity);
  const end = bars.reduce((most, span) => Math.max(most, span.start + span.seconds), 0);
  return { lanes: made, start: start < end / 10 ? 0 : Math.min(start, end), end };
}

function laneOf(name: string, spans: readonly { span: Span; compile: Compilation | null }[]): Lane {
  const sorted = withoutWrappers(spans).sort((a, b) => a.span.start - b.span.start || b.span.seconds - a.span.seconds);
  const ends: number[] = [];
  const rowOf = new Map<string, number>();
  const bars = sorted.map(({ span, compile }) => {
    const least = span.parent !== null && rowOf.has(span.parent) ? rowOf.get(span.parent)! + 1 : 0;
    let row = least;
    while ((ends[row] ?? -Infinity) > span.start + 1e-9) row += 1;
    ends[row] = span.start + span.seconds;
    rowOf.set(span.ref, row);
    return { span, row, name: barName(span, row, compile), compile: compile?.key ?? null };
  });
  return { name: name || 'main', rows: ends.length, bars };
}

/** Leaves out a span that does nothing but hold another of nearly its length: its children belong to its parent. */
function withoutWrappers<T extends { readonly span: Span }>(spans: readonly T[]): T[] {
  const byRef = new Map(spans.map((one) => [one.span.ref, one]));
  const holders = new Set(spans.map((one) => one.span.parent));
  const dropped = (one: T): boolean => {
    const parent = one.span.parent === null ? undefined : byRef.get(one.span.parent);
    return parent !== undefined && holders.has(one.span.ref) && one.span.seconds >= 0.95 * parent.span.seconds;
  };
  const parentOf = (span: Span): string | null => {
    let parent = span.parent === null ? undefined : byRef.get(span.parent);
    while (parent && dropped(parent)) parent = byRef.get(parent.span.parent!);
    return parent?.span.ref ?? null;
  };
  return spans
    .filter((one) => !dropped(one))
    .map((one) => ({ ...one, span: { ...one.span, parent: parentOf(one.span) } }));
}

function barName(span: Span, row: number, compile: Compilation | null): string {
  if (row === 0 && compile && span.parent === null) return `${compile.id} ${showFunction(compile)}`;
  return span.name.replaceAll('_', ' ');
}

/** Round marks on an axis: about `count` of them, at 1, 2 or 5 times a power of ten. */
export function ticks(start: number, end: number, count: number): readonly number[] {
  const span = end - start;
  if (!(span > 0) || count < 1) return [];
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough)!;
  const first = Math.ceil(start / step);
  const marks: number[] = [];
  for (let at = first; at * step <= end + step * 1e-9; at += 1) marks.push(at * step);
  return marks;
}

/** The part shown, zoomed by `factor` around `at`, inside the whole. */
export function zoom(
  view: readonly [number, number],
  whole: readonly [number, number],
  at: number,
  factor: number,
): readonly [number, number] {
  const length = Math.min((view[1] - view[0]) * factor, whole[1] - whole[0]);
  const share = (at - view[0]) / (view[1] - view[0] || 1);
  return shift([at - share * length, at - share * length + length], whole, 0);
}

/** The part shown, moved by `by`, inside the whole. */
export function shift(
  view: readonly [number, number],
  whole: readonly [number, number],
  by: number,
): readonly [number, number] {
  const length = view[1] - view[0];
  const start = Math.min(Math.max(view[0] + by, whole[0]), whole[1] - length);
  return [start, start + length];
}
