/* What the gutter of a notebook cell says of each line, worked out from a report and the cell's text. No DOM here. */

import type { Compilation, Finding, Graph, Place, Report, Source, Symbol } from '../../report';

/** What is known of one line. `graphs` are the numbers of the graphs that run it, `first` whether its chip stands here. */
export interface LineMark {
  readonly line: number;
  readonly graphs: readonly number[];
  readonly first: boolean;
  readonly breaks: readonly Finding[];
  /** What they cost in one call, in seconds; null where that was not measured. */
  readonly cost: number | null;
  /** The same breaks seen from a caller, counted there once more by nobody. */
  readonly callers: readonly Finding[];
  readonly recompiles: readonly Finding[];
  /** Why this function runs in Python from now on. */
  readonly limits: readonly Finding[];
  /** Sizes that were fixed to one value here. */
  readonly fixed: readonly Symbol[];
}

/** The marks of one cell: `lines` by the line in the report's own text of it, `text` what that was. */
export interface CellMarks {
  readonly file: string;
  /** The front end's id of the cell; null for a cell that ran before the package was loaded. */
  readonly cellId: string | null;
  readonly count: number | null;
  readonly text: string | null;
  readonly lines: readonly LineMark[];
}

interface Facts {
  graphs: Set<number>;
  functions: Set<string>;
  breaks: Finding[];
  callers: Finding[];
  recompiles: Finding[];
  limits: Finding[];
  fixed: Symbol[];
}

/** The cells that a report names, with a mark for each line that it knows something of. */
export function cellMarks(report: Report): CellMarks[] {
  const files = factsOf(report);
  return report.sources.flatMap((source) => {
    const facts = files.get(source.file);
    const isCell = source.cell_id !== null || source.execution_count !== null;
    return isCell && facts ? [marksOf(source, facts, report)] : [];
  });
}

/** The graphs that Dynamo handed to the backend, in order: graph 1, graph 2, … Bodies of submodules are none. */
export function numberedGraphs(report: Report): { compilation: Compilation; graph: Graph }[] {
  return report.compilations.flatMap((compilation) =>
    compilation.stages
      .filter((stage) => stage.stage === 'dynamo')
      .flatMap((stage) => stage.graphs.filter((graph) => !graph.name.includes('.')))
      .map((graph) => ({ compilation, graph })),
  );
}

function costOf(breaks: readonly Finding[], report: Report): number | null {
  const costs = breaks.flatMap(
    ({ ref }) => report.break_costs.find((one) => one.finding === ref)?.seconds?.median ?? [],
  );
  return costs.length > 0 ? costs.reduce((sum, one) => sum + one, 0) : null;
}

function marksOf(source: Source, facts: Map<number, Facts>, report: Report): CellMarks {
  const text = source.text !== null ? (report.texts[source.text] ?? null) : null;
  const filled = fill(facts, text?.split('\n') ?? []);
  const lines: LineMark[] = [];
  const seen = new Set<number>();
  for (const line of [...new Set([...facts.keys(), ...filled.keys()])].sort((a, b) => a - b)) {
    const { breaks, callers, recompiles, limits, fixed } = facts.get(line) ?? NOTHING;
    const graphs = filled.get(line) ?? [];
    const first = graphs.some((graph) => !seen.has(graph));
    for (const graph of graphs) seen.add(graph);
    lines.push({ line, graphs, first, breaks, cost: costOf(breaks, report), callers, recompiles, limits, fixed });
  }
  return { file: source.file, cellId: source.cell_id, count: source.execution_count, text, lines };
}

const NOTHING: Facts = Object.freeze(newFacts());
const CALLS = new Set(['call_function', 'call_method', 'call_module']);

function newFacts(): Facts {
  return {
    graphs: new Set(),
    functions: new Set(),
    breaks: [],
    callers: [],
    recompiles: [],
    limits: [],
    fixed: [],
  };
}

function factsOf(report: Report): Map<string, Map<number, Facts>> {
  const files = new Map<string, Map<number, Facts>>();
  const at = (place: Place | null): Facts | null => {
    if (!place || place.line === null) return null;
    const lines = files.get(place.file) ?? new Map<number, Facts>();
    files.set(place.file, lines);
    const facts = lines.get(place.line) ?? newFacts();
    lines.set(place.line, facts);
    if (place.function !== null) facts.functions.add(place.function);
    return facts;
  };
  numberedGraphs(report).forEach(({ graph }, index) => {
    for (const node of graph.nodes) if (CALLS.has(node.op)) at(node.place)?.graphs.add(index + 1);
  });
  for (const finding of report.findings) addFinding(finding, at);
  for (const compilation of report.compilations) {
    for (const symbol of compilation.symbols) if (symbol.specialized !== null) at(symbol.place)?.fixed.push(symbol);
  }
  return files;
}

