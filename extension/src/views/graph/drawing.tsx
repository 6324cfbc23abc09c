/* The canvas of a drawing: paints what the camera sees, and follows pointer and wheel. */

import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { homeCamera, show, type Camera, type View } from './camera';
import { hasMap, MAP_ROOM } from './minimap';
import { paint, type Change } from './paint';
import { readPalette, watchTheme, type Palette } from './palette';
import { usePointer } from './pointer';
import { boxRect, type Marks, type Scene } from './scene';
import type { Target, Why } from './target';

export interface DrawingProps {
  readonly scene: Scene;
  readonly camera: Signal<Camera | null>;
  readonly view: Signal<View>;
  /** Reads signals: called while painting. */
  readonly marks: () => Marks;
  readonly focused: number;
  readonly changed: ReadonlyMap<string, Change> | undefined;
  /** Why two kernel calls are not one. */
  readonly why: Why;
  readonly onPoint: (target: Target | null) => void;
  readonly onPick: (target: Target | null, add: boolean) => void;
  readonly onToggle: (target: Target) => void;
}

export function Drawing(props: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointed = useSignal(-1);
  const palette = useSignal<Palette | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { scene, camera, view } = props;

  useLayoutEffect(() => fitCanvas(canvas.current!, view), []);
  useEffect(() => {
    const read = () => (palette.value = readPalette(canvas.current!.parentElement!));
    read();
    return watchTheme(canvas.current!, read);
  }, []);
  const painted = useSignal(0);
  useEffect(() => void painted.value++, [scene, props.focused, props.changed]);
  useSignalEffect(() => {
    void painted.value;
    const { scene, marks, focused, changed } = latest.current;
    if (!palette.value || view.value.width === 0) return;
    const context = canvas.current!.getContext('2d')!;
    const ratio = devicePixelRatio;
    const seen = camera.value ?? homeCamera(scene.drawn, view.value);
    const covered = hasMap(scene, seen, view.value) ? MAP_ROOM : 0;
    const picture = {
      scene,
      camera: seen,
      view: view.value,
      palette: palette.value,
      marks: marks(),
      changed,
      ratio,
      covered,
    };
    const frame = requestAnimationFrame(() => paint(context, { ...picture, focused, pointed: pointed.value }));
    void pointed.value;
    return () => cancelAnimationFrame(frame);
  });
  usePointer(canvas, latest, pointed);
  return <canvas ref={canvas} class="ce-graph-canvas" aria-hidden="true" data-boxes={scene.plan.boxes.length} />;
}

/** Keeps the canvas as large as its parent, sharp on its screen. */
function fitCanvas(canvas: HTMLCanvasElement, view: Signal<View>): () => void {
  const parent = canvas.parentElement!;
  const measure = () => {
    const { clientWidth: width, clientHeight: height } = parent;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    view.value = { ...view.peek(), width, height };
  };
  const observer = new ResizeObserver(measure);
  observer.observe(parent);
  measure();
  return () => observer.disconnect();
}

/** Moves the camera as little as needed to show a box. */
export function showBox(camera: Signal<Camera | null>, view: View, scene: Scene, box: number): void {
  if (view.width === 0) return;
  camera.value = show(camera.peek() ?? homeCamera(scene.drawn, view), boxRect(scene, box), scene.drawn, view);
}
