/* Where the elements of each row stand: as close to straight above and below their neighbours as their widths allow. */

import type { Elements } from './elements';
import { SIZE } from './types';

const SWEEPS = 3;

/** The middle of every element. `first` are the first rows of the sections, one more than there are sections. */
export function placeRows(elements: Elements, first: Int32Array): Float64Array {
  const middle = new Float64Array(elements.widths.length);
  const { rows, above, below } = elements;
  const both = above.map((upper, element) => [...upper, ...below[element]!]);
  for (const row of rows) settle(elements, row, middle, () => 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of rows) settle(elements, row, middle, pull(above, middle));
    for (let rank = rows.length - 1; rank >= 0; rank--) settle(elements, rows[rank]!, middle, pull(below, middle));
  }
  for (const row of rows) settle(elements, row, middle, pull(both, middle));
  for (const row of rows) settle(elements, row, middle, pull(above, middle, both));
  gather(elements, first, middle);
  straighten(elements, middle);
  return middle;
}

/** Sections narrower than this share of the widest may stand beside its middle; the others stand in it. */
const CORRIDOR = 0.6;

/** Moves whole sections sideways, towards the middle of the widest, so that the drawing does not wander. */
function gather({ rows, widths }: Elements, first: Int32Array, middle: Float64Array): void {
  const spans = Array.from({ length: Math.max(0, first.length - 1) }, (_, section) => {
    const members = rows.slice(first[section]!, first[section + 1]!).flat();
    const left = members.reduce((least, one) => Math.min(least, middle[one]! - widths[one]! / 2), Infinity);
    const right = members.reduce((most, one) => Math.max(most, middle[one]! + widths[one]! / 2), -Infinity);
    return { members, centre: (left + right) / 2, width: right - left };
  });
  const widest = spans.reduce((best, span) => (span.width > best.width ? span : best), { centre: 0, width: 0 });
  for (const { members, centre, width } of spans) {
    const room = Math.max(0, (widest.width * CORRIDOR - width) / 2);
    const off = centre - widest.centre;
    const by = Math.round(Math.min(room, Math.max(-room, off)) - off);
    for (const one of by === 0 ? [] : members) middle[one]! += by;
  }
}

/** Gives the passing places of one long edge the same place where their neighbours leave room for it. */
function straighten(elements: Elements, middle: Float64Array): void {
  const { boxes, above, below, rows, ranks, widths } = elements;
  const at = new Int32Array(widths.length);
  for (const row of rows) row.forEach((element, place) => (at[element] = place));
  for (let start = boxes; start < widths.length; start++) {
    if (above[start]![0]! >= boxes) continue;
    const chain = [start];
    for (let next = passing(below, start, boxes); next !== undefined; next = passing(below, next, boxes))
      chain.push(next);
    let [least, most] = [-Infinity, Infinity];
    for (const element of chain) {
      const row = rows[ranks[element]!]!;
      const [left, right] = [row[at[element]! - 1], row[at[element]! + 1]];
      if (left !== undefined) least = Math.max(least, middle[left]! + apart(elements, left, element));
      if (right !== undefined) most = Math.min(most, middle[right]! - apart(elements, element, right));
    }
    if (least > most) continue;
    const ends = [above[start]![0]!, ...below[chain[chain.length - 1]!]!];
    const wish = ends.find((end) => middle[end]! >= least && middle[end]! <= most) ?? start;
    const place = Math.min(most, Math.max(least, middle[wish]!));
    for (const element of chain) middle[element] = place;
  }
}

function passing(below: number[][], element: number, boxes: number): number | undefined {
  return below[element]!.find((lower) => lower >= boxes);
}

/** Wants an element at the mean of its neighbours, or of the second list, or where it is. */
function pull(neighbours: number[][], middle: Float64Array, otherwise?: number[][]) {
  return (element: number): number => {
    const joined = neighbours[element]!.length > 0 || !otherwise ? neighbours[element]! : otherwise[element]!;
    if (joined.length === 0) return middle[element]!;
    let sum = 0;
    for (const other of joined) sum += middle[other]!;
    return sum / joined.length;
  };
}

/** Moves a row to where its elements want to be, in order and apart: the nearest such places (weighted squares). */
function settle(
  elements: Elements,
  row: readonly number[],
  middle: Float64Array,
  want: (element: number) => number,
): void {
  const offsets = spread(row, elements);
  const blocks: { sum: number; weight: number; count: number }[] = [];
  row.forEach((element, at) => {
    const weight = element < elements.boxes ? 1 : 4;
    blocks.push({ sum: weight * (want(element) - offsets[at]!), weight, count: 1 });
    while (blocks.length > 1) {
      const [before, last] = [blocks[blocks.length - 2]!, blocks[blocks.length - 1]!];
      if (before.sum / before.weight <= last.sum / last.weight) break;
      blocks.pop();
      before.sum += last.sum;
      before.weight += last.weight;
      before.count += last.count;
    }
  });
  let at = 0;
  for (const { sum, weight, count } of blocks) {
    for (let left = count; left > 0; left--, at++) middle[row[at]!] = Math.round(sum / weight + offsets[at]!);
  }
}

/** How far each element is from the first when all stand as close as they may. */
function spread(row: readonly number[], elements: Elements): number[] {
  const offsets = [0];
  for (let at = 1; at < row.length; at++) offsets.push(offsets[at - 1]! + apart(elements, row[at - 1]!, row[at]!));
  return offsets;
}

/** The least distance of the middles of two neighbours. */
function apart({ widths, boxes }: Elements, left: number, right: number): number {
  const gap = left < boxes && right < boxes ? SIZE.gap : SIZE.pass;
  return Math.ceil((widths[left]! + widths[right]!) / 2 + gap + 1);
}
