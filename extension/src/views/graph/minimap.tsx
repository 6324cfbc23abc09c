/* The whole drawing in small, with what the view shows of it; from two screens on. */

import { useSignalEffect, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { SIZE } from '../../lib/layout';
import { homeCamera, type Camera, type View } from './camera';
import { readPalette, watchTheme } from './palette';
import type { Marks, Scene } from './scene';

const WIDTH = 72;
const SCREENS = 2;
/** A view that is no wider has no room for it. */
const NARROW = 560;

/** The room that the map takes at the right edge of the view. */
export const MAP_ROOM = WIDTH + 16;

/** Whether the map is shown: from two screens on, where there is room. */
export function hasMap({ drawn }: Scene, camera: Camera, view: View): boolean {
  return mapHeight(view) > 80 && view.width > NARROW && drawn.height * camera.scale > SCREENS * view.height;
}

function mapHeight(view: View): number {
  return Math.min(view.height - 48, 320);
}

export interface MinimapProps {
  readonly scene: Scene;
  readonly camera: Signal<Camera | null>;
  readonly view: Signal<View>;
  readonly marks: () => Marks;
}

export function Minimap({ scene, camera, view, marks }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const seen = camera.value ?? homeCamera(scene.drawn, view.value);
  const height = mapHeight(view.value);
  const needed = hasMap(scene, seen, view.value);
  useSignalEffect(() => {
    const lit = marks();
    if (canvas.current) paintMap(canvas.current, scene, lit);
  });
  useEffect(() => {
    if (!canvas.current) return;
    const again = () => canvas.current && paintMap(canvas.current, scene, marks());
    again();
    return watchTheme(canvas.current, again);
  }, [scene, needed, height]);
  if (!needed) return null;
  const [sx, sy] = [WIDTH / scene.drawn.width, height / scene.drawn.height];
  const go = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    const box = canvas.current!.getBoundingClientRect();
    camera.value = centred(seen, scene, view.value, (event.clientX - box.left) / sx, (event.clientY - box.top) / sy);
  };
  return (
    <div class="ce-minimap" aria-hidden="true" onPointerDown={go} onPointerMove={go}>
      <canvas ref={canvas} style={{ width: `${WIDTH}px`, height: `${height}px` }} />
      <div
        ref={frame}
        class="ce-minimap-view"
        style={{
          left: `${Math.max(0, seen.x * sx)}px`,
          top: `${seen.y * sy}px`,
          width: `${Math.min(WIDTH, (view.value.width / seen.scale) * sx)}px`,
          height: `${Math.max(3, (view.value.height / seen.scale) * sy)}px`,
        }}
      />
    </div>
  );
}

function centred(camera: Camera, { drawn }: Scene, view: View, x: number, y: number): Camera {
  const [width, height] = [view.width / camera.scale, view.height / camera.scale];
  const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
  return {
    x: width >= drawn.width ? camera.x : within(x - width / 2, drawn.width - width),
    y: within(y - height / 2, drawn.height - height),
    scale: camera.scale,
  };
}

function paintMap(canvas: HTMLCanvasElement, { drawn, plan }: Scene, marks: Marks): void {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d')!;
  const palette = readPalette(canvas.parentElement!);
  const [sx, sy] = [canvas.width / drawn.width, canvas.height / drawn.height];
  [palette.line2, palette.bar, palette.bar].forEach((colour, mark) => {
    context.fillStyle = colour;
    plan.input.widths.forEach((w, box) => {
      if (marks[box] !== mark) return;
      context.fillRect(
        drawn.x[box]! * sx,
        drawn.y[box]! * sy,
        Math.max(1, w * sx),
        Math.max(mark > 0 ? 2 : 0.6, SIZE.box * sy),
      );
    });
  });
}
