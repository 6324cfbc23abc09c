/* Heads of sections: the source line's number and text, at the left edge of the view; notes at its right edge. */

import { PLAN } from '../../../lib/graph';
import { fit, FONT, haloed, type Canvas } from './tools';

const LEFT = 12;
/** A head is left out when the drawing is so small that it would lie over the row below. */
const LEAST = 12;

export function paintHeads(canvas: Canvas): void {
  const { context, picture } = canvas;
  const { scene, camera, view, palette } = picture;
  context.lineWidth = 1;
  scene.plan.sections.forEach((section, at) => {
    const top = scene.drawn.tops[at]!;
    if (!section.line || top > canvas.bottom || top + PLAN.HEAD < canvas.top) return;
    const y = Math.round((top - camera.y) * camera.scale);
    context.strokeStyle = palette.line;
    context.beginPath();
    context.moveTo(0, y + 0.5);
    context.lineTo(view.width, y + 0.5);
    context.stroke();
  });
}

/** The texts of the heads, above the drawing, so that no edge runs over them. */
export function paintTexts(canvas: Canvas): void {
  const { scene, camera, view, palette } = canvas.picture;
  if (PLAN.HEAD * camera.scale < LEAST) return;
  const em = scene.em * view.unit;
  const fits = Math.floor((view.width - 2 * LEFT) / em);
  canvas.context.font = `${FONT * view.unit}px ${palette.mono}`;
  canvas.context.textAlign = 'left';
  scene.plan.sections.forEach(({ line, backward }, at) => {
    const top = scene.drawn.tops[at]!;
    if (!line || top > canvas.bottom || top + PLAN.HEAD < canvas.top) return;
    const y = Math.round((top - camera.y) * camera.scale) + 14;
    const number = `${backward ? 'backward of ' : ''}${line.number}`;
    haloed(canvas, number, LEFT, y, palette.text3);
    haloed(canvas, fit(line.text, fits - number.length - 1), LEFT + (number.length + 1) * em, y, palette.text2);
  });
}

/** At the right edge, where there is room: the kernel that a hull stands for, and which ops are library calls. */
export function paintNotes(canvas: Canvas): void {
  const { scene, camera, view, palette } = canvas.picture;
  if (PLAN.HEAD * camera.scale < LEAST) return;
  canvas.context.font = `${FONT * view.unit}px ${palette.ui}`;
  canvas.context.textAlign = 'right';
  for (const { name, boxes, rects } of scene.hulls) {
    const [first] = rects;
    const single = boxes.length === 1 && !scene.plan.boxes[boxes[0]!]!.group;
    if (first) note(canvas, single ? '' : (scene.kernels.get(name) ?? ''), first.x + first.w, first.y + 4, palette.hue);
  }
  const rights = new Map<number, number>();
  const externs = new Set<number>();
  for (const box of scene.buckets.boxesIn(canvas.top, canvas.bottom)) {
    const y = scene.drawn.y[box]!;
    rights.set(y, Math.max(rights.get(y) ?? 0, scene.drawn.x[box]! + scene.plan.input.widths[box]!));
    if (scene.plan.boxes[box]!.item?.extern) externs.add(y);
  }
  for (const y of externs) note(canvas, 'extern', rights.get(y)!, y, palette.text2);
}

/** `text` at the right edge beside what ends at `right`, if it fits there. */
function note(canvas: Canvas, text: string, right: number, top: number, colour: string): void {
  const { camera, view, covered } = canvas.picture;
  const edge = view.width - LEFT - covered;
  const y = (top - camera.y) * camera.scale + 14;
  const room = edge - (right - camera.x) * camera.scale - 24;
  if (text === '' || y < 0 || y > view.height + 14 || canvas.context.measureText(text).width > room) return;
  haloed(canvas, text, edge, y, colour);
}
