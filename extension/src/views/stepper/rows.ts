/* The steps as rows: instructions, moments, and runs of library code folded to one row. No DOM. */

import type { Step } from '../../report';
import { isLibrary, type Added, type StepLog } from './log';

/** The steps that are no instructions, in words. */
export const MOMENTS: Readonly<Record<string, string>> = {
  stop: 'cannot go on',
  break: 'graph break',
  restart: 'restart',
  graph: 'graph ends',
  skip: 'given up',
  raise: 'raises',
  error: 'error',
};

/** Moments that stop tracing. */
const BREAKS = new Set(['break', 'skip', 'error']);

export interface StepRow {
  /** The step that it stands for, the first of a folded run. */
  readonly at: number;
  readonly last: number;
  readonly name: string;
  readonly detail: string;
  /** The source line, where it is another than that of the row before. */
  readonly line: number | null;
  readonly depth: number;
  readonly moment: boolean;
  /** What it put into the graph, without inputs. */
  readonly adds: readonly string[];
  readonly guards: number;
}

/** A row a step; with `own` library code is one row a call. */
export function stepRows(steps: readonly Step[], log: StepLog, own: boolean): readonly StepRow[] {
  const rows: StepRow[] = [];
  let line: number | null = null;
  for (let at = 0; at < steps.length; at += 1) {
    const step = steps[at]!;
    const last = own ? endOfLibrary(steps, log, at) : at;
    const frame = log.frames[log.steps[at]?.frame ?? 0];
    const moment = step.name in MOMENTS;
    const here: number | null = step.place?.line ?? null;
    const entries = log.steps.slice(at, last + 1);
    rows.push({
      at,
      last,
      name: last > at ? (frame?.function ?? step.name) : (MOMENTS[step.name] ?? step.name),
      detail: last > at ? `${last - at + 1} steps` : (step.detail ?? ''),
      line: here !== line && !moment && last === at ? here : null,
      depth: own ? 0 : depthOf(step),
      moment,
      adds: entries.flatMap((entry) => (entry.nodes ?? []).filter(computes).map((node) => node.name)),
      guards: entries.reduce((sum, entry) => sum + (entry.guards?.length ?? 0), 0),
    });
    if (last === at) line = here;
    at = last;
  }
  return rows;
}

function depthOf(step: Step): number {
  const depth = step.attributes['depth'];
  return typeof depth === 'number' ? depth : 0;
}

/** The last of the steps from `at` on that run in the library; `at` itself when it is the user's or a moment. */
function endOfLibrary(steps: readonly Step[], log: StepLog, at: number): number {
  const inLibrary = (one: number) => {
    const frame = log.frames[log.steps[one]?.frame ?? -1];
    return frame !== undefined && isLibrary(frame.file) && !(steps[one]!.name in MOMENTS);
  };
  if (!inLibrary(at)) return at;
  let end = at;
  while (end + 1 < steps.length && inLibrary(end + 1)) end += 1;
  return end;
}

/** An input is there without being computed. */
function computes({ code }: Added): boolean {
  return !/^\w+$/.test(code);
}

/** Where tracing stops, in order. */
export function breaksOf(steps: readonly Step[]): readonly number[] {
  return steps.flatMap((step, at) => (BREAKS.has(step.name) ? [at] : []));
}

/** The attempts as stretches of the slider; all but the last were thrown away. */
export function attemptsOf(steps: readonly Step[]): readonly { readonly from: number; readonly to: number }[] {
  const ends = steps.flatMap((step, at) => (step.name === 'restart' ? [at + 1] : []));
  return [0, ...ends].map((from, at, all) => ({ from, to: all[at + 1] ?? steps.length }));
}
