/* What lies under a point of the view. */

import { PLAN, type Group, type Item } from '../../lib/graph';
import type { Camera } from './camera';
import { callOf, groupRefs, refsOf, type Scene } from './scene';

/** Why two kernel calls are not one, as sentences. */
export type Why = (a: string, b: string) => readonly string[];

export interface Target {
  /** The box, or -1 for the title of a frame, the head of a section or an edge. */
  readonly box: number;
  /** An edge between two kernels, or -1. */
  readonly edge: number;
  readonly item: Item | null;
  readonly group: Group | null;
  readonly refs: readonly string[];
  /** The point is on a sign that opens or closes the group. */
  readonly fold: boolean;
  /** Said in a tip: what had to be cut. */
  readonly title: string;
}

const SIGN = 22;

const NOTHING: Target = { box: -1, edge: -1, item: null, group: null, refs: [], fold: false, title: '' };

export function targetAt(scene: Scene, camera: Camera, px: number, py: number, why: Why): Target | null {
  const [x, y] = [camera.x + px / camera.scale, camera.y + py / camera.scale];
  const box = scene.buckets.boxAt(x, y, scene.plan.input.widths);
  if (box >= 0) return boxTarget(scene, box, x);
  return edgeTarget(scene, x, y, NEAR / camera.scale, why) ?? frameTarget(scene, x, y) ?? headTarget(scene, y);
}

/** An edge is met within so many pixels. */
const NEAR = 4;

/** An edge from one kernel to another: where fusion ended, and why. */
function edgeTarget(scene: Scene, x: number, y: number, near: number, why: Why): Target | null {
  const { input, boxes } = scene.plan;
  for (const edge of scene.buckets.edgesIn(y - near, y + near)) {
    if (!meets(scene, edge, x, y, near)) continue;
    const ends = [input.from[edge]!, input.to[edge]!];
    const [a, b] = ends.map((box) => callOf(scene.outline, boxes[box]!));
    const reasons = a && b && a !== b ? why(a, b) : [];
    if (reasons.length === 0) continue;
    const names = [a, b].map((call) => scene.kernels.get(call!) ?? '');
    const title = `Not fused: ${reasons.join('; ')}\n${names.join(' → ')}`;
    return { ...NOTHING, edge, refs: ends.flatMap((box) => refsOf(scene, box)), title };
  }
  return null;
}

/** Whether an edge passes a point: its stretches all run straight down or across. */
function meets({ drawn: { points, starts } }: Scene, edge: number, x: number, y: number, near: number): boolean {
  for (let at = starts[edge]!; at + 3 < starts[edge + 1]!; at += 2) {
    const [x0, y0, x1, y1] = [points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!];
    const across = x >= Math.min(x0, x1) - near && x <= Math.max(x0, x1) + near;
    if (across && y >= Math.min(y0, y1) - near && y <= Math.max(y0, y1) + near) return true;
  }
  return false;
}

function boxTarget(scene: Scene, box: number, x: number): Target {
  const { item, group, label, detail, hides, leaves } = scene.plan.boxes[box]!;
  const right = scene.drawn.x[box]! + scene.plan.input.widths[box]!;
  const folded = hides > 0 ? `, ${hides} ${hides === 1 ? 'view' : 'views'} hidden` : '';
  const title = item?.line?.text ? `\n${item.line.number} ${item.line.text}` : '';
  return {
    box,
    edge: -1,
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
  return group ? { ...NOTHING, group, fold: true, title: `Close ${group.title}` } : null;
}

/** The head of a section: all that its line makes. */
function headTarget(scene: Scene, y: number): Target | null {
  const { plan, drawn, outline } = scene;
  const at = plan.sections.findIndex(
    ({ line }, one) => line && y >= drawn.tops[one]! && y < drawn.tops[one]! + PLAN.HEAD,
  );
  const group = plan.sections[at]?.group;
  if (!group?.line) return null;
  return { ...NOTHING, group, refs: groupRefs(outline, group), title: group.line.text };
}
