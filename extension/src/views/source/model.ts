/* What the source pane shows: the functions that a compile reached, a band per graph, marks, and hints. No DOM. */

import { gather } from '../../lib/gather';
import { spec } from '../../lib/format';
import { blocksOf, functionAt, type Block } from '../../lib/python-blocks';
import { languageOf, scan, type Token } from '../../lib/tokens';
import {
  dynamoGraphs,
  graphNumbers,
  isCall,
  lineRef,
  resumedAt,
  type Compilation,
  type Finding,
  type Node,
  type Place,
  type Report,
  type Source,
} from '../../report';

export type MarkKind = 'break' | 'seen' | 'recompile' | 'limit' | 'error' | 'specialized';

/** A mark beside a line, with the finding that its card tells; a specialised value has none, only a sentence. */
export interface LineMark {
  readonly kind: MarkKind;
  readonly finding: Finding | null;
  readonly sentence: string;
}

/** The band of a line: traced with ops, traced without, or ending inside the line. */
export type Band = 'full' | 'faint' | 'half';

export interface SourceLine {
  readonly line: number;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly ref: string;
  readonly compile: string | null;
  readonly graph: number | null;
  readonly band: Band | null;
  /** The graph's number stands here. */
  readonly chip: boolean;
  readonly marks: readonly LineMark[];
  /** What the line makes, such as `f32[8, 64]`. */
  readonly hint: string | null;
}

/** A function, with `before` lines left out above it. */
export interface SourceBlock {
  readonly title: string;
  readonly line: number;
  readonly rows: readonly SourceLine[];
}

export interface SourceFile {
  readonly source: Source;
  readonly blocks: readonly SourceBlock[];
  /** How many lines of the file are not shown. */
  readonly hidden: number;
}

/** What each line of a file has to do with the compile. */
interface Touched {
  readonly nodes: Map<number, Map<string, Node[]>>;
  readonly marks: Map<number, LineMark[]>;
  /** Lines that a compiled function starts at. */
  readonly starts: Set<number>;
}

const MARKED: ReadonlySet<string> = new Set(['break', 'recompile', 'limit', 'error']);

/** The files with reached functions. `shown` is the compile key whose graph wins where several share a line. */
export function sourceFiles(report: Report, shown: string | null, everything = false): readonly SourceFile[] {
  const numbers = graphNumbers(report);
  return report.sources.flatMap((source) => {
    const text = source.text === null ? undefined : report.texts[source.text];
    const touched = touchedLines(report, source.file);
    if (text === undefined || reachedLines(touched).length === 0) return [];
    return [fileOf(report, source, text, touched, numbers, shown, everything)];
  });
}

function touchedLines(report: Report, file: string): Touched {
  const touched: Touched = { nodes: new Map(), marks: new Map(), starts: new Set() };
  for (const compilation of report.compilations) {
    const { place, key } = compilation;
    if (place?.file === file && place.line !== null) touched.starts.add(place.line);
    for (const node of dynamoGraphs(compilation).flatMap((graph) => graph.nodes)) {
      if (node.place?.file !== file || node.place.line === null || node.op === 'output') continue;
      const byCompile = touched.nodes.get(node.place.line) ?? new Map<string, Node[]>();
      gather(byCompile, key, node);
      touched.nodes.set(node.place.line, byCompile);
    }
    addSymbolMarks(compilation, file, touched);
  }
  for (const finding of report.findings) addFindingMarks(report, finding, file, touched);
  return touched;
}

function addSymbolMarks(compilation: Compilation, file: string, touched: Touched): void {
  for (const symbol of compilation.symbols) {
    const { place, specialized } = symbol;
    if (!specialized || place?.file !== file || place.line === null) continue;
    const sentence = `${symbol.source ?? symbol.name} was fixed to ${specialized}.`;
    addMark(touched, place.line, { kind: 'specialized', finding: null, sentence });
  }
}

function addFindingMarks(report: Report, finding: Finding, file: string, touched: Touched): void {
  if (!MARKED.has(finding.kind)) return;
  const at = finding.user_place ?? finding.place;
  const mark = { finding, sentence: finding.title };
  if (at?.file === file && at.line !== null) {
    addMark(touched, at.line, { ...mark, kind: finding.kind as MarkKind });
  }
  if (finding.kind !== 'break') return;
  for (const from of callersOf(report, finding)) {
    const elsewhere = from.file !== at?.file || from.line !== at?.line;
    if (from.file === file && from.line !== null && elsewhere) addMark(touched, from.line, { ...mark, kind: 'seen' });
  }
}

