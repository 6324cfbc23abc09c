/* Rows of elements: the boxes, and the places that longer edges keep free for themselves in the rows they pass. */

import { incidence, type Incidence, type Ranks } from './rank';
import type { LayoutInput } from './types';

/** An edge that skips a whole section, or more rows than this, runs in a lane at the side. */
const LONGEST = 10;

/**
 * Elements 0 to `boxes` - 1 are the boxes, the rest are passing places, one for each source and row. A link joins two
 * elements of neighbouring rows: `upper[link]` and `lower[link]`.
 */
export interface Elements {
  readonly boxes: number;
  readonly widths: Float64Array;
  readonly ranks: Int32Array;
  readonly rows: readonly number[][];
  readonly upper: Int32Array;
  readonly lower: Int32Array;
  /** The links that end, and those that begin, at each element. */
  readonly above: Incidence;
  readonly below: Incidence;
  /** The links that each edge runs through from its source to its target; null in a lane. */
  readonly paths: readonly (readonly number[] | null)[];
}

/** Lays the edges through the rows. */
export function makeElements(input: LayoutInput, ranks: Ranks): Elements {
  const made = new Passing(input.widths, ranks);
  const paths = Array.from(input.from, (source, edge) => {
    const target = input.to[edge]!;
    return runsInLane(input, ranks, source, target) ? null : made.path(source, target);
  });
  return { boxes: input.widths.length, ...made.finish(ranks.count), paths };
}

function runsInLane({ sections }: LayoutInput, ranks: Ranks, source: number, target: number): boolean {
  const rows = ranks.of[target]! - ranks.of[source]!;
  return rows > 1 && (rows > LONGEST || sections[target]! - sections[source]! > 1);
}

class Passing {
  private readonly ranks: number[];
  private readonly upper: number[] = [];
  private readonly lower: number[] = [];
  /** For each source its passing places, and the links that lead to them. */
  private readonly chains = new Map<number, { last: number; links: number[] }>();

  constructor(
    private readonly widths: Float64Array,
    ranks: Ranks,
  ) {
    this.ranks = Array.from(ranks.of);
  }

  /** The links from `source` to `target`; the places between them are made where they are new. */
  path(source: number, target: number): number[] {
    const steps = this.ranks[target]! - this.ranks[source]!;
    if (steps === 1) return [this.join(source, target)];
    const chain = this.chains.get(source) ?? { last: source, links: [] };
    this.chains.set(source, chain);
    while (chain.links.length < steps - 1) {
      const element = this.ranks.push(this.ranks[chain.last]! + 1) - 1;
      chain.links.push(this.join(chain.last, element));
      chain.last = element;
    }
    const links = chain.links.slice(0, steps - 1);
    links.push(this.join(this.lower[links[steps - 2]!]!, target));
    return links;
  }

  finish(count: number) {
    const rows: number[][] = Array.from({ length: count }, () => []);
    this.ranks.forEach((rank, element) => rows[rank]!.push(element));
    const widths = new Float64Array(this.ranks.length);
    widths.set(this.widths);
    const [upper, lower] = [Int32Array.from(this.upper), Int32Array.from(this.lower)];
    const above = incidence(lower, widths.length);
    const below = incidence(upper, widths.length);
    return { widths, ranks: Int32Array.from(this.ranks), rows, upper, lower, above, below };
  }

  private join(upper: number, lower: number): number {
    this.upper.push(upper);
    return this.lower.push(lower) - 1;
  }
}
