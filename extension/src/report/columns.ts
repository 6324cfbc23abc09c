/* The pipeline of one compilation: which records of the document stand under which column, and how far it came. */

import type { Compilation, Graph, Kernel, Listing, Report, StageRecord, Step } from './generated';
import { dynamoGraphs, isCall } from './questions';

/** The columns of the pipeline, in order. */
export const COLUMNS = ['source', 'dynamo', 'fx', 'aot', 'passes', 'fusion', 'code', 'machine', 'run'] as const;
export type Column = (typeof COLUMNS)[number];
export type Pass = 'fwd' | 'bwd';
export type State = StageRecord['state'];

export const TITLES: Readonly<Record<Column, string>> = {
  source: 'Source',
  dynamo: 'Dynamo',
  fx: 'FX graph',
  aot: 'AOT',
  passes: 'Passes',
  fusion: 'IR, fusion',
  code: 'Code',
  machine: 'Machine code',
  run: 'Run',
};

/** The document's stages of a column. A stage that no column names has no column: its records stand in a panel. */
const STAGES: Readonly<Record<Column, readonly string[]>> = {
  source: [],
  dynamo: ['dynamo', 'bytecode', 'attention'],
  fx: ['dynamo'],
  aot: ['aot'],
  passes: ['pre_grad', 'joint', 'passes', 'post_grad'],
  fusion: ['inductor', 'ir', 'fusion', 'provenance'],
  code: ['codegen', 'triton'],
  machine: ['machine', 'asm', 'targets'],
  run: ['runtime', 'measure'],
};

/** Whether the records of a stage stand under a column. */
export function inPipeline(stage: string): boolean {
  return Object.values(STAGES).some((stages) => stages.includes(stage));
}

const MACHINE = new Set(['llvm', 'ptx', 'sass', 'asm']);

/** A column of one compilation: what it holds, and where there is nothing, why. */
export interface ColumnData {
  readonly column: Column;
  readonly state: State;
  readonly reason: string | null;
  readonly seconds: number | null;
  readonly graphs: readonly Graph[];
  readonly listings: readonly Listing[];
  readonly steps: readonly Step[];
  readonly kernels: readonly Kernel[];
}

/** All columns of `compilation` for one pass. */
export function columnsOf(report: Report, compilation: Compilation | null, pass: Pass): readonly ColumnData[] {
  return COLUMNS.map((column) => columnOf(report, compilation, pass, column));
}

/** One column. With no compilation everything but the source is absent. */
export function columnOf(report: Report, compilation: Compilation | null, pass: Pass, column: Column): ColumnData {
  if (column === 'source') return { ...EMPTY, column, ...sourceState(report) };
  if (!compilation) return { ...EMPTY, column, reason: 'nothing was compiled' };
  const records = recordsOf(compilation, pass, column);
  const held = contents(compilation, records, column, pass);
  return { ...EMPTY, column, ...standing(report, compilation, records, held, column), ...held };
}

const EMPTY: Omit<ColumnData, 'column'> = {
  state: 'absent',
  reason: null,
  seconds: null,
  graphs: [],
  listings: [],
  steps: [],
  kernels: [],
};

type Held = Pick<ColumnData, 'graphs' | 'listings' | 'steps' | 'kernels'>;

function sourceState(report: Report): Pick<ColumnData, 'state' | 'reason'> {
  const readable = report.sources.some((source) => source.text !== null);
  return readable ? { state: 'done', reason: null } : { state: 'absent', reason: 'the source could not be read' };
}

function recordsOf(compilation: Compilation, pass: Pass, column: Column): readonly StageRecord[] {
  const wanted = STAGES[column];
  const shown = (stage: StageRecord) =>
    stage.direction === 'dynamo' || stage.direction === 'joint' || stage.direction === pass;
  return compilation.stages
    .filter((stage) => wanted.includes(stage.stage) && shown(stage))
    .sort((a, b) => wanted.indexOf(a.stage) - wanted.indexOf(b.stage));
}

