/* What each line costs, from the ledger: at the first line of a row, with how many lines share it. No DOM. */

import { wordOf, type Word } from '../panels/ledger-rows';
import type { LedgerRow, Report } from '../../report';

/** One row of the ledger at one of its lines. */
export interface Cost {
  readonly row: LedgerRow;
  readonly word: Word;
  /** `first` carries the bars of all its lines; the others are joined to it. */
  readonly place: 'alone' | 'first' | 'inside' | 'last';
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
  for (const row of [...rows].sort((a, b) => weight(a) - weight(b))) {
    const own = row.places.filter((place) => place.file === row.places[0]!.file && place.line !== null);
    const lines = [...new Set(own.map((place) => place.line!))].sort((a, b) => a - b);
    lines.forEach((line, at) => {
      const file = own[0]!.file;
      const costs = files.get(file) ?? new Map<number, Cost>();
      files.set(file, costs);
      const place =
        lines.length === 1 ? 'alone' : at === 0 ? 'first' : at === lines.length - 1 ? 'last' : ('inside' as const);
      const bars = at === 0 ? [seconds(row.eager) / longest, seconds(row.compiled) / longest] : [0, 0];
      costs.set(line, { row, word: wordOf(row), place, eager: bars[0]!, compiled: bars[1]! });
    });
  }
  return files;
}

function seconds(made: LedgerRow['eager']): number {
  return Math.max(0, made?.median ?? 0);
}

function weight(row: LedgerRow): number {
  return Math.max(seconds(row.eager), seconds(row.compiled));
}
