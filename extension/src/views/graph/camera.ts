/* The camera over a drawing: what point stands at the upper left corner of the view, and how large things are. */

import type { Layout, Rect } from '../../lib/layout';

export interface Camera {
  readonly x: number;
  readonly y: number;
  /** CSS pixels on screen for one of the drawing. */
  readonly scale: number;
}

export interface View {
  readonly width: number;
  readonly height: number;
  /** How much larger texts are than usual: above 1 for a projector. */
  readonly unit: number;
}

const LEAST = 0.04;
const MOST = 3;
/** At first a drawing is not made smaller than this to fit the width: it stays readable. */
const READABLE = 0.72;

/** The start: as wide as the view if that is readable, from the top, a narrow drawing in the middle. */
export function homeCamera(drawn: Layout, view: View): Camera {
  const scale = view.unit * Math.max(READABLE, Math.min(1, view.width / view.unit / Math.max(1, drawn.width)));
  return clamp({ x: (drawn.width - view.width / scale) / 2, y: 0, scale }, drawn, view);
}

/** All of it. */
export function fitCamera(drawn: Layout, view: View): Camera {
  const scale = Math.min(1, view.width / Math.max(1, drawn.width), view.height / Math.max(1, drawn.height));
  return clamp({ x: 0, y: 0, scale: Math.max(LEAST, scale) }, drawn, view);
}

/** Moves by screen pixels. */
export function pan(camera: Camera, dx: number, dy: number, drawn: Layout, view: View): Camera {
  return clamp({ ...camera, x: camera.x + dx / camera.scale, y: camera.y + dy / camera.scale }, drawn, view);
}

/** Zooms by `factor` and keeps the point under (px, py) of the view where it is. */
export function zoom(camera: Camera, factor: number, px: number, py: number, drawn: Layout, view: View): Camera {
  const scale = Math.min(MOST, Math.max(LEAST, camera.scale * factor));
  const keep = 1 / camera.scale - 1 / scale;
  return clamp({ x: camera.x + px * keep, y: camera.y + py * keep, scale }, drawn, view);
}

/** Moves a camera back over a drawing that has changed. */
export function settle(camera: Camera, drawn: Layout, view: View): Camera {
  return clamp(camera, drawn, view);
}

/** Moves only as far as needed to show `rect` with some room around it. */
export function show(camera: Camera, rect: Rect, drawn: Layout, view: View): Camera {
  const room = 48 / camera.scale;
  const x = into(camera.x, view.width / camera.scale, rect.x, rect.w, Math.min(room, view.width / camera.scale / 8));
  const y = into(camera.y, view.height / camera.scale, rect.y, rect.h, room);
  return clamp({ ...camera, x, y }, drawn, view);
}

function into(start: number, length: number, from: number, size: number, room: number): number {
  if (from - room < start) return from - room;
  const over = from + Math.min(size, length - 2 * room) + room - (start + length);
  return over > 0 ? start + over : start;
}

/** Keeps the drawing in view; where it is smaller than the view it stands in the middle, and at the top. */
function clamp({ x, y, scale }: Camera, drawn: Layout, view: View): Camera {
  const [width, height] = [view.width / scale, view.height / scale];
  return {
    x: width >= drawn.width ? (drawn.width - width) / 2 : Math.min(drawn.width - width, Math.max(0, x)),
    y: height >= drawn.height ? 0 : Math.min(drawn.height - height, Math.max(0, y)),
    scale,
  };
}
