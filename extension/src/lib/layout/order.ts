/* The order of each row: elements move towards the middle of what they are joined to, so that few edges cross. */

import type { Elements } from './elements';
import type { Incidence } from './rank';

const SWEEPS = 4;
/** Above this many elements crossings are not counted: the last sweep is kept. */
const COUNTED = 4000;

/** Sorts the rows in place; the same graph always gives the same order. */
export function orderRows(elements: Elements): void {
  const sorter = new Sorter(elements);
  const counting = elements.widths.length <= COUNTED;
  let best = copy(elements.rows);
  let fewest = counting ? sorter.crossings() : Infinity;
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    sorter.sweep();
    if (!counting) continue;
    const now = sorter.crossings();
    if (now >= fewest) continue;
    fewest = now;
    best = copy(elements.rows);
  }
  if (counting) elements.rows.forEach((row, rank) => best[rank]!.forEach((element, at) => (row[at] = element)));
}

function copy(rows: readonly number[][]): number[][] {
  return rows.map((row) => row.slice());
}

class Sorter {
  private readonly place: Int32Array;
  private readonly keys: Float64Array;

  constructor(private readonly elements: Elements) {
    this.place = new Int32Array(elements.widths.length);
    this.keys = new Float64Array(elements.widths.length);
    for (const row of elements.rows) this.number(row);
  }

  /** Once down and once up. */
  sweep(): void {
    const { rows, above, below, upper, lower } = this.elements;
    for (let rank = 1; rank < rows.length; rank++) this.sort(rows[rank]!, above, upper, rows[rank - 1]!.length);
    for (let rank = rows.length - 2; rank >= 0; rank--) this.sort(rows[rank]!, below, lower, rows[rank + 1]!.length);
  }

  /** How many pairs of links cross, by counting inversions row by row. */
  crossings(): number {
    const { rows, below, lower } = this.elements;
    let total = 0;
    for (let rank = 0; rank + 1 < rows.length; rank++) {
      const ends: number[] = [];
      for (const element of rows[rank]!) {
        const from = ends.length;
        for (let at = below.start[element]!; at < below.start[element + 1]!; at++) {
          ends.push(this.place[lower[below.edges[at]!]!]!);
        }
        if (ends.length - from > 1) ends.push(...ends.splice(from).sort((a, b) => a - b));
      }
      total += inversions(ends, rows[rank + 1]!.length);
    }
    return total;
  }

  private number(row: readonly number[]): void {
    for (let at = 0; at < row.length; at++) this.place[row[at]!] = at;
  }

  /** Sorts a row by the mean place of its neighbours; an element without any keeps its share of the row. */
  private sort(row: number[], { start, edges }: Incidence, others: Int32Array, breadth: number): void {
    if (row.length < 2) return;
    const { keys, place } = this;
    for (const element of row) {
      const [from, until] = [start[element]!, start[element + 1]!];
      let sum = 0;
      for (let at = from; at < until; at++) sum += place[others[edges[at]!]!]!;
      keys[element] = until > from ? sum / (until - from) : ((place[element]! + 0.5) / row.length) * breadth - 0.5;
    }
    row.sort((a, b) => keys[a]! - keys[b]! || place[a]! - place[b]!);
    this.number(row);
  }
}

function inversions(values: readonly number[], range: number): number {
  if (values.length < 2) return 0;
  const tree = new Int32Array(range + 1);
  let total = 0;
  for (let seen = 0; seen < values.length; seen++) {
    let smaller = 0;
    for (let at = values[seen]! + 1; at > 0; at -= at & -at) smaller += tree[at]!;
    total += seen - smaller;
    for (let at = values[seen]! + 1; at <= range; at += at & -at) tree[at]!++;
  }
  return total;
}