function addFinding(finding: Finding, at: (place: Place | null) => Facts | null): void {
  if (finding.kind === 'break') {
    at(finding.place)?.breaks.push(finding);
    for (const place of [finding.user_place, ...finding.cuts.map((cut) => cut.place)]) {
      const callers = sameLine(finding.place, place) ? undefined : at(place)?.callers;
      if (callers?.includes(finding) === false) callers.push(finding);
    }
  } else if (finding.kind === 'recompile') {
    at(finding.place ?? finding.user_place)?.recompiles.push(finding);
  } else if (finding.kind === 'limit') {
    at(finding.user_place ?? finding.place)?.limits.push(finding);
  }
}

function sameLine(one: Place | null, other: Place | null): boolean {
  return !other || (one?.file === other.file && one.line === other.line);
}

/**
 * The graphs of each line: its own, else those of the line with an op above it in the same function, unless a break lies
 * between. Only lines between the first and the last line of a function that the compile reached are filled.
 */
function fill(facts: ReadonlyMap<number, Facts>, text: readonly string[]): Map<number, number[]> {
  const filled = new Map<number, number[]>();
  const reach = new Map<string, [number, number]>();
  for (const [line, { functions, graphs }] of facts) {
    if (graphs.size > 0)
      filled.set(
        line,
        [...graphs].sort((a, b) => a - b),
      );
    for (const name of functions) {
      const [low, high] = reach.get(name) ?? [line, line];
      reach.set(name, [Math.min(low, line), Math.max(high, line)]);
    }
  }
  for (const [name, [low, high]] of reach) fillFunction(name, low, high, facts, text, filled);
  return filled;
}

function fillFunction(
  name: string,
  low: number,
  high: number,
  facts: ReadonlyMap<number, Facts>,
  text: readonly string[],
  filled: Map<number, number[]>,
): void {
  let current: number[] = [];
  for (let line = low; line <= high; line += 1) {
    const here = facts.get(line);
    if (here && (here.breaks.length > 0 || here.callers.length > 0)) current = [];
    else if (here?.functions.has(name) && here.graphs.size > 0) current = filled.get(line) ?? [];
    else if (!here && current.length > 0 && tells(text[line - 1])) filled.set(line, current);
  }
}

/** Whether a line is more than a comment or nothing, and starts no other function. */
function tells(line: string | undefined): boolean {
  const bare = line?.trim() ?? '';
  return bare !== '' && !/^(#|@|def\b|class\b|async\b)/.test(bare);
}

/** A cell of a notebook, as far as it matters here. */
export interface NotebookCell {
  readonly id: string;
  readonly count: number | null;
  readonly text: string;
}

/**
 * The cell that `marks` speak of. Without an id it is the one with the same number whose text is the same, or else still
 * mostly so; numbers alone are not enough, because a restarted kernel gives them out again.
 */
export function cellFor(marks: CellMarks, cells: readonly NotebookCell[]): NotebookCell | null {
  if (marks.cellId !== null) return cells.find((cell) => cell.id === marks.cellId) ?? null;
  const { text } = marks;
  if (text === null) return null;
  const numbered = cells.filter((cell) => cell.count === marks.count);
  const same = (cell: NotebookCell) => offsetIn(cell.text, text) !== null;
  return numbered.find(same) ?? cells.find(same) ?? numbered.find((cell) => alike(cell.text, text)) ?? null;
}

/** Whether most lines of the report's text are still in the cell. */
function alike(cell: string, reported: string): boolean {
  const own = new Set(lines(cell));
  const told = lines(reported).filter((line) => line.trim() !== '');
  return told.filter((line) => own.has(line)).length * 2 > told.length;
}

/**
 * By how many lines the cell's own text is longer at its top than the report's text of it: 0 when they are the same, -1
 * when the report's begins with a magic that the cell lacks, null when the cell was edited since.
 */
export function offsetIn(cell: string, reported: string): number | null {
  const own = lines(cell);
  const told = lines(reported);
  if (fits(own, told)) return 0;
  if (told[0] !== undefined && isMagic(told[0]) && fits(own, told.slice(1))) return -1;
  if (own[0] !== undefined && isMagic(own[0]) && fits(own.slice(1), told)) return 1;
  return null;
}

function lines(text: string): string[] {
  return text.replace(/\r\n?/g, '\n').replace(/\s+$/, '').split('\n');
}

function fits(own: readonly string[], told: readonly string[]): boolean {
  return own.length === told.length && own.every((line, at) => sameCode(line, told[at] ?? ''));
}

/** The kernel writes a magic as the Python that it stands for, so such a line is not compared by its letters. */
function sameCode(own: string, told: string): boolean {
  return own.trimEnd() === told.trimEnd() || (told.includes('get_ipython()') && hasMagic(own)) || isMagic(told);
}

function isMagic(line: string): boolean {
  return /^\s*#?\s*%%/.test(line);
}

function hasMagic(line: string): boolean {
  return /^\s*[%!?]|=\s*[%!]|\?\s*$/.test(line);
}