/** Where a break is seen from: the functions that it cuts, else the line that ran when its compile began. */
function callersOf(report: Report, finding: Finding): readonly Place[] {
  if (finding.cuts.length > 0) return finding.cuts.map((cut) => cut.place);
  return report.compilations.flatMap(({ key, called_from: from }) =>
    from && finding.compilations.includes(key) ? [from] : [],
  );
}

function addMark(touched: Touched, line: number, mark: LineMark): void {
  const marks = touched.marks.get(line) ?? [];
  if (marks.some((one) => one.kind === mark.kind && one.finding === mark.finding && one.sentence === mark.sentence))
    return;
  touched.marks.set(line, [...marks, mark]);
}

/** Lines that were compiled, or that a finding is about. A caller of a break is only marked where it is shown anyway. */
function reachedLines(touched: Touched): readonly number[] {
  const told = [...touched.marks].filter(([, marks]) => marks.some((mark) => mark.kind !== 'seen'));
  return [...touched.nodes.keys(), ...touched.starts, ...told.map(([line]) => line)];
}

/** The lines to show, from one to another, as a function or as a piece of the top level. */
interface Extent {
  readonly title: string;
  readonly line: number;
  readonly end: number;
  readonly indent: number;
}

function fileOf(
  report: Report,
  source: Source,
  text: string,
  touched: Touched,
  numbers: ReadonlyMap<string, number>,
  shown: string | null,
  everything: boolean,
): SourceFile {
  const lines = text.split('\n');
  const tokens = scan(languageOf('python'), text);
  const blocks = blocksOf(text);
  const extents = everything
    ? [{ title: 'the whole file', line: 1, end: lines.length, indent: 0 }]
    : reachedExtents(blocks, touched, lines.length);
  const bands = bandsOf(report, source.file, touched, blocks, lines);
  const made = extents.map((extent) => {
    let before: number | null = null;
    const inner = everything ? 0 : innerIndent(lines.slice(extent.line, extent.end), extent.indent);
    const rows: SourceLine[] = [];
    for (let line = extent.line; line <= extent.end; line += 1) {
      const here = bandAt(bands, line, shown);
      const graph = here ? (numbers.get(here.compile) ?? null) : null;
      rows.push({
        ...dedent(lines[line - 1] ?? '', tokens[line - 1] ?? [], line === extent.line ? extent.indent : inner),
        line,
        ref: lineRef(source.file, line),
        compile: here?.compile ?? null,
        graph,
        band: here?.band ?? null,
        chip: graph !== null && graph !== before,
        marks: touched.marks.get(line) ?? [],
        hint: here ? hintOf(touched.nodes.get(line)?.get(here.compile) ?? []) : null,
      });
      if (graph !== null) before = graph;
    }
    return { title: extent.title, line: extent.line, rows };
  });
  const count = made.reduce((sum, block) => sum + block.rows.length, 0);
  const last = lines.at(-1) === '' ? 1 : 0;
  return { source, blocks: made, hidden: Math.max(0, lines.length - last - count) };
}

function reachedExtents(blocks: readonly Block[], touched: Touched, last: number): readonly Extent[] {
  const reached = new Map<number, Extent>();
  for (const line of reachedLines(touched)) {
    if (line < 1 || line > last) continue;
    const block = functionAt(blocks, line);
    const extent = block
      ? { title: block.path, line: block.line, end: block.end, indent: block.indent }
      : { title: 'top level', line, end: line, indent: 0 };
    reached.set(extent.line, extent);
  }
  const sorted = [...reached.values()].sort((a, b) => a.line - b.line);
  const joined: Extent[] = [];
  for (const extent of sorted) {
    const above = joined.at(-1);
    if (above && extent.line <= above.end) continue;
    const touching = above && above.title === extent.title && extent.line - above.end <= 2;
    if (touching) joined[joined.length - 1] = { ...above, end: extent.end };
    else joined.push(extent);
  }
  return joined;
}

