/* Frames of open groups, and the hulls of kernels. */

import { noteOf } from '../../../lib/graph';
import type { Rect } from '../../../lib/layout';
import { FONT, haloed, TEXT_FROM, type Canvas } from './tools';

export function paintFrames(canvas: Canvas): void {
  for (const at of framesIn(canvas)) {
    const { group } = canvas.picture.scene.plan.frames[at]!;
    paintFrame(canvas, canvas.picture.scene.drawn.frames[at]!, group.kind === 'repeat');
  }
}

/** Titles stand at the left of their frame, or of the view where the frame begins outside of it. */
export function paintTitles(canvas: Canvas): void {
  const { camera, scene } = canvas.picture;
  if (camera.scale < TEXT_FROM) return;
  for (const at of framesIn(canvas)) {
    const { x, y, w } = scene.drawn.frames[at]!;
    const left = Math.max((x - camera.x) * camera.scale + 10, 12);
    paintTitle(canvas, at, left, (x + w - camera.x) * camera.scale - 12, (y - camera.y) * camera.scale + 15);
  }
}

function framesIn({ picture, top, bottom }: Canvas): number[] {
  const { frames } = picture.scene.drawn;
  return Array.from(frames.keys()).filter((at) => frames[at]!.y <= bottom && frames[at]!.y + frames[at]!.h >= top);
}

/** Equal copies look like a stack. */
function paintFrame({ context, picture: { palette } }: Canvas, rect: Rect, stack: boolean): void {
  context.strokeStyle = palette.line2;
  context.lineWidth = 1;
  for (const off of stack ? [8, 4, 0] : [0]) {
    context.beginPath();
    context.roundRect(rect.x + off + 0.5, rect.y + off + 0.5, rect.w, rect.h, 6);
    context.fillStyle = off > 0 ? palette.ground : palette.raised;
    context.fill();
    context.stroke();
  }
}

function paintTitle(canvas: Canvas, at: number, left: number, right: number, y: number): void {
  const { context, picture } = canvas;
  const { palette, scene, view } = picture;
  const size = FONT * view.unit;
  const { group } = scene.plan.frames[at]!;
  const note = noteOf(group);
  context.textAlign = 'left';
  context.font = `600 ${size}px ${palette.mono}`;
  context.fillStyle = palette.text;
  context.fillText(group.title, left, y);
  const after = left + context.measureText(group.title).width + 12;
  context.font = `${size}px ${palette.ui}`;
  context.fillStyle = palette.text3;
  context.fillText(note, after, y);
  context.font = `${size}px ${palette.mono}`;
  if (right > after) context.fillText('−', right - size, y);
}

export function paintHulls(canvas: Canvas): void {
  const { context, picture } = canvas;
  context.strokeStyle = picture.palette.hue;
  context.fillStyle = picture.palette.hue;
  context.lineWidth = 1;
  for (const { rects } of picture.scene.hulls) {
    for (const { x, y, w, h } of rects) {
      if (y > canvas.bottom || y + h < canvas.top) continue;
      context.beginPath();
      context.roundRect(x + 0.5, y + 0.5, w, h, 6);
      context.globalAlpha = 0.07;
      context.fill();
      context.globalAlpha = 0.75;
      context.setLineDash([3, 3]);
      context.stroke();
    }
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** How many edges share a lane, beside its beginning. */
export function paintBundles(canvas: Canvas): void {
  const { context, picture } = canvas;
  context.font = `${FONT}px ${picture.palette.ui}`;
  context.textAlign = 'center';
  for (const { x, y, count } of picture.scene.drawn.bundles) {
    if (y < canvas.top || y > canvas.bottom) continue;
    haloed(canvas, `×${count}`, x, y + 12, picture.palette.text3);
  }
}