function contents(compilation: Compilation, records: readonly StageRecord[], column: Column, pass: Pass): Held {
  const listings = records.flatMap((record) => record.listings);
  const all = {
    graphs: records.flatMap((record) => record.graphs),
    listings,
    steps: records.flatMap((record) => record.steps),
    kernels: records.flatMap((record) => record.kernels),
  };
  if (column === 'dynamo') return { ...all, graphs: [] };
  if (column === 'fx') return { graphs: dynamoGraphs(compilation), listings: [], steps: [], kernels: [] };
  if (column === 'fusion') return { ...all, kernels: kernelsOf(compilation, pass) };
  if (column === 'code') return { ...all, listings: listings.filter((one) => !MACHINE.has(one.language)) };
  if (column === 'machine') {
    const made = compilation.stages.flatMap((stage) => stage.listings.filter((one) => MACHINE.has(one.language)));
    return { ...all, listings: made };
  }
  return all;
}

/** The kernels that the code of a pass launches. */
function kernelsOf(compilation: Compilation, pass: Pass): readonly Kernel[] {
  return compilation.stages.filter((stage) => stage.direction === pass).flatMap((stage) => stage.kernels);
}

function standing(
  report: Report,
  compilation: Compilation,
  records: readonly StageRecord[],
  held: Held,
  column: Column,
): Pick<ColumnData, 'state' | 'reason' | 'seconds'> {
  const seconds = secondsOf(compilation, records, column);
  const failed = records.find((record) => record.state === 'failed');
  if (failed && column === 'fx') return { state: 'not_reached', reason: 'not reached', seconds };
  if (failed) return { state: 'failed', reason: failed.reason, seconds };
  const filled = Object.values(held).some((items) => items.length > 0);
  const cached = records.find((record) => record.state === 'cached');
  if (cached) return { state: 'cached', reason: cached.reason ?? 'from cache', seconds };
  if (filled || (column === 'machine' && seconds !== null)) return { state: 'done', reason: null, seconds };
  const { runs, timings, numerics, memory } = report;
  if (column === 'run' && (runs.length > 0 || timings || numerics || memory))
    return { state: 'done', reason: null, seconds };
  if (column === 'dynamo' && seconds !== null) return { state: 'done', reason: null, seconds };
  const said = records.find((record) => record.reason !== null) ?? saidElsewhere(compilation, column);
  if (said) return { state: said.state === 'done' ? 'absent' : said.state, reason: said.reason, seconds };
  return { ...missing(compilation, column), seconds };
}

/** Where the shown pass has no record, that of the other pass may say why. */
function saidElsewhere(compilation: Compilation, column: Column): StageRecord | undefined {
  const wanted = STAGES[column];
  return compilation.stages.find((one) => wanted.includes(one.stage) && one.state === 'absent' && one.reason !== null);
}

function missing(compilation: Compilation, column: Column): Pick<ColumnData, 'state' | 'reason'> {
  if (column === 'run') return { state: 'absent', reason: 'not measured' };
  if (compilation.status === 'limit') return { state: 'not_reached', reason: 'recompile limit: runs in Python' };
  if (compilation.status !== 'ok') return { state: 'not_reached', reason: 'not reached' };
  if (column !== 'dynamo' && dynamoGraphs(compilation).length === 0) return { state: 'absent', reason: 'no graph' };
  return { state: 'absent', reason: 'not recorded' };
}

/** The time of a column. Machine code is what the compile waited for a compiler. */
function secondsOf(compilation: Compilation, records: readonly StageRecord[], column: Column): number | null {
  if (column === 'machine') {
    const waits = compilation.stages.flatMap((stage) => stage.spans.filter((span) => span.waiting));
    return waits.length ? waits.reduce((sum, span) => sum + span.seconds, 0) : null;
  }
  if (column === 'fx') return null;
  const timed = records.flatMap((record) => (record.seconds === null ? [] : [record.seconds]));
  return timed.length ? timed.reduce((sum, one) => sum + one, 0) : null;
}

/** How many ops went into how many kernel calls; null when the code is not there. */
export function fusion(compilation: Compilation, pass: Pass): { ops: number; calls: number } | null {
  const after = compilation.stages
    .filter((stage) => stage.stage === 'post_grad' && stage.direction === pass)
    .flatMap((stage) => stage.graphs)
    .at(-1);
  const kernels = kernelsOf(compilation, pass);
  if (!after || kernels.length === 0) return null;
  return {
    ops: after.nodes.filter(isCall).length,
    calls: kernels.reduce((sum, kernel) => sum + kernel.calls.length, 0),
  };
}
