/* Questions asked of a document, answered as the Python package answers them. */

import type { Compilation, Finding, Graph, Node, Place, Report } from './generated';

/** What a graph break does to the rest of the function, the least harm first. */
const EFFECTS = ['branch_resumed', 'resumed', 'rest_skipped', 'frame_skipped'];
const FAMILIES = ['error', 'limit', 'mismatch', 'break', 'recompile'];
const SEVERITIES = ['error', 'warning', 'note'];
const CALLS = new Set(['call_function', 'call_method', 'call_module']);

/** The findings, the one to look at first in front, of breaks the dearest one; equal ones keep their order. */
export function orderFindings(report: Report): readonly Finding[] {
  const seconds = new Map(report.break_costs.map((cost) => [cost.finding, cost.seconds?.median ?? 0]));
  const cost = ({ ref }: Finding) => seconds.get(ref) ?? 0;
  return [...report.findings].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    return x[0] - y[0] || cost(b) - cost(a) || x[1] - y[1] || x[2] - y[2];
  });
}

function rank(finding: Finding): readonly [number, number, number] {
  const family = FAMILIES.indexOf(finding.kind);
  const effect = finding.attributes['effect'];
  const harm = typeof effect === 'string' ? EFFECTS.indexOf(effect) : -1;
  return [family < 0 ? FAMILIES.length : family, SEVERITIES.indexOf(finding.severity), -harm];
}

/** What to do first: the first advice of the first findings that have any, each sentence once. */
export function actions(report: Report, count = 3): readonly string[] {
  const wanted = orderFindings(report).flatMap((finding) => finding.advice.slice(0, 1));
  return [...new Set(wanted)].slice(0, count);
}

/** The graphs that Dynamo handed to the backend in one compilation, without the bodies of their submodules. */
export function dynamoGraphs(compilation: Compilation): readonly Graph[] {
  return compilation.stages
    .filter((stage) => stage.stage === 'dynamo')
    .flatMap((stage) => stage.graphs.filter((graph) => !graph.name.includes('.')));
}

/** Whether a node does something: a function, a method or a submodule; inputs, attributes and the output do not. */
export function isCall(node: Node): boolean {
  return CALLS.has(node.op);
}

/** Compilations that made a graph, numbered from 1 in order: the number that names a graph everywhere. */
export function graphNumbers(report: Report): ReadonlyMap<string, number> {
  const made = report.compilations.filter((one) => dynamoGraphs(one).length > 0);
  return new Map(made.map((one, at) => [one.key, at + 1]));
}

/** What the verdict bar counts. `seconds` is null when no compile was timed. */
export interface Counts {
  readonly graphs: number;
  readonly breaks: number;
  readonly recompiles: number;
  readonly seconds: number | null;
}

export function counts(report: Report): Counts {
  const timed = report.compilations.flatMap((one) => (one.seconds === null ? [] : [one.seconds]));
  return {
    graphs: graphNumbers(report).size,
    breaks: report.findings.filter((finding) => finding.kind === 'break').length,
    recompiles: report.compilations.filter((one) => one.trigger === 'recompile').length,
    seconds: timed.length ? timed.reduce((sum, one) => sum + one, 0) : null,
  };
}

/** The passes that a compilation was compiled for: forward, and backward when it has one. */
export function hasBackward(compilation: Compilation): boolean {
  return compilation.stages.some((stage) => stage.direction === 'bwd' && stage.state !== 'absent');
}

/** `file` relative to `cwd` when it lies inside it; of an installed package, the part below the packages' folder. */
export function shortFile(file: string, cwd: string | null): string {
  const library = /[\\/](?:site|dist)-packages[\\/](.*)$/.exec(file);
  if (library) return library[1]!;
  const root = cwd ? `${cwd.replace(/\/+$/, '')}/` : '';
  return root && file.startsWith(root) ? file.slice(root.length) : file;
}

/** How people read a place: `model.py:12`, or `In[3], line 4` for a notebook cell. */
export function showPlace(place: Place | null, cwd: string | null): string {
  if (!place) return 'unknown place';
  if (place.execution_count !== null || place.cell_id !== null) {
    const cell = place.execution_count !== null ? `In[${place.execution_count}]` : 'this cell';
    return place.line === null ? cell : `${cell}, line ${place.line}`;
  }
  const file = shortFile(place.file, cwd);
  return place.line === null ? file : `${file}:${place.line}`;
}

/** The name of a file of user code, which may be a notebook cell. */
export function showFile(report: Report, file: string): string {
  const source = report.sources.find((one) => one.file === file);
  return source?.execution_count != null ? `In[${source.execution_count}]` : shortFile(file, report.program.cwd);
}

/** The same of a line of user code, whose file may be a notebook cell. */
export function showLine(report: Report, file: string, line: number): string {
  const source = report.sources.find((one) => one.file === file);
  if (source?.execution_count != null) return `In[${source.execution_count}], line ${line}`;
  if (source?.cell_id != null) return `this cell, line ${line}`;
  return `${shortFile(file, report.program.cwd)}:${line}`;
}

/** A compilation as people name it: the function, or where a resume function goes on. */
export function showFunction(compilation: Compilation): string {
  const line = resumedAt(compilation);
  return line === null ? compilation.function || 'unknown function' : `resume after ${line}`;
}

/** The line that a resume function goes on after, or null for any other function. */
export function resumedAt(compilation: Compilation): number | null {
  const found = /(?:resumed after line |_at_)(\d+)(?:_\d+)?$/.exec(compilation.function ?? '');
  if (found) return Number(found[1]);
  return compilation.trigger === 'resume' ? (compilation.place?.line ?? null) : null;
}
