/* Heights: rows, the channels between them, heads of sections and titles of frames, stacked from above. */

import type { Ranks } from './rank';
import { SIZE, type LayoutInput } from './types';

export interface Heights {
  /** The upper edge of each row's boxes. */
  readonly rows: Float64Array;
  /** The height of the first track of the channel below each row, and the step to the next. */
  readonly tracks: Float64Array;
  readonly steps: Float64Array;
  readonly tops: Float64Array;
  readonly bottoms: Float64Array;
  readonly frameTops: Float64Array;
  readonly frameBottoms: Float64Array;
  readonly total: number;
}

const ARROW = 7;
/** A channel never grows above this; its tracks move closer instead. */
const HIGHEST = 160;

export function stackRows(input: LayoutInput, ranks: Ranks, counts: Int32Array): Heights {
  const made = emptyHeights(input, ranks);
  let y: number = SIZE.margin;
  for (let section = 0; section < input.heads.length; section++) {
    y = openSection(input, made, section, y);
    for (let rank = ranks.first[section]!; rank < ranks.first[section + 1]!; rank++) {
      y = channel(made, rank - 1, rank === 0 ? 0 : counts[rank - 1]!, y);
      made.rows[rank] = y;
      y += SIZE.box;
    }
    y = closeSection(input, made, section, y);
  }
  return { ...made, total: y + SIZE.margin };
}

function emptyHeights({ heads, frames }: LayoutInput, ranks: Ranks) {
  return {
    rows: new Float64Array(ranks.count),
    tracks: new Float64Array(ranks.count),
    steps: new Float64Array(ranks.count).fill(SIZE.track),
    tops: new Float64Array(heads.length),
    bottoms: new Float64Array(heads.length),
    frameTops: new Float64Array(frames.length),
    frameBottoms: new Float64Array(frames.length),
  };
}

type Made = ReturnType<typeof emptyHeights>;

/** Room for the bends above row `channel + 1`. */
function channel(made: Made, channel: number, count: number, y: number): number {
  if (channel < 0) return y + SIZE.track;
  const step = count > 1 ? Math.min(SIZE.track, HIGHEST / count) : SIZE.track;
  made.tracks[channel] = y + SIZE.track;
  made.steps[channel] = step;
  return y + Math.max(SIZE.row, count > 0 ? SIZE.track + (count - 1) * step + ARROW + 2 : 0);
}

function openSection({ heads, frames }: LayoutInput, made: Made, section: number, y: number): number {
  frames.forEach((frame, at) => {
    if (frame.first !== section) return;
    made.frameTops[at] = y + SIZE.row;
    y += SIZE.row + frame.title;
  });
  const head = heads[section]!;
  made.tops[section] = head > 0 ? y + SIZE.row : y;
  return head > 0 ? y + SIZE.row + head : y;
}

function closeSection({ frames }: LayoutInput, made: Made, section: number, y: number): number {
  made.bottoms[section] = y;
  for (let at = frames.length - 1; at >= 0; at--) {
    if (frames[at]!.last !== section) continue;
    y += SIZE.frame;
    made.frameBottoms[at] = y;
  }
  return y;
}
