/* What of an outline is shown: which kinds of nodes, which groups are open, and what is open at first. */

import { groupsOf, isGroup, type Child, type Group } from './group';
import type { Outline } from './outline';

/** The reader's choices for one graph. Keys of groups in `open` are open; a `repeat` in `apart` shows every copy. */
export interface Shown {
  readonly open: ReadonlySet<string>;
  readonly apart: ReadonlySet<string>;
  readonly views: boolean;
  readonly weights: boolean;
}

/** What of `Shown` decides whether a thing has a box when all is open. */
type Filter = Pick<Shown, 'views' | 'weights' | 'apart'>;

const NONE: ReadonlySet<string> = new Set();

/** The first view never has more boxes than this. */
export const FIRST_VIEW = 300;
/** Parts of a line with more ops than this start closed. */
const PLAIN = 5;

/** Whether the item at `at` has a box of its own when its group is open. */
export function isShown(outline: Outline, at: number, shown: Filter): boolean {
  const role = outline.items[at]!.role;
  return role === 'view' ? shown.views : role === 'weight' ? shown.weights : true;
}

/** A group that has no closed form: what it holds is always drawn. */
export function alwaysOpen(outline: Outline, group: Group, shown: Filter): boolean {
  if (group.kind === 'root' || group.kind === 'inputs') return true;
  if (isDrawnCopy(group, shown.apart)) return true;
  return (group.kind === 'part' || group.kind === 'line') && boxesIn(outline, group, shown) <= 1;
}

/** The copy that is drawn for all others of a folded `repeat`: it has no frame and no closed form of its own. */
export function isDrawnCopy(group: Group, apart: ReadonlySet<string>): boolean {
  const { parent } = group;
  return parent !== null && parent.kind === 'repeat' && !apart.has(parent.key);
}

/** The children of an open group that are drawn: of equal copies the first, unless they are shown apart. */
export function drawnChildren(group: Group, apart: ReadonlySet<string>): readonly Child[] {
  return group.kind === 'repeat' && !apart.has(group.key) ? group.children.slice(0, 1) : group.children;
}

/** How many boxes the direct children of a group take when all groups among them are closed. */
function boxesIn(outline: Outline, group: Group, shown: Filter): number {
  let count = 0;
  for (const child of drawnChildren(group, shown.apart)) {
    if (!isGroup(child)) count += isShown(outline, child, shown) ? 1 : 0;
    else count += alwaysOpen(outline, child, shown) ? boxesIn(outline, child, shown) : 1;
  }
  return count;
}

/** Opens the largest groups first as long as all boxes together stay few. */
export function firstView(outline: Outline, limit = FIRST_VIEW): Shown {
  const shown = { views: false, weights: false, apart: NONE };
  const open = new Set<string>();
  const closed: Group[] = [];
  const reveal = (group: Group) => {
    open.add(group.key);
    for (const child of drawnChildren(group, NONE)) {
      if (!isGroup(child)) continue;
      if (alwaysOpen(outline, child, shown)) reveal(child);
      else closed.push(child);
    }
  };
  reveal(outline.root);
  let count = boxesIn(outline, outline.root, shown);
  while (closed.length > 0) {
    const group = takeLargest(closed);
    const more = boxesIn(outline, group, shown) - 1;
    if (count + more > limit || (group.kind === 'part' && group.size > PLAIN)) continue;
    count += more;
    reveal(group);
  }
  return { open, ...shown };
}

function takeLargest(groups: Group[]): Group {
  let best = 0;
  for (let at = 1; at < groups.length; at++) if (groups[at]!.size > groups[best]!.size) best = at;
  return groups.splice(best, 1)[0]!;
}

/** Everything open. */
export function everything(outline: Outline, views: boolean, weights: boolean): Shown {
  const groups = groupsOf(outline.root);
  return {
    open: new Set(groups.map((group) => group.key)),
    apart: new Set(groups.flatMap((group) => (group.kind === 'repeat' ? [group.key] : []))),
    views,
    weights,
  };
}

/** `shown` with a group opened or closed. */
export function toggle(shown: Shown, key: string): Shown {
  const open = new Set(shown.open);
  if (!open.delete(key)) open.add(key);
  return { ...shown, open };
}

/** `shown` with every copy of the equal ones drawn, or again only the first; its group is open then. */
export function toggleCopies(outline: Outline, shown: Shown): Shown {
  const repeats = groupsOf(outline.root).filter((group) => group.kind === 'repeat');
  const apart = new Set(shown.apart.size > 0 ? [] : repeats.map((group) => group.key));
  return { ...shown, apart, open: new Set([...shown.open, ...apart]) };
}

/** `shown` with everything above the item with this ref open, so that it has a box. */
export function revealItem(outline: Outline, shown: Shown, ref: string): Shown {
  const at = outline.items.findIndex((item) => item.ref === ref);
  const open = new Set(shown.open);
  for (let group = outline.holders[at] ?? null; group; group = group.parent) open.add(group.key);
  return { ...shown, open };
}

/** Only the lines around one node are open, up to `limit` boxes; null when the graph has no lines. */
export function nearby(outline: Outline, ref: string | null, limit = FIRST_VIEW / 2) {
  const shown: Shown = { open: new Set(), apart: NONE, views: false, weights: false };
  const lines = groupsOf(outline.root).filter((group) => group.kind === 'line');
  const at = Math.max(
    0,
    outline.items.findIndex((item) => item.ref === ref),
  );
  const holder = outline.holders[at];
  const start = Math.max(
    0,
    lines.findIndex((line) => line === holder || (holder && groupsOf(line).includes(holder))),
  );
  const open = new Set<string>();
  const numbers: number[] = [];
  let boxes = 0;
  for (const line of lines.slice(start)) {
    boxes += line.size;
    if (boxes > limit && numbers.length > 0) break;
    for (let group: Group | null = line; group; group = group.parent) open.add(group.key);
    for (const group of groupsOf(line)) open.add(group.key);
    numbers.push(line.line!.number);
  }
  if (numbers.length === 0) return null;
  return { shown: { ...shown, open }, from: Math.min(...numbers), to: Math.max(...numbers) };
}
