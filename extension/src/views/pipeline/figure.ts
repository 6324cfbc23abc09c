/* The one figure under the name of each column. No DOM. */

import { plural, time } from '../../lib/format';
import { fusion, isCall, type ColumnData, type Compilation, type Pass, type Report } from '../../report';

/** What a column says under its name: why there is nothing, or its time and size. */
export function figure(
  report: Report,
  compilation: Compilation | null,
  pass: Pass,
  data: ColumnData,
  running = false,
): string {
  if (running && data.state === 'absent') return 'not yet';
  if (data.state !== 'done') return data.reason ?? (data.state === 'cached' ? 'from cache' : 'not reached');
  const size = sizeOf(report, compilation, pass, data);
  return [data.seconds === null ? null : time(data.seconds), size].filter(Boolean).join(' · ');
}

function sizeOf(report: Report, compilation: Compilation | null, pass: Pass, data: ColumnData): string | null {
  const { column } = data;
  if (column === 'source') return plural(report.sources.filter((one) => !one.library).length, 'file');
  if (column === 'fx') return plural(ops(data.graphs.slice(0, 1)), 'op');
  if (column === 'aot') return aotKind(compilation);
  if (column === 'passes') {
    const changed = data.steps.filter((step) => step.changed).length;
    return `${changed} changed`;
  }
  if (column === 'fusion') {
    const made = compilation ? fusion(compilation, pass) : null;
    return made ? `${plural(made.ops, 'op')} → ${plural(made.calls, 'call')}` : null;
  }
  if (column === 'code') return plural(data.kernels.filter((one) => !one.extern).length, 'kernel');
  if (column === 'machine')
    return data.listings.length > 0 ? plural(data.listings.length, 'listing') : compiler(report);
  if (column === 'dynamo') return followed(compilation);
  if (column === 'run') return report.timings ? `${time(report.timings.compiled.median)} a call` : null;
  return null;
}

/** How many steps of Dynamo are kept, where it was followed. */
function followed(compilation: Compilation | null): string | null {
  const record = compilation?.stages.find((stage) => stage.stage === 'steps');
  return record && record.steps.length > 0 ? plural(record.steps.length, 'step') : null;
}

function ops(graphs: ColumnData['graphs']): number {
  return graphs.reduce((sum, graph) => sum + graph.nodes.filter(isCall).length, 0);
}

function aotKind(compilation: Compilation | null): string {
  const joint = compilation?.stages.some((stage) => stage.direction === 'joint' && stage.graphs.length > 0);
  return joint ? 'training' : 'inference';
}

function compiler(report: Report): string {
  return report.environment.compiler?.split(/[\\/]/).pop()?.split(' ')[0] ?? 'compiler';
}
