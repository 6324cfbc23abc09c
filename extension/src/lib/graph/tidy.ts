/* Takes out the groups that say nothing, and puts lines of one function into the order of the source. */

import { isGroup, type Child, type Group } from './group';
import type { Item } from './item';

/** Replaces groups that hold too little, or that their parent already names, by what they hold. */
export function flatten(group: Group): void {
  group.children = group.children.flatMap((child) => {
    if (!isGroup(child)) return [child];
    flatten(child);
    return needless(child, group) ? adopt(group, child.children) : [child];
  });
  const only = group.children[0];
  if (group.kind === 'module' && group.children.length === 1 && isGroup(only!) && only.kind === 'module') {
    group.title = only.title.startsWith(`${group.title}.`) ? only.title : `${group.title}.${only.title}`;
    group.children = adopt(group, only.children);
  }
}

/** A module that holds nothing but one line, or one run of equal copies, is that. */
export function dropShells(group: Group): void {
  group.children = group.children.flatMap((child) => {
    if (!isGroup(child)) return [child];
    dropShells(child);
    const shell = child.kind === 'module' && group.kind !== 'repeat' && child.children.length === 1;
    return shell && isGroup(child.children[0]!) ? adopt(group, child.children) : [child];
  });
}

function needless(child: Group, parent: Group): boolean {
  if (child.kind === 'part') return child.children.length < 2;
  if (child.kind !== 'pass') return false;
  return !parent.children.some(
    (other) => isGroup(other) && other !== child && other.kind === 'pass' && other.title === child.title,
  );
}

function adopt(parent: Group, children: Child[]): Child[] {
  for (const child of children) if (isGroup(child)) child.parent = parent;
  return children;
}

/** Moves a line up past lines of the same function that come after it in the source and that it does not need. */
export function sortLines(root: Group, items: readonly Item[]): void {
  const unsorted = new Map<Group, Map<Child, Set<Child>>>();
  collectUnsorted(root, unsorted);
  if (unsorted.size === 0) return;
  const parents = new Map<number, Group>();
  collectParents(root, parents);
  items.forEach((item, at) => {
    for (const input of item.inputs) note(unsorted, parents, input, at);
  });
  for (const [group, needs] of unsorted) group.children = sorted(group.children, needs);
}

function collectUnsorted(group: Group, found: Map<Group, Map<Child, Set<Child>>>): void {
  if (group.children.some((child, at) => at > 0 && belongsBefore(child, group.children[at - 1]!))) {
    found.set(group, new Map());
  }
  for (const child of group.children) if (isGroup(child)) collectUnsorted(child, found);
}

function collectParents(group: Group, parents: Map<number, Group>): void {
  for (const child of group.children) {
    if (isGroup(child)) collectParents(child, parents);
    else parents.set(child, group);
  }
}

/** In the backward pass the source runs from below. */
function belongsBefore(child: Child, other: Child): boolean {
  if (!isGroup(child) || !isGroup(other) || !child.line || !other.line) return false;
  if (child.line.scope !== other.line.scope || child.backward !== other.backward) return false;
  const apart = child.line.number - other.line.number;
  return child.backward ? apart > 0 : apart < 0;
}

/** Notes which child of an unsorted group the edge leads from and to. */
function note(
  unsorted: Map<Group, Map<Child, Set<Child>>>,
  parents: Map<number, Group>,
  source: number,
  target: number,
): void {
  const above = new Map<Group, Child>();
  for (let group = parents.get(source) ?? null, child: Child = source; group; child = group, group = group.parent) {
    above.set(group, child);
  }
  for (let group = parents.get(target) ?? null, child: Child = target; group; child = group, group = group.parent) {
    const other = above.get(group);
    if (other === undefined) continue;
    const needs = unsorted.get(group);
    if (needs && other !== child) needs.set(child, (needs.get(child) ?? new Set()).add(other));
    return;
  }
}

function sorted(children: readonly Child[], needs: ReadonlyMap<Child, ReadonlySet<Child>>): Child[] {
  const made: Child[] = [];
  for (const child of children) {
    let at = made.length;
    while (at > 0 && belongsBefore(child, made[at - 1]!) && !needs.get(child)?.has(made[at - 1]!)) at--;
    made.splice(at, 0, child);
  }
  return made;
}

/** Counts the ops of every group. */
export function countOps(group: Group, items: readonly Item[]): number {
  group.size = 0;
  for (const child of group.children) {
    if (isGroup(child)) group.size += countOps(child, items);
    else if (items[child]!.role === 'op' || items[child]!.role === 'view') group.size++;
  }
  return group.size;
}
