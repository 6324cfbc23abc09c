/* Hulls: outlines around the boxes of one kernel, in as few rectangles as hold no box of another. */

import { SIZE, type Layout, type Rect } from './types';

export interface Hull {
  readonly name: string;
  readonly boxes: readonly number[];
  readonly rects: readonly Rect[];
}

const PAD = 4;

/** The hulls of all names that `nameOf` gives; boxes without a name have none. */
export function hullsOf(drawn: Layout, widths: Float64Array, nameOf: (box: number) => string | null): Hull[] {
  const members = new Map<string, number[]>();
  for (let box = 0; box < widths.length; box++) {
    const name = nameOf(box);
    if (name !== null) members.set(name, [...(members.get(name) ?? []), box]);
  }
  const rows = rowsOf(drawn);
  return Array.from(members, ([name, boxes]) => {
    const inside = new Set(boxes);
    const pieces = [...new Set(boxes.map((box) => drawn.ranks[box]!))]
      .sort((a, b) => a - b)
      .flatMap((rank) => pieceRow(rows.get(rank)!, inside, drawn, widths));
    return { name, boxes, rects: join(pieces, rows, drawn, widths, inside).map(({ rect }) => rect) };
  });
}

interface Piece {
  readonly rect: Rect;
  readonly first: number;
  readonly last: number;
}

function rowsOf({ ranks, x }: Layout): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  ranks.forEach((rank, box) => rows.set(rank, [...(rows.get(rank) ?? []), box]));
  for (const row of rows.values()) row.sort((a, b) => x[a]! - x[b]!);
  return rows;
}

/** The runs of neighbours in a row that all belong. */
function pieceRow(row: readonly number[], inside: ReadonlySet<number>, drawn: Layout, widths: Float64Array): Piece[] {
  const pieces: Piece[] = [];
  let open = false;
  for (const box of row) {
    if (!inside.has(box)) open = false;
    else {
      const rect = around(drawn, widths, box);
      const rank = drawn.ranks[box]!;
      const before = open ? pieces.pop() : undefined;
      pieces.push({ rect: before ? union(before.rect, rect) : rect, first: rank, last: rank });
      open = true;
    }
  }
  return pieces;
}

function around({ x, y }: Layout, widths: Float64Array, box: number): Rect {
  return { x: x[box]! - 2 * PAD, y: y[box]! - PAD, w: widths[box]! + 4 * PAD, h: SIZE.box + 2 * PAD };
}

function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/** Joins a piece to the one above it while no other box comes to lie inside. */
function join(
  pieces: readonly Piece[],
  rows: ReadonlyMap<number, readonly number[]>,
  drawn: Layout,
  widths: Float64Array,
  inside: ReadonlySet<number>,
): Piece[] {
  const made: Piece[] = [];
  for (const piece of pieces) {
    const before = made[made.length - 1];
    const rect = before && union(before.rect, piece.rect);
    if (before && rect && holdsOnly(rect, before.first, piece.last, rows, drawn, widths, inside)) {
      made[made.length - 1] = { ...before, rect, last: piece.last };
    } else made.push(piece);
  }
  return made;
}

function holdsOnly(
  rect: Rect,
  first: number,
  last: number,
  rows: ReadonlyMap<number, readonly number[]>,
  { x }: Layout,
  widths: Float64Array,
  inside: ReadonlySet<number>,
): boolean {
  for (let rank = first; rank <= last; rank++) {
    for (const box of rows.get(rank) ?? []) {
      if (!inside.has(box) && x[box]! < rect.x + rect.w && x[box]! + widths[box]! > rect.x) return false;
    }
  }
  return true;
}
