/* What lies between two heights: boxes by row, edges by the stretches they pass, found without looking at all of them. */

import { SIZE, type Layout } from './types';

const STRETCH = 512;

export class Buckets {
  private readonly boxes: number[][] = [];
  private readonly edges: number[][] = [];
  private readonly seen: Uint32Array;
  private round = 0;

  constructor(private readonly layout: Layout) {
    const { y, starts } = layout;
    y.forEach((top, box) => put(this.boxes, top, top + SIZE.box, box));
    for (let edge = 0; edge + 1 < starts.length; edge++) this.putEdge(edge);
    this.seen = new Uint32Array(starts.length);
  }

  /** The boxes that touch the stretch from `top` to `bottom`, and perhaps some near it. */
  *boxesIn(top: number, bottom: number): Generator<number> {
    for (const [at, bucket] of stretches(this.boxes, top, bottom)) {
      for (const box of bucket) if (at === stretch(top) || stretch(this.layout.y[box]!) === at) yield box;
    }
  }

  /** The edges that touch it, each once. */
  *edgesIn(top: number, bottom: number): Generator<number> {
    this.round++;
    for (const [, bucket] of stretches(this.edges, top, bottom)) {
      for (const edge of bucket) {
        if (this.seen[edge] === this.round) continue;
        this.seen[edge] = this.round;
        yield edge;
      }
    }
  }

  /** The box at a point, or -1. `widths` are those of the layout's input. */
  boxAt(px: number, py: number, widths: Float64Array): number {
    const { x, y } = this.layout;
    for (const box of this.boxesIn(py, py)) {
      if (px >= x[box]! && px <= x[box]! + widths[box]! && py >= y[box]! && py <= y[box]! + SIZE.box) return box;
    }
    return -1;
  }

  private putEdge(edge: number): void {
    const { points, starts } = this.layout;
    const [from, until] = [starts[edge]!, starts[edge + 1]!];
    if (from < until) put(this.edges, points[from + 1]!, points[until - 1]!, edge);
  }
}

function stretch(y: number): number {
  return Math.max(0, Math.floor(y / STRETCH));
}

function put(buckets: number[][], top: number, bottom: number, value: number): void {
  for (let at = stretch(Math.min(top, bottom)); at <= stretch(Math.max(top, bottom)); at++)
    (buckets[at] ??= []).push(value);
}

function* stretches(buckets: readonly number[][], top: number, bottom: number): Generator<[number, readonly number[]]> {
  for (let at = stretch(top); at <= stretch(bottom) && at < buckets.length; at++) {
    const bucket = buckets[at];
    if (bucket) yield [at, bucket];
  }
}
