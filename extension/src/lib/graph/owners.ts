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
