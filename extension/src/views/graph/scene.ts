/* A drawing with everything that painting and pointing at it need. */

import { isGroup, itemsOf, type Box, type Group, type Item, type Outline, type Plan } from '../../lib/graph';
import { Buckets, hullsOf, incidence, SIZE, type Hull, type Incidence, type Layout, type Rect } from '../../lib/layout';

export interface Scene {
  readonly outline: Outline;
  readonly plan: Plan;
  readonly drawn: Layout;
  readonly buckets: Buckets;
  /** The box of each node that has one, by ref, and of each closed group, by key. */
  readonly places: ReadonlyMap<string, number>;
  /** The edges that end, and that begin, at each box. */
  readonly incoming: Incidence;
  readonly outgoing: Incidence;
  /** Outlines around the boxes of each generated kernel, named by the refs of their calls. */
  readonly hulls: readonly Hull[];
  /** The names of kernels, by the refs of their calls. */
  readonly kernels: ReadonlyMap<string, string>;
  /** The width of one character of the boxes' font. */
  readonly em: number;
}

/** How each box stands to the selection: 0 not, 1 linked, 2 selected. */
export type Marks = Uint8Array;

export function makeScene(outline: Outline, plan: Plan, drawn: Layout, em: number): Scene {
  const hulls = hullsOf(drawn, plan.input.widths, (box) => kernelOf(outline, plan.boxes[box]!));
  const kernels = new Map(outline.items.flatMap(({ call }) => (call ? [[call.ref, call.name]] : [])));
  return {
    outline,
    plan,
    drawn,
    em,
    buckets: new Buckets(drawn),
    places: new Map(plan.boxes.map(({ item, group }, box) => [item?.ref ?? group!.key, box])),
    incoming: incidence(plan.input.to, plan.boxes.length),
    outgoing: incidence(plan.input.from, plan.boxes.length),
    hulls,
    kernels,
  };
}

/** The kernel call that a box is fused into; of a closed group, only when all its ops are in the same one. */
export function callOf(outline: Outline, box: Box): string | null {
  const found = new Set(opsOf(outline, box).map(({ call }) => call?.ref ?? null));
  return found.size === 1 ? [...found][0]! : null;
}

/** The same for what is drawn as a hull: a library call has none. */
function kernelOf(outline: Outline, box: Box): string | null {
  return opsOf(outline, box).some(({ extern }) => extern) ? null : callOf(outline, box);
}

function opsOf(outline: Outline, { item, group }: Box): readonly Item[] {
  if (item) return [item];
  return itemsOf(group!)
    .map((at) => outline.items[at]!)
    .filter(({ role }) => role === 'op');
}

/** Marks by box, from refs. */
export function marksOf({ plan, outline }: Scene, selected: ReadonlySet<string>, linked: ReadonlySet<string>): Marks {
  const marks = new Uint8Array(plan.boxes.length);
  outline.items.forEach((item, at) => {
    const box = plan.boxOf[at]!;
    if (box < 0 || marks[box] === 2) return;
    if (selected.has(item.ref)) marks[box] = 2;
    else if (linked.has(item.ref)) marks[box] = 1;
  });
  return marks;
}

/** The refs that a box stands for. */
export function refsOf({ outline, plan }: Scene, box: number): readonly string[] {
  const { item, group } = plan.boxes[box]!;
  return item ? [item.ref] : groupRefs(outline, group!);
}

export function groupRefs(outline: Outline, group: Group): readonly string[] {
  return itemsOf(group)
    .map((at) => outline.items[at]!)
    .flatMap(({ role, ref }) => (role === 'weight' ? [] : [ref]));
}

export function boxRect({ plan, drawn }: Scene, box: number): Rect {
  return { x: drawn.x[box]!, y: drawn.y[box]!, w: plan.input.widths[box]!, h: SIZE.box };
}

/** Where a group stands: its box, its frame, or the section of its line; null when it is not drawn. */
export function groupRect(scene: Scene, group: Group): Rect | null {
  const { plan, drawn } = scene;
  const box = plan.boxes.findIndex((one) => one.group === group);
  if (box !== -1) return boxRect(scene, box);
  const frame = plan.frames.findIndex((one) => one.group === group);
  if (frame !== -1) return { ...drawn.frames[frame]!, h: 22 };
  const section = plan.sections.findIndex((one) => one.group === group);
  if (section !== -1) return { x: 0, y: drawn.tops[section]!, w: drawn.width, h: 20 };
  const first = group.children.find((child) => !isGroup(child));
  const holder = first === undefined ? -1 : plan.boxOf[first as number]!;
  return holder >= 0 ? boxRect(scene, holder) : null;
}
