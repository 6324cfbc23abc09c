/* What goes into the drawing of a graph and what comes out: plain arrays, so that both cross into a worker and back. */

/** The boxes, in an order in which every edge goes from a lower to a higher one; lengths are CSS pixels. */
export interface LayoutInput {
  readonly widths: Float64Array;
  /** The section of each box: never falls from one box to the next. */
  readonly sections: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Boxes without inputs that stand right above their first use and not at the top of their section. */
  readonly late: Uint8Array;
  /** For each section the height of its head, 0 without one. */
  readonly heads: Float64Array;
  /** Frames around runs of sections; an outer one comes before the ones inside it. */
  readonly frames: readonly FrameInput[];
}

export interface FrameInput {
  readonly first: number;
  readonly last: number;
  /** The height of its title row. */
  readonly title: number;
  /** It is never narrower than this: its title needs the room. */
  readonly least: number;
}

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Edges that share one lane because more than three ran side by side. */
export interface Bundle {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

/** Where everything stands. The drawing starts at 0, 0. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The upper left corner of each box. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly ranks: Int32Array;
  /** The upper edge of each section, and its lower one. */
  readonly tops: Float64Array;
  readonly bottoms: Float64Array;
  readonly frames: readonly Rect[];
  readonly bundles: readonly Bundle[];
  /** The corners of edge `e`, x and y in turn: `points[starts[e]]` up to `points[starts[e + 1]]`. */
  readonly points: Float32Array;
  readonly starts: Int32Array;
}

/** Fixed lengths of the drawing. */
export const SIZE = {
  box: 20,
  /** Between boxes of one row. */
  gap: 14,
  /** Between an edge that passes and its neighbours. */
  pass: 9,
  /** Between two rows without a bend between them. */
  row: 12,
  track: 5,
  lane: 9,
  margin: 16,
  /** Around what a frame holds. */
  frame: 12,
  /** A row is broken when it grows wider than this. */
  widest: 720,
} as const;

/** More edges than this beside each other share one lane. */
export const LANES = 3;
