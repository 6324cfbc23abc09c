/* Whose code a line is: the module whose `forward` holds it, not the submodules that it calls. */

import type { Item, SourceLine } from './item';

/** How many parts of a module's path name the owner of the code, by scope of the line. */
export function ownerDepths(items: readonly Item[], chosen: readonly number[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  const lower = (scope: string, depth: number): void => {
    depths.set(scope, Math.min(depths.get(scope) ?? Infinity, depth));
  };
  for (const at of chosen) {
    const { line, module, inputs } = items[at]!;
    if (!line || !module) continue;
    lower(line.scope, module.length);
    for (const input of inputs) {
      const common = siblings(items[input]!, items[at]!);
      if (common !== null) lower(line.scope, common);
    }
  }
  return depths;
}

/** What the paths of two submodules share when one line hands the result of the first to the second; else null. */
function siblings(first: Item, second: Item): number | null {
  if (first.line?.scope !== second.line?.scope || first.line?.number !== second.line?.number) return null;
  if (!first.module || !second.module || first.backward !== second.backward) return null;
  const common = shared(first.module, second.module);
  return common < Math.min(first.module.length, second.module.length) ? common : null;
}

function shared(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/**
 * The module path of every item, those that are not known taken from their neighbours: ops of one run through a function
 * belong to one module. An input of the same line says it first, then one of the same function, then the item before or after.
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
    const path = paths.get(at) ?? module ?? (line ? neighbour(at, line) : undefined);
    if (!path) return;
    const owner = line ? path.slice(0, depths.get(line.scope)) : path;
    paths.set(at, module ?? owner);
    if (line) last.set(line.scope, owner);
  };
  const neighbour = (at: number, { scope, number }: SourceLine): readonly string[] | undefined => {
    const near = items[at]!.inputs.filter((input) => items[input]!.line?.scope === scope && paths.has(input));
    const best = near.find((input) => items[input]!.line!.number === number) ?? near.at(-1);
    return best === undefined ? last.get(scope) : paths.get(best);
  };
  chosen.forEach(visit);
  last.clear();
  chosen.toReversed().forEach(visit);
  return paths;
}
