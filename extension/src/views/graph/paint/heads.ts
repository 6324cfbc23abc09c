/* Heads of sections: the source line's number and text, at the left edge of the view; notes at its right edge. */

import { PLAN } from '../../../lib/graph';
import { fit, FONT, haloed, type Canvas } from './tools';

const LEFT = 12;
/** A head is left out when the drawing is so small that it would lie over the row below. */
const LEAST = 12;

export function paintHeads(canvas: Canvas): void {
  const { context, picture } = canvas;
  const { scene, camera, view, palette } = picture;
  context.font = `${FONT}px ${palette.mono}`;
  context.textAlign = 'left';
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

/** Texts above the drawing: heads, so that no edge runs over them, and what kernels the boxes beside them are in. */
export function paintNotes(canvas: Canvas): void {
  const { scene, camera, view, palette } = canvas.picture;
  if (PLAN.HEAD * camera.scale < LEAST) return;
  const fits = Math.floor((view.width - 2 * LEFT) / scene.em);
  canvas.context.font = `${FONT}px ${palette.mono}`;
  canvas.context.textAlign = 'left';
  scene.plan.sections.forEach(({ line, backward }, at) => {
    const top = scene.drawn.tops[at]!;
    if (!line || top > canvas.bottom || top + PLAN.HEAD < canvas.top) return;
    const y = Math.round((top - camera.y) * camera.scale) + 14;
    const number = `${backward ? 'backward of ' : ''}${line.number}`;
    haloed(canvas, number, LEFT, y, palette.text3);
    haloed(canvas, fit(line.text, fits - number.length - 1), LEFT + (number.length + 1) * scene.em, y, palette.text2);
  });
}
