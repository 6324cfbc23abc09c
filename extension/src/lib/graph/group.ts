/* A group of nodes: a tree of modules, source lines and what a line is made of. */

import type { SourceLine } from './item';

/**
 * `module` holds what one `nn.Module` ran, `pass` one run through a function, `line` one source line, `part` the ops of
 * a submodule or of one op that was lowered, `repeat` equal copies, `lines` a run of neighbours, `inputs` the inputs.
 */
export type GroupKind = 'root' | 'backward' | 'module' | 'pass' | 'line' | 'part' | 'repeat' | 'lines' | 'inputs';

/** A group, or the place of an item. */
export type Child = Group | number;

export interface Group {
  readonly kind: GroupKind;
  /** The same for the same group of the same graph, whatever is open. */
  key: string;
  title: string;
  readonly line: SourceLine | null;
  readonly backward: boolean;
  parent: Group | null;
  children: Child[];
  /** How many ops it holds, views among them and inputs not. */
  size: number;
}

export function isGroup(child: Child): child is Group {
  return typeof child !== 'number';
}

/** All items below `group`, in order. */
export function itemsOf(group: Group, found: number[] = []): number[] {
  for (const child of group.children) {
    if (isGroup(child)) itemsOf(child, found);
    else found.push(child);
  }
  return found;
}

/** All groups below `group` and itself, outer ones first. */
export function groupsOf(group: Group, found: Group[] = []): Group[] {
  found.push(group);
  for (const child of group.children) if (isGroup(child)) groupsOf(child, found);
  return found;
}
