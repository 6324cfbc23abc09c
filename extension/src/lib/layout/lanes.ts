/* Lanes at the left and right for edges that skip sections: outside everything in the rows they pass. */

import type { Elements } from './elements';
import { LANES, SIZE, type LayoutInput } from './types';

/** Where each row begins and ends; lanes push it out. */
export interface Extents {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

/** Edges of one source (or, where many meet, of one target) that share a lane. Side -1 is left. */
export interface Net {
  readonly edges: number[];
  readonly first: number;
  readonly last: number;
  side: -1 | 1;
  x: number;
}

export interface Lane {
  readonly x: number;
  readonly first: number;
  count: number;
}

/** Edges that end in one box are one net from this many on. */
const MEETING = 6;

export function rowExtents({ rows, widths }: Elements, middle: Float64Array): Extents {
  const left = new Float64Array(rows.length).fill(Infinity);
  const right = new Float64Array(rows.length).fill(-Infinity);
  rows.forEach((row, rank) => {
    for (const element of row) {
      left[rank] = Math.min(left[rank]!, middle[element]! - widths[element]! / 2);
      right[rank] = Math.max(right[rank]!, middle[element]! + widths[element]! / 2);
    }
  });
  return { left, right };
}

/** The edges without a path, as nets: the short ones first, so that they get the inner lanes. */
export function makeNets({ from, to }: LayoutInput, { paths, ranks }: Elements): Net[] {
  const long = paths.flatMap((path, edge) => (path === null ? [edge] : []));
  const meeting = new Map<number, number>();
  for (const edge of long) meeting.set(to[edge]!, (meeting.get(to[edge]!) ?? 0) + 1);
  const groups = new Map<string, number[]>();
  for (const edge of long) {
    const key = meeting.get(to[edge]!)! >= MEETING ? `to ${to[edge]}` : `from ${from[edge]}`;
    const held = groups.get(key);
    if (held) held.push(edge);
    else groups.set(key, [edge]);
  }
  const nets = Array.from(groups.values(), (edges): Net => {
    let [first, last] = [Infinity, 0];
    for (const edge of edges) {
      first = Math.min(first, ranks[from[edge]!]!);
      last = Math.max(last, ranks[to[edge]!]!);
    }
    return { edges, first, last, side: 1, x: 0 };
  });
  return nets.sort((a, b) => a.last - a.first - (b.last - b.first) || a.first - b.first || a.edges[0]! - b.edges[0]!);
}

/** Gives every net its side and place. From the fourth beside each other on they share the outermost lane. */
export function placeNets(input: LayoutInput, nets: readonly Net[], middle: Float64Array, extents: Extents): Lane[] {
  const lanes: Lane[] = [];
  const latest = new Map<number, Lane>();
  const used = { left: new Int32Array(extents.left.length), right: new Int32Array(extents.left.length) };
  for (const net of nets) {
    const left = widest(extents.left, net, Math.min) - SIZE.lane;
    const right = widest(extents.right, net, Math.max) + SIZE.lane;
    net.side = detour(input, net, middle, left) < detour(input, net, middle, right) ? -1 : 1;
    const counts = net.side < 0 ? used.left : used.right;
    const full = widest(counts, net, Math.max) >= LANES;
    const edge = net.side < 0 ? left + SIZE.lane : right - SIZE.lane;
    net.x = full ? edge : net.side < 0 ? left : right;
    take(net, net.side < 0 ? extents.left : extents.right, counts, full);
    share(lanes, latest, net, full);
  }
  return lanes;
}

function widest(values: Float64Array | Int32Array, net: Net, pick: (a: number, b: number) => number): number {
  let found = values[net.first]!;
  for (let rank = net.first + 1; rank <= net.last; rank++) found = pick(found, values[rank]!);
  return found;
}

/** How far the net's edges have to go sideways. */
function detour({ from, to }: LayoutInput, net: Net, middle: Float64Array, x: number): number {
  let total = 0;
  for (const edge of net.edges) total += Math.abs(middle[from[edge]!]! - x) + Math.abs(middle[to[edge]!]! - x);
  return total;
}

function take(net: Net, extent: Float64Array, counts: Int32Array, full: boolean): void {
  for (let rank = net.first; rank <= net.last; rank++) {
    extent[rank] = net.side < 0 ? Math.min(extent[rank]!, net.x) : Math.max(extent[rank]!, net.x);
    if (!full) counts[rank]!++;
  }
}

/** Counts a net in the lane that it shares, or makes it a lane of its own. */
function share(lanes: Lane[], latest: Map<number, Lane>, net: Net, full: boolean): void {
  const shared = full ? latest.get(net.x) : undefined;
  if (shared) {
    shared.count++;
    return;
  }
  const lane = { x: net.x, first: net.first, count: 1 };
  latest.set(net.x, lane);
  lanes.push(lane);
}
