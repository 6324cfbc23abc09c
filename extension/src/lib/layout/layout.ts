/* The layout of a graph, shaped like its code: sections from above, rows in them, edges around the boxes. */

import { makeElements, type Elements } from './elements';
import { drawFrames } from './frames';
import { stackRows, type Heights } from './heights';
import { makeNets, placeNets, rowExtents, type Extents, type Lane } from './lanes';
import { orderRows } from './order';
import { placeRows } from './place';
import { rankBoxes, type Ranks } from './rank';
import { routeEdges, type Routes } from './route';
import { assignTracks } from './tracks';
import { SIZE, type Layout, type LayoutInput, type Rect } from './types';
import { makeWires } from './wires';

/** The layout in steps of some milliseconds each, so that a caller can stop it or breathe between them. */
export function* layoutSteps(input: LayoutInput): Generator<void, Layout> {
  const ranks = rankBoxes(input);
  const elements = makeElements(input, ranks);
  yield;
  orderRows(elements);
  yield;
  const middle = placeRows(elements, ranks.first);
  yield;
  const extents = rowExtents(elements, middle);
  const nets = makeNets(input, elements);
  const lanes = placeNets(input, nets, middle, extents);
  yield;
  const wiring = makeWires(input, elements, middle, nets);
  const heights = stackRows(input, ranks, assignTracks(wiring.wires, ranks.count));
  yield;
  const routes = routeEdges(input, elements, middle, wiring, heights);
  const frames = drawFrames(input, ranks, heights, extents);
  return finish({ input, ranks, elements, middle, extents, lanes, heights, routes, frames });
}

/** The whole layout at once. */
export function layout(input: LayoutInput): Layout {
  const steps = layoutSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

interface Parts {
  readonly input: LayoutInput;
  readonly ranks: Ranks;
  readonly elements: Elements;
  readonly middle: Float64Array;
  readonly extents: Extents;
  readonly lanes: readonly Lane[];
  readonly heights: Heights;
  readonly routes: Routes;
  readonly frames: readonly Rect[];
}

/** Moves everything so that the drawing starts at the margin. */
function finish(parts: Parts): Layout {
  const { input, ranks, middle, extents, heights, routes, frames, lanes } = parts;
  const empty = ranks.count === 0;
  const left = empty ? 0 : smallest(extents.left) - SIZE.margin;
  const width = empty ? 0 : -smallest(extents.right.map((x) => -x)) + SIZE.margin - left;
  for (let at = 0; at < routes.points.length; at += 2) routes.points[at]! -= left;
  return {
    width,
    height: heights.total,
    x: input.widths.map((w, box) => middle[box]! - w / 2 - left),
    y: input.widths.map((_, box) => heights.rows[ranks.of[box]!]!),
    ranks: ranks.of,
    tops: heights.tops,
    bottoms: heights.bottoms,
    frames: frames.map((frame) => ({ ...frame, x: frame.x - left })),
    bundles: lanes
      .filter((lane) => lane.count > 1)
      .map((lane) => ({ x: lane.x - left, y: heights.rows[lane.first]! + SIZE.box, count: lane.count })),
    ...routes,
  };
}

function smallest(values: Float64Array): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}
