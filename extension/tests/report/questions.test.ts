import { describe, expect, it } from 'vitest';
import * as report from '../../src/report';
import { broken, compilation, node } from '../documents';
import { reportOf } from '../helpers';

const finding = (kind: string, effect?: string, severity = 'warning') => ({
  ref: `0/0/dynamo/x/finding.${kind}${effect ?? ''}`,
  kind,
  code: 'X',
  severity,
  title: kind,
  advice: [`fix ${kind}`],
  attributes: effect ? { effect } : {},
});

describe('questions', () => {
  it('orders findings by family, harm and severity', () => {
    const findings = [
      finding('cache', undefined, 'note'),
      finding('recompile'),
      finding('break', 'resumed'),
      finding('break', 'frame_skipped'),
      finding('limit'),
      finding('error'),
    ];
    const ordered = report.orderFindings(reportOf({ findings }));
    expect(ordered.map((one) => one.ref.split('finding.')[1])).toEqual([
      'error',
      'limit',
      'breakframe_skipped',
      'breakresumed',
      'recompile',
      'cache',
    ]);
  });

  it('puts the dearest break in front, where that was measured', () => {
    const findings = [finding('break', 'resumed'), finding('break', 'frame_skipped'), finding('error')];
    const seconds = { median: 2e-5, low: 1e-5, high: 3e-5, runs: 9 };
    const break_costs = [{ finding: findings[0]!.ref, seconds }];
    const ordered = report.orderFindings(reportOf({ findings, break_costs }));
    expect(ordered.map((one) => one.ref)).toEqual([findings[2], findings[0], findings[1]].map((one) => one!.ref));
  });

  it('names three actions, each once', () => {
    const findings = [finding('break', 'resumed'), finding('break'), finding('recompile'), finding('x'), finding('y')];
    expect(report.actions(reportOf({ findings }))).toEqual(['fix break', 'fix recompile', 'fix x']);
  });

  it('counts graphs, breaks, recompiles and time', () => {
    expect(report.counts(reportOf(broken()))).toEqual({ graphs: 2, breaks: 1, recompiles: 0, seconds: 2 });
    expect(report.counts(reportOf({}))).toEqual({ graphs: 0, breaks: 0, recompiles: 0, seconds: null });
  });

  it('numbers only compilations with a graph', () => {
    const compilations = [compilation('0/0', []), compilation('1/0', [node('1/0', 'add', 7)])];
    expect([...report.graphNumbers(reportOf({ compilations }))]).toEqual([['1/0', 1]]);
  });

  it.each([
    ['Tiny.forward', 'Tiny.forward'],
    ['torch_dynamo_resume_in_forward_at_23', 'resume after 23'],
    ['Tiny.forward, resumed after line 9', 'resume after 9'],
    [null, 'unknown function'],
  ])('shows the function %s as %s', (name, shown) => {
    const [one] = reportOf({ compilations: [compilation('0/0', [], { function: name })] }).compilations;
    expect(report.showFunction(one!)).toBe(shown);
  });

  it.each([
    [{ file: '/home/u/a.py', line: 3 }, 'a.py:3'],
    [{ file: '/x/site-packages/torch/nn/f.py', line: 3 }, 'torch/nn/f.py:3'],
    [{ file: '/tmp/x.py', line: 4, execution_count: 3 }, 'In[3], line 4'],
    [{ file: '/tmp/x.py', line: 4, cell_id: 'c' }, 'this cell, line 4'],
  ])('shows the place %j as %s', (at, shown) => {
    const { place } = reportOf({ program: { name: 'f', place: at } }).program;
    expect(report.showPlace(place, '/home/u')).toBe(shown);
  });
});

describe('columns', () => {
  const columns = (parts: Record<string, unknown>, key = '0/0') => {
    const document = reportOf(parts);
    const shown = document.compilations.find((one) => one.key === key) ?? null;
    return Object.fromEntries(report.columnsOf(document, shown, 'fwd').map((one) => [one.column, one]));
  };

  it('stand for what the document holds', () => {
    const made = columns(broken());
    expect(made['fx']).toMatchObject({ state: 'done', graphs: [{ name: 'graph' }] });
    expect(made['passes']).toMatchObject({ state: 'done', graphs: [{ name: 'after' }] });
    expect(made['code']).toMatchObject({ state: 'done', kernels: [{ name: 'cpp_fused_add_0' }] });
    expect(made['run']).toMatchObject({ state: 'absent', reason: 'not measured' });
    expect(made['dynamo']).toMatchObject({ seconds: 0.1 });
  });

  it.each([
    [{ stage: 'codegen', direction: 'fwd', state: 'failed', reason: 'no C++ compiler' }, 'failed', 'no C++ compiler'],
    [{ stage: 'codegen', direction: 'fwd', state: 'cached' }, 'cached', 'from cache'],
    [{ stage: 'codegen', direction: 'fwd', state: 'absent', reason: 'another backend' }, 'absent', 'another backend'],
  ])('say why there is nothing: %j', (stage, state, reason) => {
    const made = columns({ compilations: [compilation('0/0', [node('0/0', 'add', 7)], {}, [stage])] });
    expect(made['code']).toMatchObject({ state, reason });
  });

  it('say when a compile did not come so far, or made no graph', () => {
    const limit = columns({ compilations: [compilation('0/0', [], { status: 'limit' })] });
    expect(limit['aot']).toMatchObject({ state: 'not_reached', reason: 'recompile limit: runs in Python' });
    expect(columns({ compilations: [compilation('0/0', [])] })['aot']).toMatchObject({ reason: 'no graph' });
    expect(columns({})['fx']).toMatchObject({ state: 'absent', reason: 'nothing was compiled' });
  });

  it('take the reason from the other pass where the shown one has no record', () => {
    const stage = { stage: 'codegen', direction: 'fwd', state: 'absent', reason: 'another backend' };
    const document = reportOf({ compilations: [compilation('0/0', [node('0/0', 'add', 7)], {}, [stage])] });
    expect(report.columnOf(document, document.compilations[0]!, 'bwd', 'code')).toMatchObject({
      reason: 'another backend',
    });
  });

  it('count what was fused', () => {
    const document = reportOf(broken());
    expect(report.fusion(document.compilations[0]!, 'fwd')).toEqual({ ops: 1, calls: 1 });
    expect(report.fusion(document.compilations[1]!, 'fwd')).toBeNull();
  });
});
