/* Rows of the tables: what a kernel, a guard and a version of a function show. No DOM. */

import { gather } from '../../lib/gather';
import { guardWords } from '../../lib/guard-words';
import {
  showFunction,
  type Compilation,
  type Finding,
  type Guard,
  type Kernel,
  type KernelCall,
  type Place,
  type Report,
  type ReportIndex,
} from '../../report';

/** A row of the kernel table: one call site. */
export interface KernelRow {
  readonly ref: string;
  readonly kernel: Kernel;
  readonly call: KernelCall | null;
  readonly compile: string;
  readonly graph: number | null;
  readonly pass: string;
  readonly kind: string;
  /** The user lines that its ops came from, in order. */
  readonly lines: readonly number[];
  readonly ops: number | null;
  readonly does: string;
  /** In one call of the program, where the ledger timed it alone; null where it was timed with others or not at all. */
  readonly seconds: number | null;
}

const KINDS: Readonly<Record<string, string>> = { cpp: 'C++', triton: 'Triton', extern: 'extern' };

export function kernelRows(
  report: Report,
  index: ReportIndex,
  numbers: ReadonlyMap<string, number>,
): readonly KernelRow[] {
  const alone = new Map(
    report.ledger.flatMap((row) => (row.calls.length === 1 ? [[row.calls[0]!, row] as const] : [])),
  );
  return report.compilations.flatMap((compilation) =>
    compilation.stages.flatMap((stage) =>
      stage.kernels.flatMap((kernel): readonly KernelRow[] => {
        const common = {
          kernel,
          compile: compilation.key,
          graph: numbers.get(compilation.key) ?? null,
          pass: stage.direction,
          kind: kernel.extern ? 'extern' : (KINDS[kernel.language] ?? kernel.language),
        };
        if (kernel.calls.length === 0) {
          return [{ ...common, ref: kernel.ref, call: null, lines: [], ops: null, does: '', seconds: null }];
        }
        return kernel.calls.map((call) => ({
          ...common,
          ref: call.ref,
          call,
          seconds: alone.get(call.ref)?.compiled?.median ?? null,
          ...work(index, call),
        }));
      }),
    ),
  );
}

function work(index: ReportIndex, call: KernelCall): Pick<KernelRow, 'lines' | 'ops' | 'does'> {
  const lines = new Set<number>();
  const targets = new Set<string>();
  for (const ref of index.cameFrom(call.ref)) {
    const entity = index.get(ref);
    if (entity?.kind === 'line') lines.add(entity.line);
    if (entity?.kind === 'node' && entity.stage?.stage === 'dynamo' && !PLAIN.has(entity.record.op)) {
      targets.add(shortTarget(entity.record.target));
    }
  }
  const nodes = call.nodes.map((ref) => index.get(ref)?.name ?? ref);
  const does = targets.size > 0 ? [...targets] : nodes;
  return {
    lines: [...lines].sort((a, b) => a - b),
    ops: call.nodes.length || null,
    does: does.slice(0, 4).join(', ') + (does.length > 4 ? ', …' : ''),
  };
}

const PLAIN: ReadonlySet<string> = new Set(['placeholder', 'get_attr', 'output']);

/** `torch._C._nn.linear` as `linear`. */
function shortTarget(target: string): string {
  return target.split('.').filter(Boolean).pop() ?? target;
}

/** Lines as people write them: `18–20`, `22, 25`. */
export function showLines(lines: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && line - last[1] <= 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
}

/** Guards of the same kind, value and line, folded to one row with its count. */
export interface GuardGroup {
  readonly section: 'yours' | 'weights' | 'noise';
  readonly source: string;
  readonly guards: readonly Guard[];
  readonly place: Place | null;
}

const WEIGHT = /_parameters|_buffers|\.weight|\.bias|\['(?:weight|bias)'\]/;

