/* Pointer and wheel over a drawing: pointing, picking, dragging, zooming. */

import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { homeCamera, pan, zoom, type Camera, type View } from './camera';
import type { DrawingProps } from './drawing';
import type { Scene } from './scene';
import { targetAt, type Target } from './target';

/** Follows the pointer over `canvas`; `pointed` is the box under it, or -1. */
export function usePointer(
  canvas: { current: HTMLCanvasElement | null },
  latest: { current: DrawingProps },
  pointed: Signal<number>,
) {
  useEffect(() => {
    const element = canvas.current!;
    const moved = new Mover(element, latest, pointed);
    const options = { signal: moved.stop.signal };
    element.addEventListener('pointerdown', moved.down, options);
    element.addEventListener('pointermove', moved.move, options);
    element.addEventListener('pointerup', moved.up, options);
    element.addEventListener('pointercancel', moved.cancel, options);
    element.addEventListener('pointerleave', moved.leave, options);
    element.addEventListener('dblclick', moved.double, options);
    element.addEventListener('wheel', moved.wheel, { ...options, passive: false });
    return () => moved.stop.abort();
  }, []);
}

/** A press that moves further than this is a drag and not a pick, in pixels. */
const STEADY = 4;

class Mover {
  readonly stop = new AbortController();
  private pressed: { x: number; y: number; dragging: boolean } | null = null;
  private edge = -1;

  constructor(
    private readonly element: HTMLCanvasElement,
    private readonly latest: { current: DrawingProps },
    private readonly pointed: Signal<number>,
  ) {}

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.pressed = { x: event.clientX, y: event.clientY, dragging: false };
  };

  readonly move = (event: PointerEvent): void => {
    if (!this.pressed) return this.point(event);
    const { pressed } = this;
    const [dx, dy] = [event.clientX - pressed.x, event.clientY - pressed.y];
    if (!pressed.dragging && Math.hypot(dx, dy) < STEADY) return;
    if (!pressed.dragging) this.element.setPointerCapture(event.pointerId);
    this.pressed = { x: event.clientX, y: event.clientY, dragging: true };
    this.change((camera, scene, view) => pan(camera, -dx, -dy, scene.drawn, view));
  };

  readonly up = (event: PointerEvent): void => {
    const picked = this.pressed && !this.pressed.dragging;
    this.pressed = null;
    if (!picked) return;
    const target = this.target(event);
    const { onPick, onToggle } = this.latest.current;
    if (target?.fold) onToggle(target);
    else onPick(target, event.shiftKey);
  };

  readonly cancel = (): void => {
    this.pressed = null;
  };

  readonly leave = (): void => {
    this.pointed.value = -1;
    this.latest.current.onPoint(null);
  };

  readonly double = (event: MouseEvent): void => {
    const target = this.target(event);
    if (target?.group && target.box >= 0 && !target.fold) this.latest.current.onToggle(target);
  };

  /** The wheel pans; with control it zooms. At the end of the drawing the page scrolls on. */
  readonly wheel = (event: WheelEvent): void => {
    const { camera } = this.latest.current;
    const before = camera.peek();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const [x, y] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    const box = this.element.getBoundingClientRect();
    this.change((seen, scene, view) =>
      event.ctrlKey || event.metaKey
        ? zoom(
            seen,
            Math.exp(-event.deltaY / 300),
            event.clientX - box.left,
            event.clientY - box.top,
            scene.drawn,
            view,
          )
        : pan(seen, x * unit, y * unit, scene.drawn, view),
    );
    const after = camera.peek();
    if (event.ctrlKey || !before || !after || before.x !== after.x || before.y !== after.y) event.preventDefault();
  };

  private point(event: PointerEvent): void {
    const target = this.target(event);
    const box = target?.box ?? -1;
    this.element.style.cursor = target?.fold ? 'pointer' : '';
    this.element.title = target?.title ?? '';
    const edge = target?.edge ?? -1;
    if (box === this.pointed.value && edge === this.edge) return;
    this.pointed.value = box;
    this.edge = edge;
    this.latest.current.onPoint(box === -1 && edge === -1 ? null : target);
  }

  private target(event: MouseEvent): Target | null {
    const { scene, camera, view, why } = this.latest.current;
    const box = this.element.getBoundingClientRect();
    const seen = camera.peek() ?? homeCamera(scene.drawn, view.peek());
    return targetAt(scene, seen, event.clientX - box.left, event.clientY - box.top, why);
  }

  private change(move: (camera: Camera, scene: Scene, view: View) => Camera): void {
    const { scene, camera, view } = this.latest.current;
    camera.value = move(camera.peek() ?? homeCamera(scene.drawn, view.peek()), scene, view.peek());
  }
}
