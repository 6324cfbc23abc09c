/* The last touch to the places of elements: sections in the middle, long edges straight. */

import type { Elements } from './elements';
import { SIZE } from './types';

/** Sections narrower than this share of the widest may stand beside its middle; the others stand in it. */
const CORRIDOR = 0.6;

/** The least distance of the middles of two neighbours. */
export function apart({ widths, boxes }: Elements, left: number, right: number): number {
  const gap = left < boxes && right < boxes ? SIZE.gap : SIZE.pass;
  return Math.ceil((widths[left]! + widths[right]!) / 2 + gap + 1);
}

/** Moves whole sections sideways, towards the middle of the widest, so that the drawing does not wander. */
export function gather(elements: Elements, first: Int32Array, middle: Float64Array): void {
  const spans = Array.from({ length: Math.max(0, first.length - 1) }, (_, section) =>
    spanOf(elements, elements.rows.slice(first[section]!, first[section + 1]!), middle),
  );
  const start = { centre: 0, width: 0 };
  const widest = spans.reduce((best, span) => (span.width > best.width ? span : best), start);
  for (const { rows, centre, width } of spans) {
    const room = Math.max(0, (widest.width * CORRIDOR - width) / 2);
    const off = centre - widest.centre;
    const by = Math.round(Math.min(room, Math.max(-room, off)) - off);
    if (by !== 0) for (const row of rows) for (const element of row) middle[element]! += by;
  }
}

function spanOf({ widths }: Elements, rows: readonly number[][], middle: Float64Array) {
  let [left, right] = [Infinity, -Infinity];
  for (const row of rows) {
    const [begin, end] = [row[0]!, row[row.length - 1]!];
    left = Math.min(left, middle[begin]! - widths[begin]! / 2);
    right = Math.max(right, middle[end]! + widths[end]! / 2);
  }
  return { rows, centre: (left + right) / 2, width: right - left };
}

/** Gives the passing places of one long edge the same place where their neighbours leave room for it. */
export function straighten(elements: Elements, middle: Float64Array): void {
  const { boxes, above, upper, rows, widths } = elements;
  const at = new Int32Array(widths.length);
  for (const row of rows) for (let place = 0; place < row.length; place++) at[row[place]!] = place;
  for (let start = boxes; start < widths.length; start++) {
    const source = upper[above.edges[above.start[start]!]!]!;
    if (source >= boxes) continue;
    const chain = chainFrom(elements, start);
    const [least, most] = room(elements, chain, at, middle);
    if (least > most) continue;
    const wish = [source, ...lowerOf(elements, chain[chain.length - 1]!), start].find(
      (end) => middle[end]! >= least && middle[end]! <= most,
    );
    const place = Math.min(most, Math.max(least, middle[wish ?? start]!));
    for (const element of chain) middle[element] = place;
  }
}

function chainFrom(elements: Elements, start: number): number[] {
  const chain = [start];
  for (;;) {
    const next = lowerOf(elements, chain[chain.length - 1]!).find((element) => element >= elements.boxes);
    if (next === undefined) return chain;
    chain.push(next);
  }
}

function lowerOf({ below, lower }: Elements, element: number): number[] {
  return Array.from(below.edges.subarray(below.start[element]!, below.start[element + 1]!), (link) => lower[link]!);
}

/** From where to where all of a chain may move without coming too close to a neighbour. */
function room(elements: Elements, chain: readonly number[], at: Int32Array, middle: Float64Array): [number, number] {
  let [least, most] = [-Infinity, Infinity];
  for (const element of chain) {
    const row = elements.rows[elements.ranks[element]!]!;
    const [left, right] = [row[at[element]! - 1], row[at[element]! + 1]];
    if (left !== undefined) least = Math.max(least, middle[left]! + apart(elements, left, element));
    if (right !== undefined) most = Math.min(most, middle[right]! - apart(elements, element, right));
  }
  return [least, most];
}
