/* The modules of a graph as the rows of a table, and its equal layers as rows of ops. */

import { groupsOf, isGroup, itemsOf, type Group } from './group';
import type { Item } from './item';
import type { Outline } from './outline';

/** A module, equal copies of one, or a run of lines that no submodule ran. */
export interface ModuleRow {
  readonly key: string;
  /** From 1. */
  readonly level: number;
  readonly title: string;
  /** How many equal copies it stands for. */
  readonly copies: number;
  /** Ops of one copy. */
  readonly ops: number;
  /** The places of its items, all copies included. */
  readonly places: readonly number[];
  /** It holds other modules, and they are shown. */
  readonly open: boolean | null;
}

interface Module {
  readonly key: string;
  readonly name: string;
  readonly children: Map<string, Module>;
  /** The places of the ops that it ran itself, and of all below it. */
  readonly own: number[];
  readonly all: number[];
}

/** The modules by their paths; of equal neighbours the first stands for all. `closed` holds keys. */
export function moduleRows({ items }: Outline, closed: ReadonlySet<string>): readonly ModuleRow[] {
  const rows: ModuleRow[] = [];
  const walk = (copies: readonly Module[], level: number): void => {
    const [one] = copies;
    if (one!.own.length > 0) rows.push(ownRow(copies, items, level));
    for (const run of runsOf([...one!.children.values()], items)) {
      const [first] = run;
      const equal = copies.flatMap((copy) => run.flatMap(({ name }) => copy.children.get(name) ?? []));
      const open = first!.children.size > 0 ? !closed.has(first!.key) : null;
      const title = run.length > 1 ? `${first!.name} … ${run.at(-1)!.name}` : first!.name;
      const places = equal.flatMap((module) => module.all);
      rows.push({ key: first!.key, level, title, copies: equal.length, ops: first!.all.length, places, open });
      if (open) walk(equal, level + 1);
    }
  };
  walk([treeOf(items)], 1);
  return rows;
}

function treeOf(items: readonly Item[]): Module {
  const made = (key: string, name: string): Module => ({ key, name, children: new Map(), own: [], all: [] });
  const root = made('', '');
  items.forEach((item, at) => {
    if (!isOp(item)) return;
    let module = root;
    for (const name of item.module ?? []) {
      let child = module.children.get(name);
      if (!child) module.children.set(name, (child = made(`${module.key}/${name}`, name)));
      module = child;
      module.all.push(at);
    }
    module.own.push(at);
  });
  return root;
}

/** What a module runs outside of its parts. */
function ownRow(copies: readonly Module[], items: readonly Item[], level: number): ModuleRow {
  const { key, own } = copies[0]!;
  const numbers = own.flatMap((at) => items[at]!.line?.number ?? []);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const title = numbers.length === 0 ? 'no line of yours' : least === most ? `line ${least}` : `lines ${least}–${most}`;
  const places = copies.flatMap((copy) => copy.own);
  return { key: `${key}/`, level, title, copies: copies.length, ops: own.length, places, open: null };
}

/** Neighbours that run the same ops stand together. */
function runsOf(modules: readonly Module[], items: readonly Item[]): readonly (readonly Module[])[] {
  const runs: Module[][] = [];
  let last = '';
  for (const module of modules) {
    const sign = module.all.map((at) => items[at]!.like).join();
    if (sign === last && module.all.length >= SMALLEST) runs.at(-1)!.push(module);
    else runs.push([module]);
    last = sign;
  }
  return runs;
}

/** Modules of fewer ops are named one by one. */
const SMALLEST = 4;

/** The source lines of a graph, each once, with the ops that it made wherever it ran. */
export function lineRows(outline: Outline): readonly ModuleRow[] {
  const rows = new Map<string, { title: string; places: number[] }>();
  outline.items.forEach((item, at) => {
    if (!isOp(item) || !item.line) return;
    const key = `${item.line.scope}:${item.line.number}`;
    const row = rows.get(key) ?? { title: `${item.line.number} ${item.line.text}`, places: [] };
    rows.set(key, row);
    row.places.push(at);
  });
  return Array.from(rows, ([key, { title, places }]) => {
    return { key, level: 1, title, copies: 1, ops: places.length, places, open: null };
  });
}

/** One layer of many: how heavy each of its ops is. */
export interface Layer {
  readonly title: string;
  readonly places: readonly number[];
  /** For each op 0 for a view, 1 for an op, 2 for a product, a convolution or attention. */
  readonly weights: Uint8Array;
  /** It is drawn for all the equal ones. */
  readonly drawn: boolean;
}

const HEAVY = /mm\b|matmul|linear|conv|attention|einsum|lstm|gru/;

/** The module with the most equal copies, its neighbours with it; nothing when no module is there twice. */
export function layersOf({ root, items }: Outline): readonly Layer[] {
  const repeats = groupsOf(root).filter((group) => group.kind === 'repeat' && !group.backward);
  const most = repeats.sort((a, b) => b.size - a.size)[0];
  if (!most?.parent) return [];
  const siblings = most.parent.children.filter((child): child is Group => isGroup(child) && isModule(child));
  return siblings.flatMap((group) =>
    group.kind === 'repeat'
      ? (group.children as Group[]).map((copy, at) => layer(copy, items, at === 0))
      : [layer(group, items, true)],
  );
}

function layer(group: Group, items: readonly Item[], drawn: boolean): Layer {
  const places = itemsOf(group).filter((at) => isOp(items[at]!));
  const weigh = (at: number) => (items[at]!.role === 'view' ? 0 : HEAVY.test(items[at]!.like.split('[')[0]!) ? 2 : 1);
  return { title: group.title, places, weights: Uint8Array.from(places, weigh), drawn };
}

function isModule(group: Group): boolean {
  return group.kind === 'module' || group.kind === 'repeat';
}

/** Whether the modules of a graph are known. */
export function hasModules({ items }: Outline): boolean {
  return items.some((item) => isOp(item) && (item.module?.length ?? 0) > 0);
}

function isOp({ role }: Item): boolean {
  return role === 'op' || role === 'view';
}
