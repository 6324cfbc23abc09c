/* What lies under a point of the view. */

import { PLAN, type Group, type Item } from '../../lib/graph';
import type { Camera } from './camera';
import { groupRefs, refsOf, type Scene } from './scene';

export interface Target {
  /** The box, or -1 for the title of a frame or the head of a section. */
  readonly box: number;
  readonly item: Item | null;
  readonly group: Group | null;
  readonly refs: readonly string[];
  /** The point is on a sign that opens or closes the group. */
  readonly fold: boolean;
  /** Said in a tip: what had to be cut. */
  readonly title: string;
}

const SIGN = 22;

export function targetAt(scene: Scene, camera: Camera, px: number, py: number): Target | null {
  const [x, y] = [camera.x + px / camera.scale, camera.y + py / camera.scale];
  const box = scene.buckets.boxAt(x, y, scene.plan.input.widths);
  return box >= 0 ? boxTarget(scene, box, x) : (frameTarget(scene, x, y) ?? headTarget(scene, y));
}

function boxTarget(scene: Scene, box: number, x: number): Target {
  const { item, group, label, detail, hides, leaves } = scene.plan.boxes[box]!;
  const right = scene.drawn.x[box]! + scene.plan.input.widths[box]!;
  const folded = hides > 0 ? `, ${hides} ${hides === 1 ? 'view' : 'views'} hidden` : '';
  const title = item?.line?.text ? `\n${item.line.number} ${item.line.text}` : '';
  return {
    box,
    item,
    group,
    refs: refsOf(scene, box),
    fold: group !== null && x > right - SIGN,
    title: `${label} ${detail}${folded}${leaves ? ', leaves the graph' : ''}${title}`.trim(),
  };
}

/** The title row of the innermost frame there: a press on it closes the group. */
function frameTarget(scene: Scene, x: number, y: number): Target | null {
  const at = scene.drawn.frames.findLastIndex(
    (frame) => x >= frame.x && x <= frame.x + frame.w && y >= frame.y && y <= frame.y + PLAN.TITLE,
  );
  const group = scene.plan.frames[at]?.group;
  return group ? { box: -1, item: null, group, refs: [], fold: true, title: `Close ${group.title}` } : null;
}

/** The head of a section: all that its line makes. */
function headTarget(scene: Scene, y: number): Target | null {
  const { plan, drawn, outline } = scene;
  const at = plan.sections.findIndex(
    ({ line }, one) => line && y >= drawn.tops[one]! && y < drawn.tops[one]! + PLAN.HEAD,
  );
  const group = plan.sections[at]?.group;
  if (!group?.line) return null;
  return { box: -1, item: null, group, refs: groupRefs(outline, group), fold: false, title: group.line.text };
}
