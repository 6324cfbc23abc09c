/* Routes: the corners of every edge, from the wires, lanes and heights. */

import type { Elements } from './elements';
import type { Heights } from './heights';
import { SIZE, type LayoutInput } from './types';
import type { LaneUse, Wire, Wiring } from './wires';

export interface Routes {
  readonly points: Float32Array;
  readonly starts: Int32Array;
}

export function routeEdges(
  input: LayoutInput,
  elements: Elements,
  middle: Float64Array,
  wiring: Wiring,
  heights: Heights,
): Routes {
  const router = new Router(input, elements, middle, wiring, heights);
  const starts = new Int32Array(input.from.length + 1);
  const points: number[] = [];
  for (let edge = 0; edge < input.from.length; edge++) {
    for (const value of tidy(router.route(edge))) points.push(value);
    starts[edge + 1] = points.length;
  }
  return { points: Float32Array.from(points), starts };
}

class Router {
  constructor(
    private readonly input: LayoutInput,
    private readonly elements: Elements,
    private readonly middle: Float64Array,
    private readonly wiring: Wiring,
    private readonly heights: Heights,
  ) {}

  route(edge: number): number[] {
    const path = this.elements.paths[edge];
    return path ? this.throughRows(path) : this.throughLane(edge, this.wiring.uses.get(edge)!);
  }

  private throughRows(links: readonly number[]): number[] {
    const points: number[] = [];
    for (const link of links) {
      const wire = this.wiring.wires[link]!;
      points.push(wire.a, this.bottom(this.elements.upper[link]!));
      this.bend(points, wire);
      points.push(wire.b, this.top(this.elements.lower[link]!));
    }
    return points;
  }

  private throughLane(edge: number, { net, leave, enter }: LaneUse): number[] {
    const [source, target] = [this.input.from[edge]!, this.input.to[edge]!];
    const points: number[] = [];
    if (leave) {
      points.push(leave.a, this.bottom(source));
      this.bend(points, leave);
    } else {
      points.push(this.side(source, net.side), this.centre(source), net.x, this.centre(source));
    }
    if (enter) {
      this.bend(points, enter);
      points.push(enter.b, this.top(target));
    } else {
      points.push(net.x, this.centre(target), this.side(target, net.side), this.centre(target));
    }
    return points;
  }

  private bend(points: number[], wire: Wire): void {
    if (wire.track < 0) return;
    const y = this.heights.tracks[wire.channel]! + wire.track * this.heights.steps[wire.channel]!;
    points.push(wire.a, y, wire.b, y);
  }

  private top(element: number): number {
    return this.heights.rows[this.elements.ranks[element]!]!;
  }

  private bottom(element: number): number {
    return this.top(element) + SIZE.box;
  }

  private centre(element: number): number {
    return this.top(element) + SIZE.box / 2;
  }

  private side(box: number, side: -1 | 1): number {
    return this.middle[box]! + (side * this.elements.widths[box]!) / 2;
  }
}

/** Leaves out corners at which an edge does not turn. */
function tidy(points: readonly number[]): number[] {
  const kept: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    const n = kept.length;
    if (n >= 2 && kept[n - 2] === x && kept[n - 1] === y) continue;
    if (n >= 4 && ((kept[n - 2] === x && kept[n - 4] === x) || (kept[n - 1] === y && kept[n - 3] === y))) {
      kept.length = n - 2;
    }
    kept.push(x, y);
  }
  return kept;
}
