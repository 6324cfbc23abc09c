/* What is known of an entity, as name and value. No DOM. */

import { guardWords } from '../../lib/guard-words';
import { byteSize, bytes, interval, metric, plural, ratio, significant, spec, time } from '../../lib/format';
import {
  showFunction,
  showLine,
  showPlace,
  type Entity,
  type Interval,
  type LedgerRow,
  type Node,
  type Report,
} from '../../report';

export type Fact = readonly [name: string, value: string];

/** What kind of thing it is, in the reader's words. */
export function kindOf(entity: Entity): string {
  const stage = entity.stage?.stage.replaceAll('_', '-');
  if (entity.kind === 'node') return `${stage === 'dynamo' ? 'FX' : stage} node`;
  if (entity.kind === 'call') return 'kernel call';
  if (entity.kind === 'line') return 'your code';
  if (entity.kind === 'span') return 'compile phase';
  if (entity.kind === 'finding') return entity.record.kind;
  if (entity.kind === 'row') return 'row of the ledger';
  return entity.kind;
}

export function factsOf(entity: Entity, report: Report): readonly Fact[] {
  return all(entity, report).filter((fact): fact is Fact => fact[1] !== null && fact[1] !== '');
}

function all(entity: Entity, report: Report): readonly (readonly [string, string | null])[] {
  const { cwd } = report.program;
  switch (entity.kind) {
    case 'node':
      return [...nodeFacts(entity.record, cwd), ...valueFacts(report, entity.ref)];
    case 'graph':
      return [['nodes', String(entity.record.nodes.length)], ...ofStage(entity)];
    case 'listing':
      return [['language', entity.record.language], ['file', entity.record.file], ...ofStage(entity)];
    case 'kernel':
      return [
        ['language', entity.record.extern ? 'extern, a library call' : entity.record.language],
        ['device', entity.record.device],
        ['calls', plural(entity.record.calls.length, 'call')],
      ];
    case 'call':
      return [
        ['fuses', plural(entity.record.nodes.length, 'op')],
        ['line', entity.record.line === null ? null : `${entity.record.line} of the wrapper`],
      ];
    case 'guard':
      return [
        ['kind', entity.record.kind],
        ['must be', guardWords(entity.record.expression)],
        ['as written', entity.record.expression],
        ['because of', entity.record.place ? showPlace(entity.record.place, cwd) : null],
        ['failed for', entity.record.failed.join(', ')],
      ];
    case 'span':
      return [
        ['time', time(entity.record.seconds)],
        ['start', time(entity.record.start)],
        ['waiting', entity.record.waiting ? 'yes: another program works' : null],
        ...attributes(entity.record.attributes),
      ];
    case 'metric':
      return [['value', metric(entity.record.value, entity.record.unit)]];
    case 'step':
      return [
        ['time', entity.record.seconds === null ? null : time(entity.record.seconds)],
        ['changed', entity.record.changed === null ? null : entity.record.changed ? 'yes' : 'no'],
        ['what', entity.record.detail],
        ['rule', entity.record.place ? showPlace(entity.record.place, cwd) : null],
        ...attributes(entity.record.attributes),
      ];
    case 'line':
      return [['place', showLine(report, entity.file, entity.line)]];
    case 'row':
      return rowFacts(entity.record, cwd);
    case 'finding':
      return [];
  }
}

function nodeFacts(node: Node, cwd: string | null): readonly (readonly [string, string | null])[] {
  const [made] = node.specs;
  const size = node.specs.map(byteSize);
  return [
    ['op', node.target],
    ['out', node.specs.slice(0, 4).map(spec).join(', ')],
    ['stride', made?.stride ? `(${made.stride.join(', ')})` : null],
    ['device', made?.device ?? null],
    ['bytes', size.length > 0 && size[0] != null ? bytes(size[0]) : null],
    ['module', node.module],
    ['line', node.place ? showPlace(node.place, cwd) : null],
    ['note', node.note],
    ...attributes(node.attributes).filter(([name]) => name !== 'bytes' || size[0] == null),
  ];
}

/** What the node made in the call that was measured. */
function valueFacts({ numerics }: Report, ref: string): readonly (readonly [string, string | null])[] {
  const made = numerics?.values.find((one) => one.ref === ref);
  if (!made) return [];
  const told = (value: number | null) => (value === null ? '—' : Number(value.toPrecision(3)).toString());
  return [
    ['values', `${told(made.low)} to ${told(made.high)}, mean ${told(made.mean)}, std ${told(made.std)}`],
    ['not finite', made.not_finite > 0 ? plural(made.not_finite, 'value') : null],
    ['compiled differs by', made.max_abs === null ? null : told(made.max_abs)],
  ];
}

function rowFacts(row: LedgerRow, cwd: string | null): readonly (readonly [string, string | null])[] {
  const rate = row.roofline;
  return [
    ['lines', row.places.map((place) => showPlace(place, cwd)).join(', ')],
    ['eager', sampled(row.eager)],
    ['compiled', sampled(row.compiled)],
    ['ratio', row.ratio && `${ratio(row.ratio.median)} ${interval(row.ratio.low, row.ratio.high)}`],
    ['certain', row.conclusive === null ? null : row.conclusive ? 'yes' : 'inconclusive'],
    ['ops', row.ops.join(', ')],
    ['kernels', row.kernels.join(', ')],
    ['reads', row.bytes_read === null ? null : bytes(row.bytes_read)],
    ['writes', row.bytes_written === null ? null : bytes(row.bytes_written)],
    ['saved', row.bytes_saved === null ? null : bytes(row.bytes_saved)],
    ['flops', row.flops === null ? null : significant(row.flops)],
    ['roofline', rate === null ? null : `${significant(rate * 100)} % of what this machine can do`],
    ['note', row.note],
  ];
}

function sampled(made: Interval | null): string | null {
  return made && `${time(made.median)}, ${time(made.low)} to ${time(made.high)}, ${plural(made.runs, 'run')}`;
}

type Attributes = Node['attributes'];

/** What only this kind of thing has, as the stage wrote it; names that end in bytes are sizes. */
function attributes(held: Attributes): readonly (readonly [string, string | null])[] {
  return Object.entries(held).map(([name, value]) => [
    name.replaceAll('_', ' '),
    value === null ? null : value === true ? 'yes' : value === false ? 'no' : shown(name, value),
  ]);
}

function shown(name: string, value: string | number): string {
  return typeof value === 'number' && /(^|_)bytes/.test(name) ? bytes(value) : String(value);
}

function ofStage(entity: Entity): readonly (readonly [string, string | null])[] {
  return [
    ['stage', entity.stage?.stage.replaceAll('_', '-') ?? null],
    ['function', entity.compilation ? showFunction(entity.compilation) : null],
  ];
}
