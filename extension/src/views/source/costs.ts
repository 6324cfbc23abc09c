/* What each line costs, from the ledger: at the first line of a row, with how many lines share it. No DOM. */

import { wordOf, type Word } from '../panels/ledger-rows';
import type { LedgerRow, Report } from '../../report';

/** One row of the ledger at one of its lines. */
export interface Cost {
  readonly row: LedgerRow;
  readonly word: Word;
  /** How a bracket joins the line to others that share kernels with it. */
  readonly place: 'alone' | 'first' | 'inside' | 'last';
  /** The bars stand here: at the first line of a row, and at a break. */
  readonly told: boolean;
  /** The lengths of the bars, 0 to 1, on one scale for the whole pane. */
  readonly eager: number;
  readonly compiled: number;
}

const SHOWN = new Set(['ops', 'removed', 'break', 'unmapped']);

/** By file, then by line. Of several rows on a line the longest is shown. Null when nothing was measured. */
export function costsOf(report: Report): ReadonlyMap<string, ReadonlyMap<number, Cost>> | null {
  if (report.ledger.length === 0) return null;
  const rows = report.ledger.filter((row) => SHOWN.has(row.kind) && !row.control && row.direction !== 'bwd');
  const longest = Math.max(1e-12, ...rows.flatMap((row) => [seconds(row.eager), seconds(row.compiled)]));
  const files = new Map<string, Map<number, Cost>>();
  for (const row of [...rows].sort((a, b) => weight(a) - weight(b) || 0)) {
    const own = row.places.filter((place) => place.file === row.places[0]!.file && place.line !== null);
    const lines = [...new Set(own.map((place) => place.line!))].sort((a, b) => a - b);
    lines.forEach((line, at) => {
      const file = own[0]!.file;
      const costs = files.get(file) ?? new Map<number, Cost>();
      files.set(file, costs);
      const joined =
        lines.length === 1 ? 'alone' : at === 0 ? 'first' : at === lines.length - 1 ? 'last' : ('inside' as const);
      costs.set(line, {
        row,
        word: wordOf(row),
        place: row.kind === 'break' ? (costs.get(line)?.place ?? joined) : joined,
        told: at === 0,
        eager: seconds(row.eager) / longest,
        compiled: seconds(row.compiled) / longest,
      });
    });
  }
  return files;
}

function seconds(made: LedgerRow['eager']): number {
  return Math.max(0, made?.median ?? 0);
}

/** What is drawn last stays: the longest row of a line, but a break over all. */
function weight(row: LedgerRow): number {
  return row.kind === 'break' ? Infinity : Math.max(seconds(row.eager), seconds(row.compiled));
}
