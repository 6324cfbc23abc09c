/* Small graphs for the tests of groups and plans. */

import type { Item, Role, SourceLine } from '../../../src/lib/graph';
import { random } from '../layout/graphs';

export function line(number: number, scope = 'f'): SourceLine {
  return { scope, number, text: `code ${number}`, function: scope };
}

/** An item named after its place, an op on no line unless said otherwise. */
export function item(at: number, inputs: readonly number[], more: Partial<Item> = {}): Item {
  const name = `n${at}`;
  return {
    ref: name,
    name,
    label: name,
    detail: '',
    role: 'op',
    inputs,
    line: null,
    module: null,
    backward: false,
    origin: null,
    like: 'op',
    call: null,
    extern: false,
    ...more,
  };
}

/** A graph with inputs, weights, views, modules and lines, in an order of execution that is only loosely that of the lines. */
export function randomItems(seed: number, count: number): Item[] {
  const next = random(seed);
  return Array.from({ length: count }, (_, at) => {
    const share = next();
    const role: Role = share < 0.05 ? 'input' : share < 0.15 ? 'weight' : share < 0.35 ? 'view' : 'op';
    if (at === count - 1)
      return item(
        at,
        [at - 1, at - 2].filter((one) => one >= 0),
        { role: 'output' },
      );
    const fan = role === 'input' || role === 'weight' ? 0 : 1 + Math.floor(next() * 2);
    const inputs = Array.from({ length: fan }, () => Math.max(0, at - 1 - Math.floor(next() * 8)));
    const layer = Math.floor(at / 20);
    const scope = next() < 0.8 ? 'Block.forward' : 'Net.forward';
    const path = scope === 'Net.forward' ? [] : ['layers', String(layer), ...(next() < 0.3 ? ['norm'] : [])];
    return item(at, at === 0 ? [] : [...new Set(inputs)], {
      role,
      line: line(10 + Math.floor(next() * 3) + (at % 20), scope),
      module: path,
      origin: next() < 0.2 ? { key: `o${Math.floor(at / 3)}`, name: 'layer_norm' } : null,
    });
  });
}

/** `copies` equal layers of four ops, one after the other, each with a weight. */
export function layers(copies: number, known: boolean): Item[] {
  const items = [item(0, [], { role: 'input', line: null })];
  for (let copy = 0; copy < copies; copy++) {
    const before = items.length - 1;
    const module = known ? ['layers', String(copy)] : null;
    const add = (inputs: number[], number: number, role: Role = 'op') =>
      items.push(item(items.length, inputs, { role, line: role === 'weight' ? null : line(number), module })) - 1;
    const weight = add([], 0, 'weight');
    const first = add([before, weight], 5);
    const second = add([first], 6);
    const third = add([first], 6);
    add([second, third], 7);
  }
  items.push(item(items.length, [items.length - 1], { role: 'output' }));
  return items;
}
