/* Keeps a group where it is on screen while it opens or closes: the drawing grows around it. */

import type { Signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Group } from '../../lib/graph';
import { homeCamera, settle, type Camera, type View } from './camera';
import { groupRect, type Scene } from './scene';

interface Anchor {
  readonly group: Group;
  /** Where the middle of its upper edge stands in the view. */
  readonly x: number;
  readonly y: number;
}

/** Returns what to call with the group that is about to open or close. */
export function useAnchor(scene: Scene, camera: Signal<Camera | null>, view: Signal<View>): (group: Group) => void {
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    const held = anchor.current;
    anchor.current = null;
    const seen = camera.peek();
    if (!seen || view.peek().width === 0) return;
    const rect = held && groupRect(scene, held.group);
    const x = rect ? rect.x + rect.w / 2 - held.x / seen.scale : seen.x;
    const y = rect ? rect.y - held.y / seen.scale : seen.y;
    camera.value = settle({ x, y, scale: seen.scale }, scene.drawn, view.peek());
  }, [scene]);
  return (group) => {
    const seen = camera.peek() ?? homeCamera(scene.drawn, view.peek());
    const rect = groupRect(scene, group);
    if (!rect || view.peek().width === 0) return;
    camera.value = seen;
    anchor.current = { group, x: (rect.x + rect.w / 2 - seen.x) * seen.scale, y: (rect.y - seen.y) * seen.scale };
  };
}
