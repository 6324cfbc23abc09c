/* Frames: the outline around the sections of an open group, wide enough for all that stands in them. */

import type { Heights } from './heights';
import type { Extents } from './lanes';
import type { Ranks } from './rank';
import { SIZE, type LayoutInput, type Rect } from './types';

/** The inner frames first, so that an outer one has room for them; they push out the extents of their rows. */
export function drawFrames({ frames }: LayoutInput, ranks: Ranks, heights: Heights, extents: Extents): Rect[] {
  const rects: Rect[] = new Array(frames.length);
  for (let at = frames.length - 1; at >= 0; at--) {
    const { first, last, least } = frames[at]!;
    const [from, until] = [ranks.first[first]!, ranks.first[last + 1]!];
    const left = Math.min(...extents.left.subarray(from, until)) - SIZE.frame;
    const right = Math.max(left + least, Math.max(...extents.right.subarray(from, until)) + SIZE.frame);
    extents.left.fill(left, from, until);
    extents.right.fill(right, from, until);
    rects[at] = {
      x: left,
      y: heights.frameTops[at]!,
      w: right - left,
      h: heights.frameBottoms[at]! - heights.frameTops[at]!,
    };
  }
  return rects;
}
