/* The drawing as the rows of a tree: the same nodes, the same groups open, for the keyboard and for screen readers. */

import { plural } from '../../lib/format';
import {
  alwaysOpen,
  drawnChildren,
  isGroup,
  isShown,
  type Group,
  type Item,
  type Outline,
  type Shown,
} from '../../lib/graph';
import type { Scene } from './scene';

export interface Row {
  /** The ref of a node, or the key of a group. */
  readonly key: string;
  /** From 1. */
  readonly level: number;
  readonly item: Item | null;
  readonly group: Group | null;
  readonly open: boolean;
  /** Its place among its siblings, from 1, and how many they are. */
  readonly place: number;
  readonly siblings: number;
}

type Entry = { readonly item: Item; readonly group: null } | { readonly item: null; readonly group: Group };

/** The rows in the order of the drawing. */
export function rowsOf(outline: Outline, shown: Shown): readonly Row[] {
  const rows: Row[] = [];
  const walk = (group: Group, level: number): void => {
    const entries = entriesOf(outline, group, shown);
    entries.forEach((entry, at) => {
      const open = entry.group !== null && shown.open.has(entry.group.key);
      const key = entry.group?.key ?? entry.item!.ref;
      rows.push({ key, level, ...entry, open, place: at + 1, siblings: entries.length });
      if (entry.group && open) walk(entry.group, level + 1);
    });
  };
  walk(outline.root, 1);
  return rows;
}

/** What stands directly in an open group; groups without a closed form give their contents. */
function entriesOf(outline: Outline, group: Group, shown: Shown): Entry[] {
  return drawnChildren(group, shown.apart).flatMap((child): Entry[] => {
    if (!isGroup(child)) return isShown(outline, child, shown) ? [{ item: outline.items[child]!, group: null }] : [];
    return alwaysOpen(outline, child, shown) && child.kind !== 'line'
      ? entriesOf(outline, child, shown)
      : entriesOf(outline, child, shown).length > 0 || !shown.open.has(child.key)
        ? [{ item: null, group: child }]
        : [];
  });
}

/** What is read for a row: what it is, which graph, which line, what it makes, where its edges lead. */
export function describe(row: Row, scene: Scene, graph: number | null, linked: boolean): string {
  const parts = row.group ? describeGroup(row.group) : describeItem(row.item!, scene);
  if (graph !== null && row.item) parts.splice(1, 0, `graph ${graph}`);
  if (linked) parts.push('linked to the selection');
  return parts.join(', ');
}

function describeGroup(group: Group): string[] {
  const copies = group.kind === 'repeat' ? group.children.length : 0;
  const name = group.line ? `${group.backward ? 'backward of ' : ''}line ${group.line.number}` : group.title;
  const code = group.line?.text ? [group.line.text] : [];
  if (copies > 0) return [name, `${copies} equal copies`, `${plural(group.size / copies, 'op')} each`];
  return [name, ...code, plural(group.size, 'op')];
}

function describeItem(item: Item, scene: Scene): string[] {
  const line = item.line ? [`${item.backward ? 'backward of ' : ''}line ${item.line.number}`] : [];
  const kind = item.role === 'op' ? [] : [item.role];
  const [from, to] = [neighbours(scene, item.ref, -1), neighbours(scene, item.ref, 1)];
  return [
    item.label,
    ...(item.label === item.name ? [] : [item.name]),
    ...kind,
    ...line,
    ...(item.detail ? [item.detail] : []),
    ...(item.extern ? ['a library call'] : []),
    ...(from.length ? [`from ${list(from)}`] : []),
    ...(to.length ? [`to ${list(to)}`] : []),
    ...(scene.plan.boxes[boxOfKey(scene, item.ref)]?.leaves ? ['leaves the graph'] : []),
  ];
}

function list(names: readonly string[]): string {
  const most = 4;
  return names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

function neighbours(scene: Scene, ref: string, way: -1 | 1): string[] {
  const at = boxOfKey(scene, ref);
  return at < 0 ? [] : joined(scene, at, way).map((box) => scene.plan.boxes[box]!.label);
}

/** The boxes that a box takes its inputs from (-1), or that use what it makes (1). */
export function joined({ plan, incoming, outgoing }: Scene, box: number, way: -1 | 1): number[] {
  const { start, edges } = way < 0 ? incoming : outgoing;
  const others = way < 0 ? plan.input.from : plan.input.to;
  return Array.from(edges.subarray(start[box], start[box + 1]), (edge) => others[edge]!);
}

/** The box of a row, or -1 when it is drawn as a frame or a section. */
export function boxOfKey({ places }: Scene, key: string): number {
  return places.get(key) ?? -1;
}

export function keyOfBox({ plan }: Scene, at: number): string {
  const box = plan.boxes[at]!;
  return box.item?.ref ?? box.group!.key;
}
