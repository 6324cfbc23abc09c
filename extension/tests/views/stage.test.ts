import { describe, expect, it } from 'vitest';
import { columnsOf, type Report } from '../../src/report';
import { graphItems, graphLabel, modeOf, modesOf } from '../../src/views/stage/choices';
import { changesOf } from '../../src/views/stage/changes';
import { cutOf } from '../../src/views/stage/cut-model';
import { anchorLines, renumber } from '../../src/views/listing/marks';
import { broken, compilation, node, place } from '../documents';
import { indexOf, reportOf } from '../helpers';

const columns = (report: Report) =>
  new Map(columnsOf(report, report.compilations[0] ?? null, 'fwd').map((one) => [one.column, one]));
const choice = { column: 'fx', mode: null, item: null } as const;

describe('the modes of a column', () => {
  const shown = columns(reportOf(broken()));
  it.each([
    ['fx', ['graph']],
    ['passes', ['graph']],
    ['fusion', ['table']],
    ['code', ['listing', 'table']],
    ['aot', []],
    ['run', []],
  ] as const)('%s: %j', (column, modes) => expect(modesOf(shown.get(column)!)).toEqual(modes));

  it('keep the chosen mode where it has something', () => {
    expect(modeOf(shown.get('code')!, { ...choice, mode: 'table' })).toBe('table');
    expect(modeOf(shown.get('fx')!, { ...choice, mode: 'steps' })).toBe('graph');
    expect(modeOf(shown.get('aot')!, choice)).toBeNull();
  });

  it.each([
    ['0/0/joint/aot/graph.graph', 'graph', 'joint'],
    ['0/0/fwd/aot/graph.graph', 'graph', 'forward'],
    ['0/0/fwd/post_grad/graph.after', 'after', 'post-grad after'],
    ['0/0/bwd/post_grad/graph.before', 'before', 'backward post-grad before'],
    ['odd', 'name', 'name'],
  ])('%s is called %s', (ref, name, label) => expect(graphLabel(ref, name)).toBe(label));

  it('name each graph', () =>
    expect(graphItems(shown.get('passes')!).map((item) => item.label)).toEqual(['post-grad after']));
});

describe('what the passes changed', () => {
  const graph = (name: string, nodes: string[]) => ({
    ref: `0/0/fwd/post_grad/graph.${name}`,
    name,
    nodes: nodes.map((one) => ({ ref: `${name}.${one}`, name: one, op: 'call_function', target: one })),
  });
  const stage = {
    stage: 'post_grad',
    direction: 'fwd',
    graphs: [graph('before', ['a', 'alias']), graph('after', ['a', 'b'])],
  };
  const shown = columns(reportOf({ compilations: [compilation('0/0', [node('0/0', 'add', 7)], {}, [stage])] }));
  const [before, after] = shown.get('passes')!.graphs;

  it('is new in the graph after, and gone from the graph before', () => {
    expect([...changesOf(shown.get('passes')!, after!)!]).toEqual([['after.b', 'new']]);
    expect([...changesOf(shown.get('passes')!, before!)!]).toEqual([['before.alias', 'gone']]);
    expect(changesOf(shown.get('fx')!, shown.get('fx')!.graphs[0]!)).toBeUndefined();
  });
});

describe('the cut between forward and backward', () => {
  const aten = (direction: string, name: string, line: number | null, more = {}) => ({
    ref: `0/0/${direction}/aot/node.${name}`,
    name,
    op: 'call_function',
    target: name,
    specs: [{ dtype: 'float32', shape: [8, 64] }],
    place: line === null ? null : place(line),
    ...more,
  });
  const graph = (direction: string, nodes: unknown[]) => ({
    stage: 'aot',
    direction,
    graphs: [{ ref: `0/0/${direction}/aot/graph.graph`, name: 'graph', nodes }],
  });
  const input = { op: 'placeholder' };
  const forward = [
    aten('fwd', 'w', null, input),
    aten('fwd', 'mm', 7, { inputs: ['0/0/fwd/aot/node.w'] }),
    aten('fwd', 'exp', 10),
  ];
  const backward = [
    aten('bwd', 'w', null, input),
    aten('bwd', 'exp', null, input),
    aten('bwd', 'mul', 10, { inputs: ['0/0/bwd/aot/node.exp'] }),
  ];
  const links = ['w', 'exp'].map((name) => ({
    source: `0/0/fwd/aot/node.${name}`,
    target: `0/0/bwd/aot/node.${name}`,
    kind: 'saved',
  }));

  it('has a row a line, and counts only what you do not hold anyway', () => {
    const index = indexOf({
      links,
      compilations: [compilation('0/0', [], {}, [graph('fwd', forward), graph('bwd', backward)])],
    });
    const cut = cutOf(index.report.compilations[0]!, index)!;
    expect(cut.bytes).toBe(8 * 64 * 4);
    expect(
      cut.rows.map((row) => [
        row.line,
        row.forward.length,
        row.saved.map((one) => [one.node.name, one.held, one.uses]),
        row.backward.length,
      ]),
    ).toEqual([
      [7, 1, [['w', true, 0]], 0],
      [10, 1, [['exp', false, 1]], 1],
    ]);
  });

  it('is none for inference', () => {
    const index = indexOf({ compilations: [compilation('0/0', [node('0/0', 'add', 7)])] });
    expect(cutOf(index.report.compilations[0]!, index)).toBeNull();
  });
});

describe('the lines of a listing', () => {
  const anchors = [
    { line: 13, end: 14, ref: 'call' },
    { line: 11, end: 30, ref: 'whole' },
  ];
  it('belong to what the anchors name, not to the listing itself', () => {
    expect([...anchorLines(anchors, 11, 20)]).toEqual([
      [3, ['call']],
      [4, ['call']],
    ]);
  });
  it('keep their refs when only some are shown', () => {
    expect([...renumber(anchorLines(anchors, 11, 20), [1, 4, 9])]).toEqual([[2, ['call']]]);
  });
});
