/* Random layout inputs, from a seed. */

import type { LayoutInput } from '../../../src/lib/layout';

/** A small generator of numbers from 0 to 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `boxes` in sections of about `size`; mostly short edges, some that skip far; frames around some runs of sections. */
export function randomInput(seed: number, boxes: number, size = 5): LayoutInput {
  const next = random(seed);
  const sections = new Int32Array(boxes);
  for (let box = 1; box < boxes; box++) sections[box] = sections[box - 1]! + (next() < 1 / size ? 1 : 0);
  const edges = new Map<string, [number, number]>();
  for (let box = 1; box < boxes; box++) {
    const count = next() < 0.1 ? 0 : next() < 0.6 ? 1 : 2 + Math.floor(next() * 2);
    for (let k = 0; k < count; k++) {
      const reach = next() < 0.1 ? box : Math.min(box, 6);
      const source = box - 1 - Math.floor(next() * reach);
      edges.set(`${source}-${box}`, [source, box]);
    }
  }
  const list = [...edges.values()];
  const count = boxes === 0 ? 0 : sections[boxes - 1]! + 1;
  const frames = [];
  for (let first = 0; first + 2 < count; first += 4) {
    if (next() < 0.5) continue;
    frames.push(
      { first, last: first + 2, title: 20, least: 260 },
      { first: first + 1, last: first + 1, title: 20, least: 260 },
    );
  }
  return {
    widths: Float64Array.from({ length: boxes }, () => 2 * Math.floor(30 + next() * 70)),
    sections,
    from: Int32Array.from(list, ([source]) => source),
    to: Int32Array.from(list, ([, target]) => target),
    late: Uint8Array.from({ length: boxes }, () => (next() < 0.1 ? 1 : 0)),
    heads: Float64Array.from({ length: count }, () => (next() < 0.8 ? 20 : 0)),
    frames,
  };
}
