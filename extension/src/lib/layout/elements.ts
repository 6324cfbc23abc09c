/* Rows of elements: the boxes, and the places that longer edges keep free for themselves in the rows they pass. */

import type { Ranks } from './rank';
import type { LayoutInput } from './types';

/** An edge that skips a whole section, or more rows than this, runs in a lane at the side. */
const LONGEST = 10;

/**
 * Elements 0 to `boxes` - 1 are the boxes, the rest are passing places, one for each source and row. A link joins
 * elements of neighbouring rows. `paths[edge]` are the elements that an edge runs through, or null in a lane.
 */
export interface Elements {
  readonly boxes: number;
  readonly widths: Float64Array;
  readonly ranks: Int32Array;
  readonly rows: number[][];
  readonly above: number[][];
  readonly below: number[][];
  readonly paths: (number[] | null)[];
}

/** Lays the edges through the rows. */
export function makeElements(input: LayoutInput, ranks: Ranks): Elements {
  const boxes = input.widths.length;
  const made = new Passing(input.widths, ranks);
  const paths = Array.from(input.from, (source, edge) => {
    const target = input.to[edge]!;
    return runsInLane(input, ranks, source, target) ? null : made.path(source, target);
  });
  return { boxes, ...made.finish(ranks.count), paths };
}

function runsInLane({ sections }: LayoutInput, ranks: Ranks, source: number, target: number): boolean {
  const rows = ranks.of[target]! - ranks.of[source]!;
  return rows > 1 && (rows > LONGEST || sections[target]! - sections[source]! > 1);
}

class Passing {
  private readonly widths: number[];
  private readonly ranks: number[];
  private readonly above: number[][];
  private readonly below: number[][];
  /** The last passing place of each source: places of one source follow each other. */
  private readonly chains = new Map<number, number[]>();

  constructor(widths: Float64Array, ranks: Ranks) {
    this.widths = Array.from(widths);
    this.ranks = Array.from(ranks.of);
    this.above = this.widths.map(() => []);
    this.below = this.widths.map(() => []);
  }

  /** The elements from `source` to `target`, the places between them made where they are new. */
  path(source: number, target: number): number[] {
    const chain = this.chains.get(source) ?? [source];
    this.chains.set(source, chain);
    const steps = this.ranks[target]! - this.ranks[source]!;
    while (chain.length < steps) chain.push(this.place(chain[chain.length - 1]!));
    const path = [...chain.slice(0, steps), target];
    this.join(path[steps - 1]!, target);
    return path;
  }

  finish(count: number) {
    const rows: number[][] = Array.from({ length: count }, () => []);
    this.ranks.forEach((rank, element) => rows[rank]!.push(element));
    return {
      widths: Float64Array.from(this.widths),
      ranks: Int32Array.from(this.ranks),
      rows,
      above: this.above,
      below: this.below,
    };
  }

  private place(after: number): number {
    const element = this.widths.push(0) - 1;
    this.ranks.push(this.ranks[after]! + 1);
    this.above.push([]);
    this.below.push([]);
    this.join(after, element);
    return element;
  }

  private join(upper: number, lower: number): void {
    if (this.above[lower]!.includes(upper)) return;
    this.above[lower]!.push(upper);
    this.below[upper]!.push(lower);
  }
}
