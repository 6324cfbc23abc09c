import { describe, expect, it } from 'vitest';
import { layout, SIZE, type Layout, type LayoutInput } from '../../../src/lib/layout';
import { randomInput } from './graphs';

const CASES = [0, 1, 2, 3, 7, 20, 60, 150, 400].flatMap((boxes) => [1, 2, 3, 4, 5].map((seed) => ({ boxes, seed })));

describe.each(CASES)('a graph of $boxes boxes, seed $seed', ({ boxes, seed }) => {
  const input = randomInput(seed * 1000 + boxes, boxes, 2 + seed);
  const drawn = layout(input);

  it('puts no box over another', () => {
    expect(overlaps(input, drawn)).toEqual([]);
  });

  it('leads every edge from its source down to its target, around all boxes', () => {
    expect(edgeEnds(input, drawn)).toEqual([]);
    expect(edgesThroughBoxes(input, drawn)).toEqual([]);
  });

  it('draws edges of straight pieces', () => {
    for (let edge = 0; edge < input.from.length; edge++) {
      for (const [x0, y0, x1, y1] of pieces(drawn, edge)) expect(x0 === x1 || y0 === y1).toBe(true);
    }
  });

  it('keeps every box in its section, and the sections in their order', () => {
    for (let box = 0; box < boxes; box++) {
      const section = input.sections[box]!;
      expect(drawn.y[box]!).toBeGreaterThanOrEqual(drawn.tops[section]! + input.heads[section]!);
      expect(drawn.y[box]! + SIZE.box).toBeLessThanOrEqual(drawn.bottoms[section]!);
    }
    for (let section = 1; section < input.heads.length; section++) {
      expect(drawn.tops[section]!).toBeGreaterThanOrEqual(drawn.bottoms[section - 1]!);
    }
  });

  it('holds the boxes of a frame, and no others, inside it', () => {
    input.frames.forEach((frame, at) => {
      const rect = drawn.frames[at]!;
      for (let box = 0; box < boxes; box++) {
        const inside = input.sections[box]! >= frame.first && input.sections[box]! <= frame.last;
        const [top, bottom] = [drawn.y[box]!, drawn.y[box]! + SIZE.box];
        if (inside) {
          expect(top >= rect.y && bottom <= rect.y + rect.h).toBe(true);
          expect(drawn.x[box]! >= rect.x && drawn.x[box]! + input.widths[box]! <= rect.x + rect.w).toBe(true);
        } else expect(bottom <= rect.y || top >= rect.y + rect.h).toBe(true);
      }
    });
  });

  it('stays inside the drawing', () => {
    for (let at = 0; at < drawn.points.length; at += 2) {
      expect(drawn.points[at]! >= 0 && drawn.points[at]! <= drawn.width).toBe(true);
      expect(drawn.points[at + 1]! >= 0 && drawn.points[at + 1]! <= drawn.height).toBe(true);
    }
  });

  it('is the same every time', () => {
    expect(layout(input)).toEqual(drawn);
  });
});

describe('a large graph', () => {
  it('is laid out in time', () => {
    const input = randomInput(5, 10_000);
    const start = performance.now();
    layout(input);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

function overlaps({ widths }: LayoutInput, { x, y }: Layout): [number, number][] {
  const found: [number, number][] = [];
  for (let a = 0; a < widths.length; a++) {
    for (let b = a + 1; b < widths.length; b++) {
      if (y[a] === y[b] && x[a]! < x[b]! + widths[b]! && x[b]! < x[a]! + widths[a]!) found.push([a, b]);
      else if (y[a] !== y[b] && Math.abs(y[a]! - y[b]!) < SIZE.box) found.push([a, b]);
    }
  }
  return found;
}

function* pieces({ points, starts }: Layout, edge: number): Generator<[number, number, number, number]> {
  for (let at = starts[edge]!; at + 3 < starts[edge + 1]!; at += 2) {
    yield [points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!];
  }
}

function touches(input: LayoutInput, { x, y }: Layout, box: number, px: number, py: number): boolean {
  const [left, top] = [x[box]! - 0.01, y[box]! - 0.01];
  return px >= left && px <= left + input.widths[box]! + 0.02 && py >= top && py <= top + SIZE.box + 0.02;
}

function edgeEnds(input: LayoutInput, drawn: Layout): number[] {
  const wrong: number[] = [];
  for (let edge = 0; edge < input.from.length; edge++) {
    const all = [...pieces(drawn, edge)];
    const [first, last] = [all[0], all[all.length - 1]];
    const starts = first && touches(input, drawn, input.from[edge]!, first[0], first[1]);
    const ends = last && touches(input, drawn, input.to[edge]!, last[2], last[3]);
    const falls = drawn.y[input.from[edge]!]! < drawn.y[input.to[edge]!]!;
    if (!starts || !ends || !falls) wrong.push(edge);
  }
  return wrong;
}

function edgesThroughBoxes(input: LayoutInput, drawn: Layout): [number, number][] {
  const crossed: [number, number][] = [];
  for (let edge = 0; edge < input.from.length; edge++) {
    for (const [x0, y0, x1, y1] of pieces(drawn, edge)) {
      const [left, right, top, bottom] = [Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1)];
      for (let box = 0; box < input.widths.length; box++) {
        const [bx, by] = [drawn.x[box]!, drawn.y[box]!];
        const apart = right <= bx + 0.01 || left >= bx + input.widths[box]! - 0.01;
        if (!apart && bottom > by + 0.01 && top < by + SIZE.box - 0.01) crossed.push([edge, box]);
      }
    }
  }
  return crossed;
}
