import { describe, expect, it } from 'vitest';
import { firstView, outlineOf, planOf, toggle, type Item, type Shown } from '../../../src/lib/graph';
import { layout } from '../../../src/lib/layout';
import { boxOfKey, describe as say, joined, keyOfBox, rowsOf } from '../../../src/views/graph/rows';
import { groupRect, makeScene, marksOf, refsOf } from '../../../src/views/graph/scene';
import { targetAt } from '../../../src/views/graph/target';
import { item, layers, line, randomItems } from '../../lib/graph/items';

function sceneOf(items: readonly Item[], change: (shown: Shown) => Shown = (shown) => shown) {
  const outline = outlineOf(items);
  const shown = change(firstView(outline));
  const plan = planOf(outline, shown, 6.6);
  return { outline, shown, scene: makeScene(outline, plan, layout(plan.input), 6.6) };
}

const SMALL = [
  item(0, [], { role: 'input', label: 'x', detail: '[8,64]' }),
  item(1, [0], { line: line(25), detail: '[8,64]' }),
  item(2, [1], { line: line(25), role: 'view' }),
  item(3, [2, 0], { line: line(26), extern: true }),
  item(4, [3], { role: 'output' }),
];

describe('the rows of the tree', () => {
  it('are the boxes of the drawing under their lines', () => {
    const { outline, shown } = sceneOf(SMALL);
    const told = rowsOf(outline, shown).map((row) => `${row.level} ${row.item?.label ?? row.group!.line!.number}`);
    expect(told).toEqual(['1 x', '1 25', '2 n1', '1 26', '2 n3', '1 n4']);
  });

  it('leave out what a closed group holds', () => {
    const { outline, shown } = sceneOf(layers(3, true));
    const repeat = [...outline.groups.values()].find((group) => group.kind === 'repeat')!;
    const rows = rowsOf(outline, toggle(shown, repeat.key));
    expect(rows.map((row) => row.group?.title ?? row.item!.name)).toEqual(['n0', 'layers.0 … 2', 'n16']);
    expect(rows[1]!.open).toBe(false);
  });

  it.each([1, 2, 3])('have a row for every box and a box for every node with a row, seed %i', (seed) => {
    const { outline, shown, scene } = sceneOf(randomItems(seed, 250));
    const rows = rowsOf(outline, shown);
    const keys = new Set(rows.map((row) => row.key));
    expect(keys.size).toBe(rows.length);
    scene.plan.boxes.forEach((_, box) => expect(keys).toContain(keyOfBox(scene, box)));
    for (const row of rows) {
      if (row.item || !row.open) expect(boxOfKey(scene, row.key)).toBeGreaterThanOrEqual(0);
      else expect(groupRect(scene, row.group!)).not.toBeNull();
    }
  });

  it('say what a node is, where it is from and where its edges lead', () => {
    const { outline, shown, scene } = sceneOf(SMALL);
    const rows = rowsOf(outline, shown);
    expect(say(rows[2]!, scene, 2, false)).toBe('n1, graph 2, line 25, [8,64], from x, to n3');
    expect(say(rows[4]!, scene, 2, true)).toBe(
      'n3, graph 2, line 26, a library call, from n1, x, to n4, linked to the selection',
    );
    expect(say(rows[1]!, scene, 2, false)).toBe('line 25, code 25, 2 ops');
  });
});

describe('the scene', () => {
  const { scene } = sceneOf(SMALL);

  it('marks the box that stands for a hidden view', () => {
    const marks = marksOf(scene, new Set(['n2']), new Set(['n3']));
    expect([...marks]).toEqual([0, 2, 1, 0]);
  });

  it('walks along edges', () => {
    expect(joined(scene, 1, 1).map((box) => scene.plan.boxes[box]!.label)).toEqual(['n3']);
    expect(
      joined(scene, 2, -1)
        .map((box) => scene.plan.boxes[box]!.label)
        .sort(),
    ).toEqual(['n1', 'x']);
  });

  it('finds what is under a point, seen through the camera', () => {
    const [x, y] = [scene.drawn.x[1]! + 5, scene.drawn.y[1]! + 5];
    const target = targetAt(scene, { x: 10, y: 20, scale: 2 }, (x - 10) * 2, (y - 20) * 2, () => []);
    expect(target?.refs).toEqual(['n1']);
    expect(refsOf(scene, 1)).toEqual(['n1']);
  });

  it('takes the head of a section for all that its line makes', () => {
    const head = targetAt(scene, { x: 0, y: 0, scale: 1 }, 1, scene.drawn.tops[1]! + 5, () => []);
    expect(head?.refs).toEqual(['n1', 'n2']);
  });
});

describe('an edge', () => {
  const call = (name: string) => ({ ref: `call.${name}`, name });
  const { scene } = sceneOf([
    item(0, [], { role: 'input' }),
    item(1, [0], { call: call('first') }),
    item(2, [1], { call: call('second') }),
    item(3, [2], { call: call('second') }),
    item(4, [3], { role: 'output' }),
  ]);
  /** The middle of the edge that ends at the box of a node. */
  const middle = (ref: string) => {
    const edge = scene.plan.input.to.findIndex((box) => box === scene.places.get(ref));
    const at = scene.drawn.starts[edge]!;
    const { points } = scene.drawn;
    return [(points[at]! + points[at + 2]!) / 2, (points[at + 1]! + points[at + 3]!) / 2] as const;
  };
  const under = (ref: string, reasons: readonly string[]) =>
    targetAt(scene, { x: 0, y: 0, scale: 1 }, ...middle(ref), (a, b) => (a && b ? reasons : []));

  it('between two kernels says why they were not fused', () => {
    const target = under('n2', ['no shared data']);
    expect(target?.title).toBe('Not fused: no shared data\nfirst → second');
    expect(target?.refs).toEqual(['n1', 'n2']);
    expect(target?.box).toBe(-1);
  });

  it('inside a kernel, or of which nobody said why, is nothing to point at', () => {
    expect(under('n3', ['no shared data'])?.edge ?? -1).toBe(-1);
    expect(under('n2', [])?.edge ?? -1).toBe(-1);
  });
});
