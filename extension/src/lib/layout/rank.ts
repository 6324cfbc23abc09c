/* Rows: every box stands below all that it uses, and no section reaches into the next. */

import { SIZE, type LayoutInput } from './types';

export interface Ranks {
  readonly of: Int32Array;
  readonly count: number;
  /** The first row of each section; one entry more than there are sections. */
  readonly first: Int32Array;
}

/** Longest path inside each section, wide rows broken, the sections stacked. */
export function rankBoxes(input: LayoutInput): Ranks {
  const local = rowsInSections(input);
  sinkInputs(input, local);
  return stack(input, local);
}

function rowsInSections({ widths, sections, from, to }: LayoutInput): Int32Array {
  const local = new Int32Array(widths.length);
  const incoming = incidence(to, widths.length);
  let filled = new Map<number, number>();
  for (let box = 0; box < widths.length; box++) {
    if (box > 0 && sections[box] !== sections[box - 1]) filled = new Map();
    let row = 0;
    for (let at = incoming.start[box]!; at < incoming.start[box + 1]!; at++) {
      const source = from[incoming.edges[at]!]!;
      if (sections[source] === sections[box]) row = Math.max(row, local[source]! + 1);
    }
    const need = widths[box]! + SIZE.gap;
    while ((filled.get(row) ?? 0) > 0 && filled.get(row)! + need > SIZE.widest) row++;
    filled.set(row, (filled.get(row) ?? 0) + need);
    local[box] = row;
  }
  return local;
}

/** Moves boxes marked `late` down to the row above their first use in the same section, where there is room. */
function sinkInputs({ widths, sections, from, to, late }: LayoutInput, local: Int32Array): void {
  if (!late.includes(1)) return;
  const lowest = new Int32Array(widths.length).fill(-1);
  for (let edge = 0; edge < from.length; edge++) {
    const [source, target] = [from[edge]!, to[edge]!];
    if (!late[source] || sections[source] !== sections[target]) continue;
    lowest[source] = lowest[source] === -1 ? local[target]! : Math.min(lowest[source]!, local[target]!);
  }
  const filled = new Map<string, number>();
  const add = (box: number, row: number, width: number): void => {
    const key = `${sections[box]}/${row}`;
    filled.set(key, (filled.get(key) ?? 0) + width);
  };
  for (let box = 0; box < widths.length; box++) add(box, local[box]!, widths[box]! + SIZE.gap);
  for (let box = 0; box < widths.length; box++) {
    const goal = lowest[box]! - 1;
    const need = widths[box]! + SIZE.gap;
    if (goal <= local[box]! || (filled.get(`${sections[box]}/${goal}`) ?? 0) + need > SIZE.widest) continue;
    add(box, local[box]!, -need);
    add(box, goal, need);
    local[box] = goal;
  }
}

function stack({ sections, heads }: LayoutInput, local: Int32Array): Ranks {
  const rows = new Int32Array(heads.length);
  for (let box = 0; box < local.length; box++) {
    rows[sections[box]!] = Math.max(rows[sections[box]!]!, local[box]! + 1);
  }
  const first = new Int32Array(heads.length + 1);
  for (let section = 0; section < heads.length; section++) first[section + 1] = first[section]! + rows[section]!;
  return { of: local.map((row, box) => first[sections[box]!]! + row), count: first[heads.length]!, first };
}

/** Edges by the box at one of their ends: those of box `b` are `edges[start[b]]` up to `edges[start[b + 1]]`. */
export interface Incidence {
  readonly start: Int32Array;
  readonly edges: Int32Array;
}

/** The edges that have each box as their end in `ends`, in their order. */
export function incidence(ends: Int32Array, boxes: number): Incidence {
  const start = new Int32Array(boxes + 1);
  for (const end of ends) start[end + 1]!++;
  for (let box = 0; box < boxes; box++) start[box + 1]! += start[box]!;
  const next = start.slice();
  const edges = new Int32Array(ends.length);
  for (let edge = 0; edge < ends.length; edge++) edges[next[ends[edge]!]!++] = edge;
  return { start, edges };
}
