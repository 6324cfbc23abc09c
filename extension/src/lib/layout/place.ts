/* Where the elements of each row stand: as close to straight above and below their neighbours as their widths allow. */

import type { Elements } from './elements';
import { SIZE } from './types';

const SWEEPS = 3;

/** The middle of every element. */
export function placeRows(elements: Elements): Float64Array {
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
  return middle;
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
  { widths, boxes }: Elements,
  row: readonly number[],
  middle: Float64Array,
  want: (element: number) => number,
): void {
  const offsets = spread(row, widths, boxes);
  const blocks: { sum: number; weight: number; count: number }[] = [];
  row.forEach((element, at) => {
    const weight = element < boxes ? 1 : 4;
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
function spread(row: readonly number[], widths: Float64Array, boxes: number): number[] {
  const offsets = [0];
  for (let at = 1; at < row.length; at++) {
    const [left, right] = [row[at - 1]!, row[at]!];
    const apart = left < boxes && right < boxes ? SIZE.gap : SIZE.pass;
    offsets.push(offsets[at - 1]! + Math.ceil((widths[left]! + widths[right]!) / 2 + apart + 1));
  }
  return offsets;
}
