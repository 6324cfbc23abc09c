/* The outline of a graph: its nodes grouped by module path, then source line, in an order that data can flow in. */

import { groupsOf, isGroup, itemsOf, type Child, type Group } from './group';
import { insertItems } from './insert';
import type { Item } from './item';
import { cutRuns, foldRepeats } from './repeats';
import { countOps, dropShells, flatten, sortLines } from './tidy';

/** Up to this many inputs stand at the top; of more, each stands above its first use. */
const AT_TOP = 6;

export interface Outline {
  readonly items: readonly Item[];
  readonly root: Group;
  readonly groups: ReadonlyMap<string, Group>;
  /** The group that directly holds each item. */
  readonly holders: readonly (Group | undefined)[];
}

/** The outline of `items`, whose inputs all stand before their uses; inputs stand beside a view only when `views` are shown. */
export function outlineOf(items: readonly Item[], views = false): Outline {
  const places = items.map((_, at) => at);
  const root = insertItems(
    items,
    places.filter((at) => !isEnd(items[at]!)),
  );
  flatten(root);
  sortLines(root, items);
  countOps(root, items);
  foldRepeats(root, items);
  dropShells(root);
  cutRuns(root);
  addInputs(root, items, views);
  root.children.push(...places.filter((at) => items[at]!.role === 'output'));
  return {
    items,
    root,
    groups: new Map(groupsOf(root).map((group) => [group.key, group])),
    holders: holders(root),
  };
}

function isEnd(item: Item): boolean {
  return item.role === 'input' || item.role === 'weight' || item.role === 'output';
}

/** Few inputs go to the top of the drawing; many, and all weights, go above their first use. */
function addInputs(root: Group, items: readonly Item[], views: boolean): void {
  const few = items.filter(isFirst).length <= AT_TOP;
  const uses = firstUses(root, items, views);
  const top: number[] = [];
  const above = new Map<Group, Child[]>();
  items.forEach((item, at) => {
    if (item.role !== 'input' && item.role !== 'weight') return;
    const place = uses.get(at);
    if (place === undefined || (few && isFirst(item))) top.push(at);
    else above.set(place, [...(above.get(place) ?? []), at]);
  });
  for (const [group, children] of above) group.children.unshift(...children);
  if (top.length > 0) root.children.unshift(inputGroup(root, top));
}

/** An input that the forward pass begins with; a tangent comes in later. */
function isFirst(item: Item): boolean {
  return item.role === 'input' && !item.backward;
}

function inputGroup(root: Group, children: Child[]): Group {
  return {
    kind: 'inputs',
    key: 'root/inputs',
    title: 'inputs',
    line: null,
    backward: false,
    parent: root,
    children,
    size: 0,
  };
}

/** The line, or else the group, of the first use of every item. Hidden views pass a use on to what they look at. */
function firstUses(root: Group, items: readonly Item[], views: boolean): Map<number, Group> {
  const held = holders(root);
  const uses = new Map<number, Group>();
  const use = (at: number, place: Group): void => {
    for (const input of items[at]!.inputs) {
      if (uses.has(input)) continue;
      uses.set(input, place);
      if (!views && items[input]!.role === 'view') use(input, place);
    }
  };
  const order = itemsOf(root);
  for (const at of order) if (views || items[at]!.role !== 'view') use(at, section(held[at]!));
  for (const at of order) use(at, section(held[at]!));
  return uses;
}

function section(group: Group): Group {
  return group.kind === 'part' && group.parent ? section(group.parent) : group;
}

function holders(root: Group): (Group | undefined)[] {
  const found: (Group | undefined)[] = [];
  for (const group of groupsOf(root)) {
    for (const child of group.children) if (!isGroup(child)) found[child] = group;
  }
  return found;
}
