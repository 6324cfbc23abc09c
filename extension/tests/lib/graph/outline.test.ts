import { describe, expect, it } from 'vitest';
import { groupsOf, isGroup, itemsOf, outlineOf, type Group, type Item } from '../../../src/lib/graph';
import { item, layers, line, randomItems } from './items';

/** The titles of the groups below `group`, by depth. */
function shape(group: Group): unknown[] {
  return group.children.map((child) =>
    isGroup(child) ? [child.line ? child.line.number : child.title, ...shape(child)] : child,
  );
}

describe('the outline of a random graph', () => {
  const cases = [1, 5, 20, 90, 300].flatMap((count) => [1, 2, 3, 4].map((seed) => ({ count, seed })));

  it.each(cases)('holds every node once: $count nodes, seed $seed', ({ count, seed }) => {
    const outline = outlineOf(randomItems(seed, count));
    expect([...itemsOf(outline.root)].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
  });

  it.each(cases)(
    'lets every edge lead from an earlier to a later child: $count nodes, seed $seed',
    ({ count, seed }) => {
      const items = randomItems(seed, count);
      const place = new Map(itemsOf(outlineOf(items, true).root).map((at, order) => [at, order]));
      items.forEach((one, at) => {
        for (const input of one.inputs) expect(place.get(input)!).toBeLessThan(place.get(at)!);
      });
    },
  );

  it.each(cases)('gives each group a key of its own: $count nodes, seed $seed', ({ count, seed }) => {
    const groups = groupsOf(outlineOf(randomItems(seed, count)).root);
    expect(new Set(groups.map((group) => group.key)).size).toBe(groups.length);
  });

  it('is the same every time', () => {
    const once = outlineOf(randomItems(7, 200));
    expect(shape(outlineOf(randomItems(7, 200)).root)).toEqual(shape(once.root));
  });
});

describe('lines', () => {
  it('are put into the order of the source where data allows', () => {
    const items = [item(0, [], { line: line(9) }), item(1, [], { line: line(4) }), item(2, [0, 1], { line: line(10) })];
    expect(shape(outlineOf(items).root)).toEqual([
      [4, 1],
      [9, 0],
      [10, 2],
    ]);
  });

  it('stay behind what they need', () => {
    const items = [item(0, [], { line: line(9) }), item(1, [0], { line: line(4) })];
    expect(shape(outlineOf(items).root)).toEqual([
      [9, 0],
      [4, 1],
    ]);
  });

  it('run from below in the backward pass', () => {
    const items = [
      item(0, [], { line: line(4) }),
      item(1, [0], { line: line(4), backward: true }),
      item(2, [0], { line: line(9), backward: true }),
    ];
    expect(shape(outlineOf(items).root)).toEqual([
      [4, 0],
      ['backward', [9, 2], [4, 1]],
    ]);
  });

  it('of two functions are not compared', () => {
    const items = [item(0, [], { line: line(9, 'g') }), item(1, [], { line: line(4, 'f') })];
    expect(shape(outlineOf(items).root)).toEqual([
      [9, 0],
      [4, 1],
    ]);
  });
});

describe('equal layers', () => {
  it.each([true, false])('become one group, module paths known: %s', (known) => {
    const repeats = groupsOf(outlineOf(layers(5, known)).root).filter((group) => group.kind === 'repeat');
    expect(repeats.map((group) => [group.children.length, group.size])).toEqual([[5, 20]]);
  });

  it('are not equal when one has another op', () => {
    const items = layers(5, true).map((one, at): Item => (at === 12 ? { ...one, like: 'other' } : one));
    const repeats = groupsOf(outlineOf(items).root).filter((group) => group.kind === 'repeat');
    expect(repeats.map((group) => group.children.length)).toEqual([2, 2]);
  });
});

describe('the code of a module', () => {
  it('belongs to the module whose forward holds the line, not to the layers that it calls', () => {
    const items = [
      item(0, [], { line: line(5), module: ['block', 'norm'] }),
      item(1, [0], { line: line(5), module: ['block', 'gate'] }),
      item(2, [1], { line: line(6), module: ['block'] }),
    ];
    expect(shape(outlineOf(items).root)).toEqual([['block', [5, 0, 1], [6, 2]]]);
  });
});

describe('very many lines', () => {
  it('are cut into runs', () => {
    const items = Array.from({ length: 2000 }, (_, at) => item(at, at ? [at - 1] : [], { line: line(at + 1) }));
    const { root } = outlineOf(items);
    expect(root.children.length).toBeLessThan(100);
    expect((root.children[0] as Group).title).toBe('lines 1–45');
  });
});
