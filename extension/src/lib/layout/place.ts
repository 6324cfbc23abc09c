/* Where the elements of each row stand: as close to straight above and below their neighbours as their widths allow. */

import type { Elements } from './elements';
import { apart, gather, straighten } from './settle';

const SWEEPS = 3;

/** The middle of every element. `first` are the first rows of the sections, one more than there are sections. */
export function placeRows(elements: Elements, first: Int32Array): Float64Array {
  const placer = new Placer(elements);
  const { rows } = elements;
  for (const row of rows) placer.settle(row, 0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of rows) placer.settle(row, ABOVE);
    for (let rank = rows.length - 1; rank >= 0; rank--) placer.settle(rows[rank]!, BELOW);
  }
  for (const row of rows) placer.settle(row, ABOVE | BELOW);
  for (const row of rows) placer.settle(row, ABOVE | OTHERWISE);
  gather(elements, first, placer.middle);
  straighten(elements, placer.middle);
  return placer.middle;
}

/** Which neighbours an element wants to be near: those above, those below, those below if there are none above. */
const ABOVE = 1;
const BELOW = 2;
const OTHERWISE = 4;

class Placer {
  readonly middle: Float64Array;
  private readonly sums: number[] = [];
  private readonly weights: number[] = [];
  private readonly counts: number[] = [];

  constructor(private readonly elements: Elements) {
    this.middle = new Float64Array(elements.widths.length);
  }

  /** Moves a row to where its elements want to be, in order and apart: the nearest such places (weighted squares). */
  settle(row: readonly number[], near: number): void {
    const { elements, sums, weights, counts } = this;
    let blocks = 0;
    let offset = 0;
    for (let at = 0; at < row.length; at++) {
      const element = row[at]!;
      if (at > 0) offset += apart(elements, row[at - 1]!, element);
      const weight = element < elements.boxes ? 1 : 4;
      sums[blocks] = weight * (this.want(element, near) - offset);
      weights[blocks] = weight;
      counts[blocks++] = 1;
      while (blocks > 1 && sums[blocks - 2]! / weights[blocks - 2]! > sums[blocks - 1]! / weights[blocks - 1]!) {
        blocks--;
        sums[blocks - 1]! += sums[blocks]!;
        weights[blocks - 1]! += weights[blocks]!;
        counts[blocks - 1]! += counts[blocks]!;
      }
    }
    this.write(row, blocks);
  }

  private write(row: readonly number[], blocks: number): void {
    let offset = 0;
    for (let block = 0, at = 0; block < blocks; block++) {
      const start = this.sums[block]! / this.weights[block]!;
      for (let left = this.counts[block]!; left > 0; left--, at++) {
        if (at > 0) offset += apart(this.elements, row[at - 1]!, row[at]!);
        this.middle[row[at]!] = Math.round(start + offset);
      }
    }
  }

  private want(element: number, near: number): number {
    const { above, below, upper, lower } = this.elements;
    let sum = 0;
    let count = 0;
    if (near & ABOVE) {
      for (let at = above.start[element]!; at < above.start[element + 1]!; at++, count++) {
        sum += this.middle[upper[above.edges[at]!]!]!;
      }
    }
    if (near & BELOW || (near & OTHERWISE && count === 0)) {
      for (let at = below.start[element]!; at < below.start[element + 1]!; at++, count++) {
        sum += this.middle[lower[below.edges[at]!]!]!;
      }
    }
    return count > 0 ? sum / count : this.middle[element]!;
  }
}
