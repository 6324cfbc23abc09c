/* Brings what was selected elsewhere into view, only when none of it is. */

import { useSignalEffect, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Model } from '../../model';
import { homeCamera, type Camera, type View } from './camera';
import { showBox } from './drawing';
import { boxRect, marksOf, type Scene } from './scene';

/** A selection may change the size of the view: for so many milliseconds it is looked at again. */
const SETTLING = 500;

/** Moves the camera to the first selected box, else the first linked one, when no such box can be seen. */
export function useReveal(model: Model, scene: Scene, camera: Signal<Camera | null>, view: Signal<View>): void {
  const last = useRef<{ selection: readonly string[] | null; at: number }>({ selection: null, at: 0 });
  useSignalEffect(() => {
    const selection = model.state.selection.value;
    const size = view.value;
    const known = selection === last.current.selection;
    if (size.width === 0 || (known && performance.now() - last.current.at > SETTLING)) return;
    if (!known) last.current = { selection, at: performance.now() };
    if (selection.length === 0) return;
    const marks = marksOf(scene, model.selected.value, model.index.value.linked(selection));
    const lit = [2, 1].flatMap((mark) => Array.from(marks.keys()).filter((box) => marks[box] === mark));
    const seen = camera.peek() ?? homeCamera(scene.drawn, size);
    if (lit.length > 0 && !lit.some((box) => inView(scene, box, seen, size))) showBox(camera, size, scene, lit[0]!);
  });
}

function inView(scene: Scene, box: number, { x, y, scale }: Camera, view: View): boolean {
  const rect = boxRect(scene, box);
  const across = rect.x < x + view.width / scale && rect.x + rect.w > x;
  return across && rect.y < y + view.height / scale && rect.y + rect.h > y;
}
