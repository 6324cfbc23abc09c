import { describe, expect, it } from 'vitest';
import {
  everything,
  FIRST_VIEW,
  firstView,
  nearby,
  outlineOf,
  planOf,
  toggle,
  type Outline,
  type Plan,
  type Shown,
} from '../../../src/lib/graph';
import { item, layers, line, randomItems } from './items';

function names(plan: Plan): string[] {
  return plan.boxes.map((box) => box.label);
}

function edges({ boxes, input }: Plan): string[] {
  return Array.from(input.from, (source, edge) => `${boxes[source]!.label} ${boxes[input.to[edge]!]!.label}`).sort();
}

const CASES = [1, 10, 60, 300, 1500].flatMap((count) => [1, 2, 3].map((seed) => ({ count, seed })));

describe.each(CASES)('$count nodes, seed $seed', ({ count, seed }) => {
  const items = randomItems(seed, count);
  const outline = outlineOf(items);
  const whole = outlineOf(items, true);
  const views: [string, Outline, Shown][] = [
    ['at first', outline, firstView(outline)],
    ['with everything open', outline, everything(outline, false, false)],
    ['with everything open and nothing hidden', whole, everything(whole, true, true)],
  ];

  it('has few boxes at first', () => {
    expect(planOf(outline, views[0]![2], 6.6).boxes.length).toBeLessThanOrEqual(FIRST_VIEW);
  });

  it('has a box for every node when nothing is hidden', () => {
    expect(planOf(whole, views[2]![2], 6.6).boxes.length).toBe(count);
  });

  it.each(views)('is a plan that can be laid out, %s', (_, outlined, shown) => {
    const { input, sections, boxes } = planOf(outlined, shown, 6.6);
    for (let edge = 0; edge < input.from.length; edge++) expect(input.from[edge]!).toBeLessThan(input.to[edge]!);
    for (let box = 1; box < boxes.length; box++) {
      expect(input.sections[box]!).toBeGreaterThanOrEqual(input.sections[box - 1]!);
    }
    expect(new Set(input.sections).size).toBe(sections.length);
    for (const frame of input.frames) expect(frame.first).toBeLessThanOrEqual(frame.last);
  });

  it.each(views)('keeps all that data flows through, %s', (_, outlined, shown) => {
    const plan = planOf(outlined, shown, 6.6);
    const joined = new Set(Array.from(plan.input.from, (source, edge) => `${source} ${plan.input.to[edge]}`));
    items.forEach((one, at) => {
      if ((one.role === 'view' && !shown.views) || one.role === 'output') return;
      for (const input of one.inputs) {
        if (items[input]!.role === 'view' && !shown.views) continue;
        const [source, target] = [plan.boxOf[input]!, plan.boxOf[at]!];
        if (source !== target && (shown.weights || items[input]!.role !== 'weight'))
          expect(joined).toContain(`${source} ${target}`);
      }
    });
  });
});

describe('hidden views', () => {
  const items = [
    item(0, [], { role: 'input' }),
    item(1, [], { role: 'weight' }),
    item(2, [1], { role: 'view', line: line(3) }),
    item(3, [0, 2], { line: line(3) }),
    item(4, [3], { role: 'view', line: line(3) }),
    item(5, [4, 0], { line: line(4) }),
    item(6, [5], { role: 'output' }),
  ];
  const outline = outlineOf(items);
  const plan = planOf(outline, firstView(outline), 6.6);

  it('are counted, and edges run through them', () => {
    expect(plan.hidden).toEqual({ views: 2, weights: 1 });
    expect(names(plan)).toEqual(['n0', 'n3', 'n5', 'n6']);
    expect(edges(plan)).toEqual(['n0 n3', 'n0 n5', 'n3 n5', 'n5 n6']);
  });

  it('stand for the box that they are folded into', () => {
    expect(Array.from(plan.boxOf, (box) => names(plan)[box])).toEqual(['n0', 'n3', 'n3', 'n3', 'n3', 'n5', 'n6']);
    expect(plan.boxes[1]!.hides).toBe(2);
  });

  it('come back', () => {
    const shown = { ...firstView(outline), views: true, weights: true };
    const all = planOf(outlineOf(items, true), shown, 6.6);
    expect(names(all)).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6']);
  });
});

describe('equal layers', () => {
  const outline = outlineOf(layers(6, true));

  it('are drawn once, joined to what comes before and after, and not to each other', () => {
    const plan = planOf(outline, firstView(outline), 6.6);
    expect(names(plan)).toEqual(['n0', 'n2', 'n3', 'n4', 'n5', 'n31']);
    expect(edges(plan)).toEqual(['n0 n2', 'n2 n3', 'n2 n4', 'n3 n5', 'n4 n5', 'n5 n31']);
    expect(plan.boxes[plan.boxOf[outline.items.length - 2]!]!.label).toBe('n5');
  });

  it('are one box when closed', () => {
    const open = firstView(outline);
    const repeat = [...outline.groups.values()].find((group) => group.kind === 'repeat')!;
    const plan = planOf(outline, toggle(open, repeat.key), 6.6);
    expect(names(plan)).toEqual(['n0', 'layers.0 … 5', 'n31']);
    expect(plan.boxes[1]!.detail).toBe('6 × 4 ops');
  });

  it('are drawn one by one when taken apart', () => {
    expect(planOf(outline, everything(outline, false, false), 6.6).boxes.length).toBe(2 + 6 * 4);
  });
});

describe('an output of many values', () => {
  it('is joined to the first; the others say that they leave', () => {
    const items = [
      ...Array.from({ length: 12 }, (_, at) => item(at, [], { line: line(at) })),
      item(
        12,
        Array.from({ length: 12 }, (_, at) => at),
        { role: 'output' },
      ),
    ];
    const outline = outlineOf(items);
    const plan = planOf(outline, firstView(outline), 6.6);
    expect(edges(plan)).toEqual(['n0 n12']);
    expect(plan.boxes.filter((box) => box.leaves).length).toBe(11);
  });
});

describe('a part of a graph', () => {
  it('is the lines from one node on', () => {
    const items = Array.from({ length: 400 }, (_, at) => item(at, at ? [at - 1] : [], { line: line(at + 1) }));
    const outline = outlineOf(items);
    const near = nearby(outline, 'n199')!;
    expect([near.from, near.to]).toEqual([200, 349]);
    expect(planOf(outline, near.shown, 6.6).boxes.length).toBeLessThanOrEqual(FIRST_VIEW);
  });
});
