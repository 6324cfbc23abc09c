import { describe, expect, it } from 'vitest';
import { graphNumbers } from '../../src/report';
import { guardGroups, guardRows, kernelRows, recompiled, showLines } from '../../src/views/panels/rows';
import { shift, ticks, timeline, zoom } from '../../src/views/panels/timeline-layout';
import { broken, compilation, node } from '../documents';
import { indexOf, reportOf } from '../helpers';

const guard = (key: string, name: string, expression: string, more = {}) => ({
  ref: `${key}/dynamo/guards/guard.${name}`,
  kind: 'EQUALS_MATCH',
  source: `L['${name}']`,
  expression,
  ...more,
});

describe('kernels', () => {
  it('name the lines and ops that each call came from', () => {
    const index = indexOf(broken());
    const rows = kernelRows(index.report, index, graphNumbers(index.report));
    expect(rows).toMatchObject([{ graph: 1, kind: 'C++', lines: [7], ops: 1, does: 'add' }]);
  });

  it.each([
    [[18, 19, 20, 22], '18–20, 22'],
    [[7], '7'],
    [[], ''],
  ])('lines %j read %s', (lines, shown) => expect(showLines(lines)).toBe(shown));
});

describe('guards', () => {
  it('stand in three sections, folded by what they look at', () => {
    const guards = [
      guard('0/0', 'x', "L['x'] == 1"),
      guard('0/0', 'x', "hasattr(L['x'], 'y') == False"),
      { ...guard('0/0', 'w', ''), source: "L['self']._parameters['w']" },
      { ...guard('0/0', 'g', ''), kind: 'GLOBAL_STATE', noise: true },
    ];
    const stage = { stage: 'guards', direction: 'dynamo', guards };
    const [one] = reportOf({ compilations: [compilation('0/0', [], {}, [stage])] }).compilations;
    const groups = guardGroups(one!.stages.flatMap((record) => record.guards));
    expect(groups.map((group) => [group.section, group.source, group.guards.length])).toEqual([
      ['yours', "L['x']", 2],
      ['weights', "L['self']._parameters['w']", 1],
      ['noise', 'GLOBAL_STATE', 1],
    ]);
  });
});

describe('recompiles', () => {
  const versions = ['0/0', '0/1', '0/2'].map((key, at) =>
    compilation(key, [node(key, 'add', 7)], { trigger: at === 0 ? 'first call' : 'recompile' }, [
      {
        stage: 'guards',
        direction: 'dynamo',
        guards: [
          guard(key, 'k', `L['k'] == ${at}`, at < 2 ? { failed: [`0/${at + 1}`] } : {}),
          guard(key, 'same', "L['same'] == 0"),
        ],
      },
    ]),
  );
  const findings = [
    {
      ref: '0/1/dynamo/recompiles/finding.0',
      kind: 'recompile',
      code: 'R',
      severity: 'warning',
      title: 'again',
      compilations: ['0/1'],
    },
  ];
  const [found, ...others] = recompiled(
    reportOf({ compilations: [...versions, compilation('1/0', [], { function: 'g' })], findings }),
  );

  it('gather the versions of one function, and not of others', () => {
    expect(others).toEqual([]);
    expect(found!.versions.map((one) => [one.compilation.key, one.finding?.title])).toEqual([
      ['0/0', undefined],
      ['0/1', 'again'],
      ['0/2', undefined],
    ]);
  });

  it('show only guards that differ or failed, and count the rest', () => {
    const { rows, same } = guardRows(found!);
    expect(same).toBe(1);
    expect(
      rows.map((row) => [row.source, ...row.cells.map((cell) => [cell.shown, cell.failedFor, cell.changed])]),
    ).toEqual([["L['k']", ['equals 0', '0/1', false], ['equals 1', '0/2', true], ['equals 2', null, true]]]);
  });
});

describe('the timeline', () => {
  const span = (ref: string, start: number, seconds: number, more = {}) => ({
    ref,
    name: ref,
    start,
    seconds,
    ...more,
  });
  const spans = [
    span('root', 0, 10),
    span('wrapper', 0.1, 9.8, { parent: 'root' }),
    span('inner', 1, 2, { parent: 'wrapper' }),
    span('next', 4, 3, { parent: 'wrapper' }),
    span('g++', 5, 1, { lane: 'worker 1', waiting: true }),
  ];
  const shown = timeline(
    reportOf({ compilations: [compilation('0/0', [], {}, [{ stage: 'phases', direction: 'dynamo', spans }])] }),
  );

  it('nests by depth, leaves out wrappers, and gives each worker a lane', () => {
    expect(shown.lanes.map((lane) => [lane.name, lane.bars.map((bar) => [bar.span.ref, bar.row])])).toEqual([
      [
        'main',
        [
          ['root', 0],
          ['inner', 1],
          ['next', 1],
        ],
      ],
      ['worker 1', [['g++', 0]]],
    ]);
    expect([shown.start, shown.end]).toEqual([0, 10]);
  });

  it('is empty without spans', () => expect(timeline(reportOf({}))).toEqual({ lanes: [], start: 0, end: 0 }));

  it('has round ticks', () => {
    expect(ticks(0, 11.4, 6)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(ticks(0, 0, 6)).toEqual([]);
  });

  it('zooms at the pointer and stays inside', () => {
    expect(zoom([0, 10], [0, 10], 5, 0.5)).toEqual([2.5, 7.5]);
    expect(zoom([2.5, 7.5], [0, 10], 7.5, 4)).toEqual([0, 10]);
    expect(shift([2, 4], [0, 10], 20)).toEqual([8, 10]);
  });
});
