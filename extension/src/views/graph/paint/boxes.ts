/* Boxes: one node or one closed group each. */

import type { Box } from '../../../lib/graph';
import { SIZE } from '../../../lib/layout';
import { fit, FONT, LINES_FROM, TEXT_FROM, type Canvas } from './tools';

const PAD = 8;

export function paintBoxes(canvas: Canvas): void {
  const { scene, camera } = canvas.picture;
  const seen = [...scene.buckets.boxesIn(canvas.top - SIZE.box, canvas.bottom)];
  if (camera.scale < LINES_FROM) paintBlocks(canvas, seen);
  else for (const box of seen) paintBox(canvas, box);
  paintRing(canvas, canvas.picture.focused);
}

/** From far away: filled blocks, those of a kind in one go. */
function paintBlocks({ context, picture }: Canvas, boxes: readonly number[]): void {
  const { scene, palette, marks } = picture;
  const fills = [palette.line2, palette.bar, palette.bar];
  fills.forEach((fill, mark) => {
    context.fillStyle = fill;
    context.beginPath();
    for (const box of boxes) {
      if (marks[box] === mark)
        context.rect(scene.drawn.x[box]!, scene.drawn.y[box]!, scene.plan.input.widths[box]!, SIZE.box);
    }
    context.fill();
  });
}

function paintBox(canvas: Canvas, at: number): void {
  const { context, picture } = canvas;
  const { scene, palette, marks } = picture;
  const box = scene.plan.boxes[at]!;
  const [x, y, width] = [scene.drawn.x[at]!, scene.drawn.y[at]!, scene.plan.input.widths[at]!];
  const mark = marks[at]!;
  const change = box.item ? picture.changed?.get(box.item.ref) : undefined;
  const end = box.item !== null && box.item.role !== 'op' && box.item.role !== 'view';
  const fill =
    mark === 2
      ? palette.selected
      : mark === 1
        ? palette.linked
        : end || box.item?.extern
          ? palette.raised
          : palette.ground;
  context.strokeStyle =
    mark > 0 ? palette.bar : change === 'new' ? palette.good : change === 'gone' ? palette.trouble : palette.line2;
  context.lineWidth = mark === 2 || change ? 1.5 : 1;
  if (box.group) outline(context, x + 4, y + 4, width, 3, palette.ground);
  context.setLineDash(change === 'gone' ? [3, 3] : []);
  outline(context, x, y, width, end ? SIZE.box / 2 : 3, fill);
  context.setLineDash([]);
  if (at === picture.pointed && mark === 0) outline(context, x, y, width, end ? SIZE.box / 2 : 3, palette.strong);
  if (box.item?.extern) {
    context.fillStyle = palette.text3;
    context.fillRect(x, y, 3, SIZE.box);
  }
  if (box.leaves) paintLeaving(canvas, x + width, y);
  if (picture.camera.scale >= TEXT_FROM) paintText(canvas, box, change, x, y, width);
}

function outline(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  radius: number,
  fill: string,
): void {
  context.beginPath();
  context.roundRect(x + 0.5, y + 0.5, width - 1, SIZE.box - 1, radius);
  context.fillStyle = fill;
  context.fill();
  context.stroke();
}

/** A small arrow out of the right side: this value leaves the graph. */
function paintLeaving({ context, picture }: Canvas, x: number, y: number): void {
  context.fillStyle = picture.palette.text3;
  context.beginPath();
  context.moveTo(x + 2, y + SIZE.box / 2 - 3.5);
  context.lineTo(x + 7, y + SIZE.box / 2);
  context.lineTo(x + 2, y + SIZE.box / 2 + 3.5);
  context.fill();
}

function paintText(canvas: Canvas, box: Box, change: string | undefined, x: number, y: number, width: number): void {
  const { context, picture } = canvas;
  const { palette, scene } = picture;
  const fits = Math.floor((width - 2 * PAD) / scene.em);
  const right = rightText(box, fits);
  const label = fit(change === 'new' ? `+ ${box.label}` : box.label, fits - (right ? right.length + 1 : 0));
  context.font = `${FONT}px ${palette.mono}`;
  context.fillStyle = palette.text;
  context.textAlign = 'left';
  context.fillText(label, x + PAD, y + 14);
  if (change === 'gone') context.fillRect(x + PAD, y + 10, label.length * scene.em, 1);
  context.fillStyle = palette.text3;
  context.textAlign = 'right';
  if (right) context.fillText(right, x + width - PAD, y + 14);
}

/** The shape or the number of ops, and how many views are folded in; the name has the first right to the room. */
function rightText({ label, detail, hides, group }: Box, fits: number): string {
  const folded = hides > 0 ? `+${hides}` : '';
  const whole = group ? `${detail} +` : [detail, folded].filter(Boolean).join(' ');
  if (group || Math.min(label.length, 12) + whole.length + 1 <= fits) return whole;
  return label.length + folded.length + 1 <= fits ? folded : '';
}

function paintRing({ context, picture }: Canvas, box: number): void {
  if (box < 0) return;
  const { scene, palette, camera } = picture;
  const out = 2 + 1 / camera.scale;
  context.lineWidth = Math.max(2, 2 / camera.scale);
  context.strokeStyle = palette.focus;
  context.beginPath();
  context.roundRect(
    scene.drawn.x[box]! - out,
    scene.drawn.y[box]! - out,
    scene.plan.input.widths[box]! + 2 * out,
    SIZE.box + 2 * out,
    5,
  );
  context.stroke();
}
