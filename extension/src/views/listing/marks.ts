/* Which lines of a listing belong to which entities, and how they stand to the selection. No DOM. */

import { gather } from '../../lib/gather';
import type { Anchor, Graph, ReportIndex } from '../../report';

/** By line of the text, from 1: the refs that it belongs to. */
export type LineRefs = ReadonlyMap<number, readonly string[]>;

/** The lines that anchors name. `firstLine` is the number of the text's first line. An anchor of a whole listing is left out. */
export function anchorLines(anchors: readonly Anchor[], firstLine: number, lines: number): LineRefs {
  const refs = new Map<number, string[]>();
  const narrow = anchors.filter((anchor) => (anchor.end ?? anchor.line) - anchor.line + 1 < Math.max(lines - 2, 2));
  for (const anchor of narrow) {
    const from = Math.max(anchor.line - firstLine + 1, 1);
    const to = Math.min((anchor.end ?? anchor.line) - firstLine + 1, lines);
    for (let line = from; line <= to; line += 1) gather(refs, line, anchor.ref);
  }
  return refs;
}

/** The lines of a graph's text that print a node. */
export function graphLines(graph: Graph): LineRefs {
  const refs = new Map<number, string[]>();
  for (const node of graph.nodes) {
    if (node.line !== null) gather(refs, node.line, node.ref);
  }
  return refs;
}

/** The same for a text of which only some lines are kept: `numbers` are their numbers in the exact text. */
export function renumber(refs: LineRefs, numbers: readonly number[]): LineRefs {
  return new Map(numbers.flatMap((number, at) => (refs.has(number) ? [[at + 1, refs.get(number)!] as const] : [])));
}

/** The names of what a kernel call fused, to stand at the right of its line. */
export function callNotes(index: ReportIndex, lines: LineRefs): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  for (const [line, refs] of lines) {
    const names = refs.flatMap((ref) => {
      const entity = index.get(ref);
      return entity?.kind === 'call' ? nodeNames(index, entity.record.nodes) : [];
    });
    if (names.length > 0)
      notes.set(line, names.slice(0, 3).join(' ') + (names.length > 3 ? ` +${names.length - 3}` : ''));
  }
  return notes;
}

function nodeNames(index: ReportIndex, refs: readonly string[]): readonly string[] {
  return refs.map((ref) => index.get(ref)?.name ?? ref);
}
