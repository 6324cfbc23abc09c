/* Edges: all plain ones as one path, then the lit ones above them. */

import { EDGES_FROM, LINES_FROM, TEXT_FROM, type Canvas } from './tools';

const CORNER = 5;
const HEAD = { half: 3.5, length: 5.5 };

export function paintEdges(canvas: Canvas): void {
  const { picture, context } = canvas;
  if (picture.camera.scale < EDGES_FROM) return;
  const plain: number[] = [];
  const lit: number[] = [];
  for (const edge of picture.scene.buckets.edgesIn(canvas.top, canvas.bottom))
    (isLit(canvas, edge) ? lit : plain).push(edge);
  stroke(canvas, plain, picture.palette.line2, 1.2);
  stroke(canvas, lit, picture.palette.bar, 1.6);
  context.lineWidth = 1;
}

/** Both ends are marked, or one of them is what the reader chose or points at. */
function isLit({ picture }: Canvas, edge: number): boolean {
  const { marks, pointed, focused, scene } = picture;
  const [source, target] = [scene.plan.input.from[edge]!, scene.plan.input.to[edge]!];
  if (source === pointed || target === pointed || source === focused || target === focused) return true;
  return marks[source] === 2 || marks[target] === 2 || (marks[source]! > 0 && marks[target]! > 0);
}

function stroke(canvas: Canvas, edges: readonly number[], colour: string, width: number): void {
  const { context, picture } = canvas;
  const { scale } = picture.camera;
  if (edges.length === 0) return;
  context.strokeStyle = colour;
  context.lineWidth = scale < LINES_FROM ? 0.6 / scale : width;
  context.beginPath();
  for (const edge of edges) trace(canvas, edge, scale >= TEXT_FROM);
  context.stroke();
  if (scale < LINES_FROM) return;
  context.fillStyle = colour;
  context.beginPath();
  for (const edge of edges) head(canvas, edge);
  context.fill();
}

function trace({ context, picture }: Canvas, edge: number, round: boolean): void {
  const { points, starts } = picture.scene.drawn;
  const [from, last] = [starts[edge]!, starts[edge + 1]! - 2];
  context.moveTo(points[from]!, points[from + 1]!);
  for (let at = from + 2; at < last; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    const before = Math.abs(x - points[at - 2]!) + Math.abs(y - points[at - 1]!);
    const after = Math.abs(x - points[at + 2]!) + Math.abs(y - points[at + 3]!);
    const radius = Math.min(CORNER, before / 2, after / 2);
    if (round) context.arcTo(x, y, points[at + 2]!, points[at + 3]!, radius);
    else context.lineTo(x, y);
  }
  if (last > from) context.lineTo(points[last]!, points[last + 1]!);
}

/** The arrow head: down into the upper side of a box, or sideways into its flank. */
function head({ context, picture }: Canvas, edge: number): void {
  const { points, starts } = picture.scene.drawn;
  const last = starts[edge + 1]! - 2;
  if (last < starts[edge]! + 2) return;
  const [x, y] = [points[last]!, points[last + 1]!];
  const way = Math.sign(x - points[last - 2]!);
  const { half, length } = HEAD;
  context.moveTo(x, y);
  if (way === 0) {
    context.lineTo(x - half, y - length);
    context.lineTo(x + half, y - length);
  } else {
    context.lineTo(x - way * length, y - half);
    context.lineTo(x - way * length, y + half);
  }
  context.closePath();
}
