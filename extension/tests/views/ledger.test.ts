import { describe, expect, it } from 'vitest';
import { counted, ledgerView, linesOf, notesOf, titleOf, waysOf, wordOf } from '../../src/views/panels/ledger-rows';
import { costsOf } from '../../src/views/source/costs';
import { FILE, place } from '../documents';
import { indexOf, reportOf } from '../helpers';

const sampled = (median: number, low = median * 0.9, high = median * 1.1) => ({ median, low, high, runs: 9 });
const row = (name: string, kind: string, more: Record<string, unknown> = {}) => ({
  ref: `0/0/fwd/ledger/row.${name}`,
  kind,
  compilation: '0/0',
  graph: 1,
  ...more,
});

const ROWS = [
  row('a', 'ops', {
    direction: 'fwd',
    places: [place(7), place(10)],
    nodes: ['0/0/dynamo/dynamo/node.add'],
    ops: ['linear', 'linear', 'silu'],
    kernels: ['extern_kernels.addmm', 'cpp_fused_silu_0'],
    eager: sampled(4e-4),
    compiled: sampled(2e-4),
    ratio: sampled(2),
    conclusive: true,
  }),
  row('b', 'ops', {
    direction: 'bwd',
    eager: sampled(1e-4),
    compiled: sampled(1e-4),
    ratio: sampled(1, 0.8, 1.3),
    conclusive: false,
  }),
  row('c', 'ops', { control: true, ratio: sampled(0.94), conclusive: false }),
  row('d', 'ops', { control: true, ratio: sampled(1.06), conclusive: false }),
  row('gap', 'gap', { title: 'not attributed', compiled: sampled(5e-5), share_compiled: 0.25 }),
  row('total', 'total', { title: 'one call', ratio: sampled(0.8), conclusive: true }),
];
const report = reportOf({ ledger: ROWS, sources: [{ file: FILE, text: 'source' }] });

describe('the ledger', () => {
  const view = ledgerView(report, null);

  it('keeps the controls apart: their spread is the noise floor', () => {
    expect(view.rows.map((one) => one.ref.split('.').pop())).toEqual(['a', 'b', 'gap', 'total']);
    expect(view.noise).toEqual([0.94, 1.06]);
    expect(view.longest).toBe(4e-4);
  });

  it('shows one direction with what belongs to none', () => {
    expect(waysOf(report)).toEqual(['fwd', 'bwd']);
    expect(ledgerView(report, 'fwd').rows.map((one) => one.ref.split('.').pop())).toEqual(['a', 'gap', 'total']);
  });

  it('says in a word what a ratio is worth', () => {
    expect(view.rows.map(wordOf)).toEqual([
      { text: '2.0×', tone: 'strong' },
      { text: 'inconclusive', tone: 'grey' },
      { text: 'gap 25 %', tone: 'grey' },
      { text: '0.80×', tone: 'slower' },
    ]);
  });

  it('names lines, code and what ran', () => {
    const [first] = view.rows;
    expect(linesOf(first!, null, false)).toBe('7–10');
    expect(linesOf(first!, '/home/user/project', true)).toBe('tiny.py:7–10');
    expect(titleOf(first!)).toBe('y = x + 1 return y * 2');
    expect(counted(first!.ops, ', ')).toBe('linear × 2, silu');
    expect(counted(first!.kernels, ' + ')).toBe('addmm + silu_0');
  });

  it('explains grey rows and a large gap', () => {
    const titles = notesOf(view).map(([title]) => title);
    expect(titles).toEqual([
      'The grey row is inconclusive.',
      'The gap is 25 % of the compiled call.',
      '9 blocks of calls.',
    ]);
  });

  it('is linked with the nodes both ways', () => {
    const index = indexOf({ ledger: ROWS, compilations: [{ key: '0/0', id: '0/0' }] });
    expect(index.became('0/0/dynamo/dynamo/node.add')).toContain('0/0/fwd/ledger/row.a');
    expect(index.get('0/0/fwd/ledger/row.a')).toMatchObject({ kind: 'row', name: 'lines 7, 10' });
  });
});

describe('the cost of a line', () => {
  it('stands at the first of the lines that share it, and the others are joined', () => {
    const costs = costsOf(report)!.get(FILE)!;
    expect(costs.get(7)).toMatchObject({ place: 'first', told: true, eager: 1, compiled: 0.5 });
    expect(costs.get(10)).toMatchObject({ place: 'last', told: false });
  });

  it('is null where nothing was measured', () => expect(costsOf(reportOf({}))).toBeNull());
});
