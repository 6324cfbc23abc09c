/* What all painters share: the canvas, the stretch in view, levels of detail, and cut texts. */

import type { Picture } from '.';

/** How a node differs from the graph before: added or removed. */
export type Change = 'new' | 'gone';

export interface Canvas {
  readonly context: CanvasRenderingContext2D;
  readonly picture: Picture;
  /** The stretch of the drawing in view. */
  readonly top: number;
  readonly bottom: number;
}

/** Below these scales texts, then outlines and arrow heads, are left out. */
export const TEXT_FROM = 0.6;
export const LINES_FROM = 0.25;
/** Below this one edges are left out too. */
export const EDGES_FROM = 0.1;

export const FONT = 11;

/** `text` in at most `count` characters. */
export function fit(text: string, count: number): string {
  return text.length <= count ? text : count < 2 ? '' : `${text.slice(0, count - 1)}…`;
}

/** A text on a ground of its own, so that lines under it do not disturb it. */
export function haloed(canvas: Canvas, text: string, x: number, y: number, colour: string): void {
  const { context, picture } = canvas;
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = picture.palette.ground;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