/** The guards of a compilation in groups by what they look at: yours, weights, then noise by kind. */
export function guardGroups(guards: readonly Guard[]): readonly GuardGroup[] {
  const groups = new Map<string, Guard[]>();
  for (const guard of guards) {
    const section = sectionOf(guard);
    const name = section === 'noise' ? guard.kind : (guard.source ?? guard.kind);
    const key = `${section}\n${name}`;
    gather(groups, key, guard);
  }
  const order = ['yours', 'weights', 'noise'];
  return [...groups]
    .map(([key, found]) => {
      const [section, source] = key.split('\n') as [GuardGroup['section'], string];
      return { section, source, guards: found, place: found.find((one) => one.place !== null)?.place ?? null };
    })
    .sort((a, b) => order.indexOf(a.section) - order.indexOf(b.section));
}

function sectionOf(guard: Guard): GuardGroup['section'] {
  if (guard.noise) return 'noise';
  return WEIGHT.test(guard.source ?? '') ? 'weights' : 'yours';
}

/** The versions of one function: its compilations in order, and what made each. */
export interface Versions {
  readonly name: string;
  readonly place: Place | null;
  readonly versions: readonly Version[];
  readonly limit: Finding | null;
}

export interface Version {
  readonly compilation: Compilation;
  readonly finding: Finding | null;
  readonly guards: readonly Guard[];
}

/** Functions that were compiled again, with all their compilations. */
export function recompiled(report: Report): readonly Versions[] {
  const byCode = new Map<string, Compilation[]>();
  for (const compilation of report.compilations) {
    const { place } = compilation;
    const code = `${compilation.function ?? ''} ${place?.file ?? ''} ${place?.line ?? ''}`;
    gather(byCode, code, compilation);
  }
  return [...byCode.values()]
    .filter((all) => all.length > 1 && all.some((one) => one.trigger === 'recompile'))
    .map((all) => ({
      name: showFunction(all[0]!),
      place: all[0]!.place,
      limit: report.findings.find((one) => one.kind === 'limit' && touches(one, all)) ?? null,
      versions: all.map((compilation) => ({
        compilation,
        finding:
          report.findings.find((one) => one.kind === 'recompile' && one.compilations.includes(compilation.key)) ?? null,
        guards: compilation.stages.flatMap((stage) => stage.guards),
      })),
    }));
}

function touches(finding: Finding, all: readonly Compilation[]): boolean {
  return all.some((one) => finding.compilations.includes(one.key));
}

/** A row of the recompile table: one guarded value, and what each version demands of it. */
export interface GuardRow {
  readonly source: string;
  readonly place: Place | null;
  readonly cells: readonly GuardCell[];
}

export interface GuardCell {
  readonly guard: Guard | null;
  readonly shown: string;
  /** The version that was made because this guard failed. */
  readonly failedFor: string | null;
  readonly changed: boolean;
}

/** The guards that differ between versions or failed; the rest are the same in all and only counted. */
export function guardRows({ versions }: Versions): { readonly rows: readonly GuardRow[]; readonly same: number } {
  const keys = new Map<string, Guard>();
  for (const { guards } of versions)
    for (const guard of guards) keys.set(guardKey(guard), keys.get(guardKey(guard)) ?? guard);
  const rows = [...keys].map(([key, first]) => rowOf(key, first, versions));
  const telling = rows.filter((row) => row.cells.some((cell) => cell.failedFor !== null || cell.changed));
  return { rows: telling, same: rows.length - telling.length };
}

function guardKey(guard: Guard): string {
  return `${guard.kind} ${guard.source ?? guard.expression}`;
}

function rowOf(key: string, first: Guard, versions: readonly Version[]): GuardRow {
  let before: string | null = null;
  const later = new Set(versions.map((one) => one.compilation.key));
  const cells = versions.map(({ guards }) => {
    const guard = guards.find((one) => guardKey(one) === key) ?? null;
    const shown = guard ? guardWords(guard.expression) : '';
    const changed = before !== null && shown !== '' && shown !== before;
    if (shown !== '') before = shown;
    return { guard, shown, changed, failedFor: guard?.failed.find((one) => later.has(one)) ?? null };
  });
  return { source: first.source ?? first.kind, place: first.place, cells };
}
