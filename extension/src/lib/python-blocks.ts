/* The functions of a Python text, found by indentation: enough to show only those that a compile reached. */

import { languageOf, scanLine } from './tokens';

/** A function or class. Lines count from 1, both ends included; `indent` is that of its header. */
export interface Block {
  readonly kind: 'def' | 'class';
  readonly name: string;
  /** With the classes and functions around it: `Block.forward`. */
  readonly path: string;
  /** The line of `def`, below its decorators. */
  readonly line: number;
  readonly end: number;
  readonly indent: number;
}

/** How a line stands in the text: its indent, or null when it is blank or goes on from the line before. */
interface Start {
  readonly indent: number | null;
  readonly text: string;
}

/** All functions and classes of `source`, in order of their first lines. */
export function blocksOf(source: string): readonly Block[] {
  const starts = logicalStarts(source);
  const found: Block[] = [];
  const open: { block: Omit<Block, 'end'>; last: number }[] = [];
  const finish = (indent: number) => {
    while (open.length > 0 && open.at(-1)!.block.indent >= indent) {
      const { block, last } = open.pop()!;
      found.push({ ...block, end: last });
    }
  };
  starts.forEach(({ indent, text }, at) => {
    if (indent !== null) finish(indent);
    for (const one of open) if (indent !== null || text !== '') one.last = at + 1;
    const header = indent === null ? null : /^(?:async\s+)?(def|class)\s+([^\s(:[]+)/.exec(text);
    if (!header) return;
    const path = [...open.map((one) => one.block.name), header[2]!].join('.');
    const kind = header[1] as Block['kind'];
    open.push({ block: { kind, name: header[2]!, path, line: at + 1, indent: indent! }, last: at + 1 });
  });
  finish(0);
  return found.sort((a, b) => a.line - b.line);
}

/** The innermost function around `line`, or null at the top level and in a class body. */
export function functionAt(blocks: readonly Block[], line: number): Block | null {
  let best: Block | null = null;
  for (const block of blocks) {
    if (block.kind === 'def' && block.line <= line && line <= block.end && (!best || block.line > best.line))
      best = block;
  }
  return best;
}

/** Blank lines, comments, and lines inside brackets or long strings start nothing. */
function logicalStarts(source: string): readonly Start[] {
  const python = languageOf('python');
  let state = '';
  let depth = 0;
  return source.split('\n').map((line) => {
    const inside = state !== '' || depth > 0;
    const scanned = scanLine(python, line, state);
    state = scanned.state;
    depth = Math.max(0, depth + bracketDepth(line, scanned.tokens));
    const text = line.trim();
    const nothing = inside || text === '' || text.startsWith('#');
    return { indent: nothing ? null : line.length - line.trimStart().length, text };
  });
}

function bracketDepth(line: string, tokens: readonly { from: number; to: number; style: string }[]): number {
  const hidden = tokens.filter((token) => token.style === 'string' || token.style === 'comment');
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (hidden.some((token) => token.from <= at && at < token.to)) continue;
    if ('([{'.includes(line[at]!)) depth += 1;
    else if (')]}'.includes(line[at]!)) depth -= 1;
  }
  return depth;
}
