/* Paints the part of a drawing that the camera sees. */

import type { Camera, View } from '../camera';
import type { Palette } from '../palette';
import type { Marks, Scene } from '../scene';
import { paintBoxes } from './boxes';
import { paintEdges } from './edges';
import { paintBundles, paintFrames, paintHulls, paintTitles } from './frames';
import { paintHeads, paintNotes, paintTexts } from './heads';
import { TEXT_FROM, type Canvas, type Change } from './tools';

export type { Change } from './tools';

/** Everything one picture depends on. */
export interface Picture {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly view: View;
  readonly palette: Palette;
  readonly marks: Marks;
  /** The box under the pointer and the one with the keyboard's focus, or -1. */
  readonly pointed: number;
  readonly focused: number;
  /** How nodes differ from the graph of the step before, by ref. */
  readonly changed: ReadonlyMap<string, Change> | undefined;
  /** The room at the right edge that something else covers. */
  readonly covered: number;
  /** Device pixels for one CSS pixel. */
  readonly ratio: number;
}

export function paint(context: CanvasRenderingContext2D, picture: Picture): void {
  const { camera, view, palette, ratio } = picture;
  const canvas: Canvas = { context, picture, top: camera.y, bottom: camera.y + view.height / camera.scale };
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, view.width, view.height);
  inDrawing(canvas, () => paintFrames(canvas));
  paintHeads(canvas);
  inDrawing(canvas, () => {
    paintHulls(canvas);
    paintEdges(canvas);
    paintBoxes(canvas);
    if (camera.scale >= TEXT_FROM) paintBundles(canvas);
  });
  paintTitles(canvas);
  paintTexts(canvas);
  paintNotes(canvas);
}

function inDrawing({ context, picture: { camera, ratio } }: Canvas, work: () => void): void {
  const scale = camera.scale * ratio;
  context.setTransform(scale, 0, 0, scale, -camera.x * scale, -camera.y * scale);
  work();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}
