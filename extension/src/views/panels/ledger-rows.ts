/* The rows of the ledger as they are shown: in the order of the report, controls apart, with the words for each. No DOM. */

import { ratio, time } from '../../lib/format';
import { shortFile, type LedgerRow, type Report } from '../../report';

export type Way = 'fwd' | 'bwd';

/** What the panel shows. */
export interface LedgerView {
  readonly rows: readonly LedgerRow[];
  /** The same library call on both sides: only noise tells their times apart. */
  readonly controls: readonly LedgerRow[];
  /** The least and the largest median of the controls. */
  readonly noise: readonly [number, number] | null;
  /** The ends of the axis of ratios. */
  readonly axis: readonly [number, number];
  /** The longest time that has a bar, in seconds. */
  readonly longest: number;
}

const WITHOUT_BAR = new Set(['gap', 'total']);

/** The rows of one direction, and those of none. */
export function ledgerView(report: Report, way: Way | null): LedgerView {
  const own = report.ledger.filter((row) => way === null || row.direction === null || row.direction === way);
  const controls = own.filter((row) => row.control);
  const rows = own.filter((row) => !row.control);
  const medians = controls.flatMap((row) => row.ratio?.median ?? []);
  const ratios = rows.flatMap((row) => row.ratio?.median ?? []).map((one) => Math.min(Math.max(one, 1 / 8), 16));
  const times = rows
    .filter((row) => !WITHOUT_BAR.has(row.kind))
    .flatMap((row) => [row.eager?.median ?? 0, row.compiled?.median ?? 0]);
  return {
    rows,
    controls,
    noise: medians.length > 0 ? [Math.min(...medians), Math.max(...medians)] : null,
    axis: [Math.min(0.7, ...ratios) * 0.9, Math.max(1.5, ...ratios) * 1.1],
    longest: Math.max(0, ...times),
  };
}

/** The directions that have rows of their own. */
export function waysOf(report: Report): readonly Way[] {
  const found = new Set(report.ledger.map((row) => row.direction));
  return (['fwd', 'bwd'] as const).filter((way) => found.has(way));
}

/** The lines of a row: `18–20`, with the file where there are several. */
export function linesOf(row: LedgerRow, cwd: string | null, several: boolean): string {
  const numbers = row.places.flatMap((place) => place.line ?? []);
  if (numbers.length === 0) return '';
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const file = row.places[0]!;
  const named = several && file.execution_count === null ? `${shortFile(file.file, cwd).split('/').pop()}:` : '';
  const cell = several && file.execution_count !== null ? `In[${file.execution_count}] ` : '';
  return `${cell}${named}${least === most ? least : `${least}–${most}`}`;
}

/** What a row is about: the code of its lines, or the name of what runs there. */
export function titleOf(row: LedgerRow): string {
  const code = [...new Set(row.places.flatMap((place) => place.source ?? []))].join(' ');
  return (row.kind === 'break' || row.places.length > 0) && code ? code : row.title || row.kind;
}

/** Names with how often each: `addmm × 2 + silu`. */
export function counted(names: readonly string[], joint: string): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(shortName(name), (counts.get(shortName(name)) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => (count > 1 ? `${name} × ${count}` : name)).join(joint);
}

/** `torch.ops.aten.addmm.default` and `extern_kernels.addmm` as `addmm`, `cpp_fused_add_0` as `add_0`. */
function shortName(name: string): string {
  const parts = name.split('.');
  const last = ['default', 'Tensor', 'out'].includes(parts.at(-1)!) && parts.length > 1 ? parts.at(-2)! : parts.at(-1)!;
  return last.replace(/^(cpp|triton\w*)_fused_/, '');
}

export interface Word {
  readonly text: string;
  /** `strong` is proven, `grey` is doubtful or without a ratio, `slower` is both proven and bad. */
  readonly tone: 'strong' | 'grey' | 'slower';
}

/** What stands in the place of the ratio. */
export function wordOf(row: LedgerRow): Word {
  const grey = (text: string): Word => ({ text, tone: 'grey' });
  if (row.ratio) {
    if (!row.conclusive) return grey('inconclusive');
    const slower = row.ratio.median < 1;
    return {
      text: ratio(row.ratio.median),
      tone: slower ? 'slower' : 'strong',
    };
  }
  if (row.kind === 'removed') return grey('removed');
  if (row.kind === 'gap' && row.share_compiled !== null && Math.abs(row.share_compiled) > 0.05)
    return grey(`gap ${Math.round(row.share_compiled * 100)} %`);
  if (row.kind === 'break') return grey('Python');
  if (row.eager === null && row.compiled !== null) return grey('added');
  if (row.compiled === null && row.eager !== null) return grey('eager only');
  return grey('—');
}

/** Sentences that explain the table, those that apply. */
export function notesOf({ rows, noise }: LedgerView): readonly (readonly [string, string])[] {
  const notes: (readonly [string, string])[] = [];
  const doubtful = rows.filter((row) => row.ratio && !row.conclusive).length;
  if (doubtful > 0) {
    const why = noise
      ? `Their interval includes 1×, or their ratio lies inside the noise floor: equal library calls spread from ${noise[0].toFixed(2)} to ${noise[1].toFixed(2)}.`
      : 'Their 95 % interval includes 1×.';
    notes.push([doubtful === 1 ? 'The grey row is inconclusive.' : 'Grey rows are inconclusive.', why]);
  }
  const gap = rows.find((row) => row.kind === 'gap');
  if (gap?.share_compiled != null && Math.abs(gap.share_compiled) > 0.05) {
    const share = `The gap is ${Math.round(gap.share_compiled * 100)} % of the compiled call.`;
    notes.push([
      share,
      'Rows are timed with timers around each kernel; what they miss, or count twice, stands in its own row.',
    ]);
  }
  const total = rows.find((row) => row.kind === 'total');
  if (total?.ratio)
    notes.push([
      `${total.ratio.runs} blocks of calls.`,
      `Medians with 95 % intervals; one call takes ${time(total.compiled?.median ?? null)}.`,
    ]);
  return notes;
}
