/* Equal neighbours, such as the layers of a transformer, become one group that is drawn once. */

import { isGroup, itemsOf, type Child, type Group } from './group';
import type { Item } from './item';

/** Groups of fewer ops than this are not worth folding. */
const SMALLEST = 4;
/** A group with more children than this is cut into runs of neighbours. */
const MANY = 100;

/** Puts runs of equal modules, or passes through a function, into `repeat` groups. Equal: same ops, shapes and edges. */
export function foldRepeats(group: Group, items: readonly Item[]): void {
  for (const child of group.children) if (isGroup(child)) foldRepeats(child, items);
  const signs = group.children.map((child) => (foldable(child) ? signature(child, items) : null));
  const made: Child[] = [];
  for (let at = 0; at < signs.length;) {
    let until = at + 1;
    while (signs[at] !== null && until < signs.length && signs[until] === signs[at]) until++;
    const run = group.children.slice(at, until);
    made.push(...(run.length > 1 && run.length < signs.length + 1 ? [repeat(group, run as Group[])] : run));
    at = until;
  }
  group.children = made;
}

function foldable(child: Child): child is Group {
  return isGroup(child) && (child.kind === 'module' || child.kind === 'pass') && child.size >= SMALLEST;
}

/** Ops in order, each with its inputs: how far back inside the group, or that they come from outside. */
function signature(group: Group, items: readonly Item[]): string {
  const ops = itemsOf(group).filter((at) => items[at]!.role === 'op' || items[at]!.role === 'view');
  const places = new Map(ops.map((at, place) => [at, place]));
  return ops
    .map((at, place) => {
      const inputs = items[at]!.inputs.map((input) => (places.has(input) ? place - places.get(input)! : 'x'));
      return `${items[at]!.like}(${inputs.join()})`;
    })
    .join(';');
}

function repeat(parent: Group, copies: Group[]): Group {
  const [first, last] = [copies[0]!, copies[copies.length - 1]!];
  const made: Group = {
    kind: 'repeat',
    key: `${first.key}/repeat`,
    title: first.title === last.title ? first.title : `${first.title} … ${last.title.split('.').at(-1)}`,
    line: null,
    backward: first.backward,
    parent,
    children: copies,
    size: copies.reduce((sum, copy) => sum + copy.size, 0),
  };
  for (const copy of copies) copy.parent = made;
  return made;
}

/** Cuts groups with very many children into runs, so that each can be opened alone. */
export function cutRuns(group: Group): void {
  for (const child of group.children) if (isGroup(child)) cutRuns(child);
  if (group.children.length <= MANY || group.kind === 'repeat' || group.kind === 'inputs') return;
  const length = Math.max(10, Math.ceil(Math.sqrt(group.children.length)));
  const runs: Child[] = [];
  for (let at = 0; at < group.children.length; at += length) {
    runs.push(run(group, group.children.slice(at, at + length), runs.length));
  }
  group.children = runs;
}

function run(parent: Group, children: Child[], place: number): Group {
  const numbers = children.flatMap((child) => (isGroup(child) && child.line ? [child.line.number] : []));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const made: Group = {
    kind: 'lines',
    key: `${parent.key}/run ${place}`,
    title: numbers.length === 0 ? `part ${place + 1}` : least === most ? `line ${least}` : `lines ${least}–${most}`,
    line: null,
    backward: parent.backward,
    parent,
    children,
    size: 0,
  };
  for (const child of children) {
    if (isGroup(child)) child.parent = made;
    made.size += isGroup(child) ? child.size : 1;
  }
  return made;
}
