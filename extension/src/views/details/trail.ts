/* The way of an entity through the stages: what it came from and what it became, a row for each stage. No DOM. */

import { gather } from '../../lib/gather';
import { guardName } from '../../lib/guard-name';
import { parseLineRef, parseRef, showLine, type ReportIndex } from '../../report';

/** One stage of the way: the entities there, named. */
export interface Stop {
  readonly label: string;
  readonly refs: readonly string[];
  readonly names: readonly string[];
}

/** The stops in the order of the pipeline. */
const ORDER = [
  'line',
  'dynamo node',
  'pre_grad node',
  'aot node',
  'post_grad before_node',
  'post_grad node',
  'codegen call',
  'codegen kernel',
  'codegen listing',
  'ledger row',
  'finding',
  'guard',
];

const LABELS: Readonly<Record<string, string>> = {
  line: 'your code',
  finding: 'findings',
  'ledger row': 'ledger',
  'attention step': 'attention',
  guard: 'guards',
  'dynamo node': 'FX graph',
  'pre_grad node': 'pre-grad',
  'aot node': 'AOT',
  'post_grad before_node': 'before the passes',
  'post_grad node': 'after the passes',
  'codegen call': 'kernel call',
  'codegen kernel': 'kernel',
  'codegen listing': 'code',
};

export function cameFrom(index: ReportIndex, ref: string): readonly Stop[] {
  return stops(index, index.cameFrom(ref));
}

export function became(index: ReportIndex, ref: string): readonly Stop[] {
  return stops(index, index.became(ref));
}

function stops(index: ReportIndex, refs: Iterable<string>): readonly Stop[] {
  const groups = new Map<string, string[]>();
  for (const ref of refs) {
    const group = groupOf(ref);
    gather(groups, group, ref);
  }
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([group, found]) => ({
      label: LABELS[group] ?? group.replaceAll('_', ' '),
      refs: found,
      names: found.map((ref) => nameOf(index, ref)),
    }));
}

function groupOf(ref: string): string {
  if (parseLineRef(ref)) return 'line';
  const parts = parseRef(ref);
  if (!parts) return 'line';
  if (parts.kind === 'finding' || parts.kind === 'guard') return parts.kind;
  const direction = parts.direction === 'bwd' ? ' of the backward' : parts.direction === 'joint' ? ' of the joint' : '';
  const group = `${parts.stage} ${parts.kind}`;
  return direction ? `${LABELS[group] ?? group}${direction}` : group;
}

function rank(group: string): number {
  const at = ORDER.indexOf(group);
  if (at >= 0) return at;
  const plain = ORDER.findIndex((one) => group.startsWith(LABELS[one]!));
  return plain >= 0 ? plain + (group.includes('backward') ? ORDER.length : 0.5) : 2 * ORDER.length;
}

function nameOf(index: ReportIndex, ref: string): string {
  const line = parseLineRef(ref);
  if (line) return showLine(index.report, line.file, line.line).split(/[\\/]/).pop()!;
  const entity = index.get(ref);
  if (entity?.kind === 'finding') return entity.record.code;
  return entity?.kind === 'guard' ? guardName(entity.name) : (entity?.name ?? ref);
}
