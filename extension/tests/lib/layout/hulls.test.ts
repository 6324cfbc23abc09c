import { describe, expect, it } from 'vitest';
import { Buckets, hullsOf, layout, SIZE } from '../../../src/lib/layout';
import { randomInput } from './graphs';

const CASES = [10, 60, 300].flatMap((boxes) => [1, 2, 3].map((seed) => ({ boxes, seed })));

describe.each(CASES)('$boxes boxes, seed $seed', ({ boxes, seed }) => {
  const input = randomInput(seed, boxes);
  const drawn = layout(input);
  const kernel = (box: number) => (box % 7 === 0 ? null : `k${Math.floor(box / 4)}`);

  it('has a hull around all boxes of a kernel and around no other', () => {
    for (const { name, boxes: members, rects } of hullsOf(drawn, input.widths, kernel)) {
      for (let box = 0; box < boxes; box++) {
        const [left, right, top] = [drawn.x[box]!, drawn.x[box]! + input.widths[box]!, drawn.y[box]!];
        const around = rects.some(
          (r) => left >= r.x && right <= r.x + r.w && top >= r.y && top + SIZE.box <= r.y + r.h,
        );
        const touched = rects.some((r) => left < r.x + r.w && right > r.x && top < r.y + r.h && top + SIZE.box > r.y);
        if (kernel(box) === name) expect(around).toBe(true);
        else expect([box, touched]).toEqual([box, false]);
      }
      expect(members.every((box) => kernel(box) === name)).toBe(true);
    }
  });

  it('finds the boxes and edges of a stretch', () => {
    const buckets = new Buckets(drawn);
    const [top, bottom] = [drawn.height * 0.3, drawn.height * 0.6];
    const seen = [...buckets.boxesIn(top, bottom)];
    expect(new Set(seen).size).toBe(seen.length);
    for (let box = 0; box < boxes; box++) {
      if (drawn.y[box]! + SIZE.box >= top && drawn.y[box]! <= bottom) expect(seen).toContain(box);
    }
    const edges = new Set(buckets.edgesIn(top, bottom));
    for (let edge = 0; edge < input.from.length; edge++) {
      const [from, until] = [drawn.points[drawn.starts[edge]! + 1]!, drawn.points[drawn.starts[edge + 1]! - 1]!];
      if (until >= top && from <= bottom) expect(edges).toContain(edge);
    }
  });

  it('finds the box at a point', () => {
    const buckets = new Buckets(drawn);
    for (let box = 0; box < boxes; box++) {
      expect(buckets.boxAt(drawn.x[box]! + 3, drawn.y[box]! + 3, input.widths)).toBe(box);
    }
    expect(buckets.boxAt(-5, -5, input.widths)).toBe(-1);
  });
});