type Bands = ReadonlyMap<number, ReadonlyMap<string, Band>>;

/** Which graphs lie beside which line: full where they have ops, faint where the trace went through without any. */
function bandsOf(
  report: Report,
  file: string,
  touched: Touched,
  blocks: readonly Block[],
  lines: readonly string[],
): Bands {
  const bands = new Map<number, Map<string, Band>>();
  const put = (line: number, compile: string, band: Band) => {
    const here = bands.get(line) ?? new Map<string, Band>();
    if (here.get(compile) === undefined || band === 'half') here.set(compile, band);
    bands.set(line, here);
  };
  for (const [line, byCompile] of touched.nodes) {
    for (const [compile, nodes] of byCompile) if (nodes.some(isCall)) put(line, compile, 'full');
  }
  for (const compilation of report.compilations) {
    if (dynamoGraphs(compilation).length === 0) continue;
    for (const [from, to] of tracedRanges(compilation, file, touched, blocks)) {
      for (let line = from; line <= to; line += 1) {
        const text = lines[line - 1]?.trim() ?? '';
        if (text !== '' && !text.startsWith('#')) put(line, compilation.key, 'faint');
      }
    }
    for (const at of breakLines(report, compilation, file)) {
      if (touched.nodes.get(at)?.has(compilation.key)) put(at, compilation.key, 'half');
    }
  }
  return bands;
}

/** From where to where a compilation traced each function of the file. */
function tracedRanges(
  compilation: Compilation,
  file: string,
  touched: Touched,
  blocks: readonly Block[],
): readonly (readonly [number, number])[] {
  const byBlock = new Map<Block, [number, number]>();
  const take = (block: Block | null, line: number) => {
    if (!block) return;
    const range = byBlock.get(block);
    byBlock.set(block, range ? [Math.min(range[0], line), Math.max(range[1], line)] : [line, line]);
  };
  for (const [line, byCompile] of touched.nodes) {
    if (byCompile.get(compilation.key)?.some(isCall)) take(functionAt(blocks, line), line);
  }
  const own = compilation.place?.file === file ? compilation.place.line : null;
  const start = resumedAt(compilation) ?? own;
  if (own !== null && start !== null) {
    const block = functionAt(blocks, start) ?? functionAt(blocks, own);
    const range = block && byBlock.get(block);
    if (range) range[0] = Math.min(range[0], start + 1);
  }
  return [...byBlock.values()];
}

function breakLines(report: Report, compilation: Compilation, file: string): readonly number[] {
  return report.findings.flatMap((finding) => {
    const at = finding.user_place ?? finding.place;
    const here = finding.kind === 'break' && finding.compilations.includes(compilation.key);
    return here && at?.file === file && at.line !== null ? [at.line] : [];
  });
}

/** The band to draw: ops before none, the shown compilation before the others. */
function bandAt(bands: Bands, line: number, shown: string | null): { compile: string; band: Band } | null {
  const here = [...(bands.get(line) ?? [])];
  if (here.length === 0) return null;
  const weight = ([compile, band]: readonly [string, Band]) => (band === 'faint' ? 2 : 0) + (compile === shown ? 0 : 1);
  const [compile, band] = here.reduce((best, one) => (weight(one) < weight(best) ? one : best));
  return { compile, band };
}

/** The last thing that a line makes. */
function hintOf(nodes: readonly Node[]): string | null {
  const made = nodes.filter((node) => isCall(node) && node.specs.length > 0).at(-1);
  return made ? made.specs.slice(0, 3).map(spec).join(', ') + (made.specs.length > 3 ? ', …' : '') : null;
}

/** The indent that all lines of a body share: they stand under the header's first letter, to save room. */
function innerIndent(body: readonly string[], least: number): number {
  const indents = body.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  return indents.length > 0 ? Math.max(least, Math.min(...indents)) : least;
}

function dedent(text: string, tokens: readonly Token[], indent: number): Pick<SourceLine, 'text' | 'tokens'> {
  const off = Math.min(indent, text.length - text.trimStart().length);
  const moved = tokens.map((token) => ({ ...token, from: Math.max(0, token.from - off), to: token.to - off }));
  return { text: text.slice(off).trimEnd(), tokens: moved };
}
