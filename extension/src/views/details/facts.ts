/* What is known of an entity, as name and value. No DOM. */

import { guardWords } from '../../lib/guard-words';
import { byteSize, bytes, metric, plural, spec, time } from '../../lib/format';
import { showFunction, showPlace, type Entity, type Node } from '../../report';

export type Fact = readonly [name: string, value: string];

/** What kind of thing it is, in the reader's words. */
export function kindOf(entity: Entity): string {
  const stage = entity.stage?.stage.replaceAll('_', '-');
  if (entity.kind === 'node') return `${stage === 'dynamo' ? 'FX' : stage} node`;
  if (entity.kind === 'call') return 'kernel call';
  if (entity.kind === 'line') return 'your code';
  if (entity.kind === 'span') return 'compile phase';
  if (entity.kind === 'finding') return entity.record.kind;
  return entity.kind;
}

export function factsOf(entity: Entity, cwd: string | null): readonly Fact[] {
  return all(entity, cwd).filter((fact): fact is Fact => fact[1] !== null && fact[1] !== '');
}

function all(entity: Entity, cwd: string | null): readonly (readonly [string, string | null])[] {
  switch (entity.kind) {
    case 'node':
      return nodeFacts(entity.record, cwd);
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
        ...Object.entries(entity.record.attributes).map(([name, value]) => [name, String(value)] as const),
      ];
    case 'metric':
      return [['value', metric(entity.record.value, entity.record.unit)]];
    case 'step':
      return [
        ['time', entity.record.seconds === null ? null : time(entity.record.seconds)],
        ['changed', entity.record.changed === null ? 'not known' : entity.record.changed ? 'yes' : 'no'],
      ];
    case 'line':
      return [['place', showPlace({ ...NOWHERE, file: entity.file, line: entity.line }, cwd)]];
    case 'finding':
      return [];
  }
}

const NOWHERE = {
  column: null,
  end_column: null,
  end_line: null,
  function: null,
  cell_id: null,
  execution_count: null,
  source: null,
};

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
  ];
}

function ofStage(entity: Entity): readonly (readonly [string, string | null])[] {
  return [
    ['stage', entity.stage?.stage.replaceAll('_', '-') ?? null],
    ['function', entity.compilation ? showFunction(entity.compilation) : null],
  ];
}
