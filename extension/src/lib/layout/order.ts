/* The order of each row: elements move towards the middle of what they are joined to, so that few edges cross. */

import type { Elements } from './elements';

const SWEEPS = 4;
/** Above this many elements crossings are not counted: the last sweep is kept. */
const COUNTED = 4000;

/** Sorts `rows` in place; the same graph always gives the same order. */
export function orderRows(elements: Elements): void {
  const place = new Int32Array(elements.widths.length);
  elements.rows.forEach((row) => number(row, place));
  const counting = place.length <= COUNTED;
  let best = elements.rows.map((row) => row.slice());
  let fewest = counting ? crossings(elements, place) : Infinity;
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    down(elements, place);
    up(elements, place);
    const now = counting ? crossings(elements, place) : fewest;
    if (counting && now >= fewest) continue;
    fewest = now;
    best = elements.rows.map((row) => row.slice());
  }
  best.forEach((row, rank) => (elements.rows[rank] = row));
}

function number(row: readonly number[], place: Int32Array): void {
  row.forEach((element, at) => (place[element] = at));
}

function down({ rows, above }: Elements, place: Int32Array): void {
  for (let rank = 1; rank < rows.length; rank++) sortRow(rows[rank]!, above, place, rows[rank - 1]!.length);
}

function up({ rows, below }: Elements, place: Int32Array): void {
  for (let rank = rows.length - 2; rank >= 0; rank--) sortRow(rows[rank]!, below, place, rows[rank + 1]!.length);
}

/** Sorts a row by the mean place of its neighbours; an element without any keeps its share of the row. */
function sortRow(row: number[], neighbours: number[][], place: Int32Array, breadth: number): void {
  if (row.length < 2) return;
  const keys = new Map<number, number>();
  for (const element of row) {
    const joined = neighbours[element]!;
    const share = ((place[element]! + 0.5) / row.length) * breadth - 0.5;
    const sum = joined.reduce((total, other) => total + place[other]!, 0);
    keys.set(element, joined.length > 0 ? sum / joined.length : share);
  }
  row.sort((a, b) => keys.get(a)! - keys.get(b)! || place[a]! - place[b]!);
  number(row, place);
}

/** How many pairs of links cross, by counting inversions row by row. */
function crossings({ rows, below }: Elements, place: Int32Array): number {
  let total = 0;
  for (let rank = 0; rank + 1 < rows.length; rank++) {
    const ends = rows[rank]!.flatMap((element) => below[element]!.map((lower) => place[lower]!).sort((a, b) => a - b));
    total += inversions(ends, rows[rank + 1]!.length);
  }
  return total;
}

function inversions(values: readonly number[], range: number): number {
  const tree = new Int32Array(range + 1);
  let total = 0;
  values.forEach((value, seen) => {
    let smaller = 0;
    for (let at = value + 1; at > 0; at -= at & -at) smaller += tree[at]!;
    total += seen - smaller;
    for (let at = value + 1; at <= range; at += at & -at) tree[at]!++;
  });
  return total;
}
