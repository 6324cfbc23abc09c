/* Puts nodes into groups so that no group has to run both before and after another. */

import type { Group, GroupKind } from './group';
import type { Item, SourceLine } from './item';
import { ownedPaths, ownerDepths } from './owners';

/** One level of the way from the root to a node. */
interface Level {
  readonly kind: GroupKind;
  readonly name: string;
  readonly title: string;
  readonly line: SourceLine | null;
}

interface Building extends Group {
  /** The last child of each name, as its place. */
  readonly last: Map<string, number>;
  readonly times: Map<string, number>;
}

/**
 * The tree of `chosen` items. A node joins the latest group of its name unless one of its inputs stands in a later
 * group: then the group begins again. So edges between the children of a group always lead from earlier to later.
 */
export function insertItems(items: readonly Item[], chosen: readonly number[]): Group {
  const builder = new Builder(items, chosen);
  for (const at of chosen) builder.insert(at);
  return builder.root;
}

class Builder {
  readonly root: Building = newGroup('root', 'root', '', null, null, false);
  /** For each item the places of the groups that hold it, from the root on, and then its own. */
  private readonly trails: (number[] | undefined)[] = [];
  /** For each item the levels that it was put under. */
  private readonly known: (readonly Level[] | undefined)[] = [];
  private readonly depths: ReadonlyMap<string, number>;
  private readonly paths: ReadonlyMap<number, readonly string[]>;
  private readonly joint: boolean;
  private readonly hasModules: boolean;

  constructor(
    private readonly items: readonly Item[],
    chosen: readonly number[],
  ) {
    this.depths = ownerDepths(items, chosen);
    this.paths = ownedPaths(items, chosen, this.depths);
    this.joint = chosen.some((at) => items[at]!.backward) && chosen.some((at) => !items[at]!.backward);
    this.hasModules = chosen.some((at) => items[at]!.module !== null);
  }

  insert(at: number): void {
    const item = this.items[at]!;
    const levels = this.adopted(item) ?? this.levels(item, this.paths.get(at));
    this.known[at] = levels;
    let inputs = item.inputs.map((input) => this.trails[input]).filter((trail) => trail !== undefined);
    let group = this.root;
    const trail: number[] = [];
    levels.forEach((level, depth) => {
      const place = this.enter(group, level, levels[depth + 1], inputs, depth, item.backward);
      inputs = inputs.filter((other) => other[depth] === place);
      trail.push(place);
      group = group.children[place] as Building;
    });
    trail.push(group.children.push(at) - 1);
    this.trails[at] = trail;
  }

  /** An op of no known line and module stands where its last input with one stands. */
  private adopted({ line, module, inputs, backward }: Item): Level[] | null {
    if (line || module) return null;
    const near = inputs
      .filter((input) => this.items[input]!.backward === backward)

      .map((input) => this.known[input])
      .findLast((levels) => levels?.some(({ kind }) => kind === 'line'));
    return near?.filter(({ kind }) => kind !== 'part') ?? null;
  }

  private levels(item: Item, module: readonly string[] | undefined): Level[] {
    const { line } = item;
    const levels: Level[] = [];
    const add = (kind: GroupKind, name: string, title = name) => {
      levels.push({ kind, name: `${kind} ${name}`, title, line: kind === 'line' ? line : null });
    };
    if (this.joint && item.backward) add('backward', 'backward', 'backward');
    const depth = line && module ? (this.depths.get(line.scope) ?? 0) : (module?.length ?? 0);
    module?.slice(0, depth).forEach((part, at) => {
      add('module', part, at > 0 && /^\d+$/.test(part) ? `${module[at - 1]}.${part}` : part);
    });
    if (!this.hasModules && line) add('pass', line.scope, line.function ?? '');
    if (line) add('line', `${line.scope}:${line.number}`, line.text);
    const rest = line ? (module?.slice(depth) ?? []) : [];
    if (rest.length > 0) add('part', rest.join('.'));
    if (item.origin) add('part', item.origin.key, item.origin.name);
    return levels;
  }

  /** The place of the group to go into: the latest of that name, or a new one. */
  private enter(
    group: Building,
    level: Level,
    next: Level | undefined,
    inputs: readonly number[][],
    depth: number,
    backward: boolean,
  ): number {
    const known = group.last.get(level.name);
    if (known !== undefined && known >= latest(inputs, depth)) {
      const child = group.children[known] as Building;
      if (level.kind !== 'pass' || !next || this.runsOn(child, next, inputs, depth, known)) return known;
    }
    const times = (group.times.get(level.name) ?? 0) + 1;
    group.times.set(level.name, times);
    const key = `${group.key}/${level.name}${times > 1 ? `#${times}` : ''}`;
    const place = group.children.push(newGroup(level.kind, key, level.title, level.line, group, backward)) - 1;
    group.last.set(level.name, place);
    return place;
  }

  /** Whether a line still belongs to this run through its function: it has not come, or its group can take more. */
  private runsOn(pass: Building, line: Level, inputs: readonly number[][], depth: number, place: number): boolean {
    const known = pass.last.get(line.name);
    const inside = inputs.filter((trail) => trail[depth] === place);
    return known === undefined || known >= latest(inside, depth + 1);
  }
}

function latest(trails: readonly number[][], depth: number): number {
  let last = -1;
  for (const trail of trails) last = Math.max(last, trail[depth]!);
  return last;
}

function newGroup(
  kind: GroupKind,
  key: string,
  title: string,
  line: SourceLine | null,
  parent: Group | null,
  backward: boolean,
): Building {
  return { kind, key, title, line, backward, parent, children: [], size: 0, last: new Map(), times: new Map() };
}
