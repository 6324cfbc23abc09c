/* Whose code a line is: the module whose `forward` holds it, not the submodules that it calls. */

import type { Item } from './item';

/** How many parts of a module's path name the owner of the code, by scope of the line. */
export function ownerDepths(items: readonly Item[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  for (const { line, module } of items) {
    if (line && module) depths.set(line.scope, Math.min(depths.get(line.scope) ?? Infinity, module.length));
  }
  lowerBySiblings(items, depths);
  return depths;
}

/** Different submodules called one after the other from one line: the owner is what their paths share. */
function lowerBySiblings(items: readonly Item[], depths: Map<string, number>): void {
  const last = new Map<string, Item>();
  for (const item of items) {
    const { line, module } = item;
    if (!line || !module) continue;
    const before = last.get(line.scope);
    last.set(line.scope, item);
    if (!before || before.line!.number !== line.number || before.backward !== item.backward) continue;
    const common = shared(before.module!, module);
    if (common < Math.min(before.module!.length, module.length)) {
      depths.set(line.scope, Math.min(depths.get(line.scope)!, common));
    }
  }
}

function shared(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/**
 * The module path of every item, those that are not known taken from their neighbours: ops of one run through a function
 * belong to one module. An input in the same function says it first, else the item before, else the one after.
 */
export function ownedPaths(
  items: readonly Item[],
  chosen: readonly number[],
  depths: ReadonlyMap<string, number>,
): ReadonlyMap<number, readonly string[]> {
  const paths = new Map<number, readonly string[]>();
  const last = new Map<string, readonly string[]>();
  const visit = (at: number): void => {
    const { line, module } = items[at]!;
    const path = paths.get(at) ?? module ?? (line ? neighbour(at, line.scope) : undefined);
    if (!path) return;
    const owner = line ? path.slice(0, depths.get(line.scope)) : path;
    paths.set(at, module ?? owner);
    if (line) last.set(line.scope, owner);
  };
  const neighbour = (at: number, scope: string): readonly string[] | undefined => {
    const near = items[at]!.inputs.find((input) => items[input]!.line?.scope === scope && paths.has(input));
    return near === undefined ? last.get(scope) : paths.get(near);
  };
  chosen.forEach(visit);
  last.clear();
  chosen.toReversed().forEach(visit);
  return paths;
}
