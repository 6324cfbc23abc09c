// @vitest-environment happy-dom
/* Parts of the screen in a page: what is there, what a press does, what the keyboard does. */

import { signal } from '@preact/signals';
import { render, type ComponentChild } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModel, ModelContext, select, type Model } from '../../src/model';
import { createState, type HostActions } from '../../src/state';
import { DetailsPane } from '../../src/views/details';
import { KernelsPanel } from '../../src/views/panels/kernels';
import { LedgerPanel } from '../../src/views/panels/ledger';
import { RecordsPanel } from '../../src/views/panels/records';
import { StepperPanel } from '../../src/views/stepper';
import type { Finding } from '../../src/report';
import { FindingCard } from '../../src/views/parts/finding-card';
import { Prose } from '../../src/views/parts/prose';
import { FactList } from '../../src/views/verdict/fact-list';
import { broken, codegen, compilation, node, place } from '../documents';

let root: HTMLElement;
beforeEach(() => document.body.append((root = document.createElement('div'))));
afterEach(() => {
  render(null, root);
  root.remove();
});

function show(view: ComponentChild, parts: object = broken(), host: HostActions = {}): Model {
  const document = { schema: 1, program: { name: 'f', kind: 'module' }, environment: {}, ...parts };
  const model = createModel(signal(document), createState({}, 'page', host));
  act(() => render(<ModelContext.Provider value={model}>{view}</ModelContext.Provider>, root));
  return model;
}

const find = (selector: string) => root.querySelector<HTMLElement>(selector)!;
const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
const press = (element: HTMLElement) => act(() => element.click());
const button = (name: string) => all('button').find((one) => one.textContent.trim() === name)!;

const sampled = (median: number) => ({ median, low: median * 0.9, high: median * 1.1, runs: 9 });
const TIMINGS = { eager: sampled(2e-3), compiled: sampled(1e-3), calls: 40, pairs: 20, warmup: 3, conclusive: true };

const MODULE = { ...broken(), program: { name: 'f', kind: 'module' } };

describe('a sentence', () => {
  it('shows what stands between backticks as code, and a lone backtick as it is', () => {
    show(<Prose text="use `torch.where`, not `if`" />);
    expect(all('code').map((one) => one.textContent)).toEqual(['torch.where', 'if']);
    expect(root.textContent).toBe('use torch.where, not if');
    show(<Prose text="a ` b" />);
    expect(root.textContent).toBe('a ` b');
  });
});

describe('the speed', () => {
  it('is not measured where the call fails', () => {
    const finding = { ref: 'x/finding.0', kind: 'error', code: 'X', severity: 'error', title: 'wrong' };
    show(
      <FactList />,
      { program: { name: 'f', kind: 'module' }, findings: [finding] },
      { measure: () => Promise.resolve() },
    );
    expect(button('Measure').getAttribute('aria-disabled')).toBe('true');
    expect(button('Measure').title).toMatch(/mend the error first/);
  });

  it('says that it was not measured, and why it cannot be', () => {
    show(<FactList />, MODULE);
    expect(button('Measure').getAttribute('aria-disabled')).toBe('true');
    expect(button('Measure').title).toMatch(/x\.measure\(\)/);
    show(<FactList />, broken(), { measure: () => Promise.resolve() });
    expect(button('Measure').title).toMatch(/captured cannot be run again/);
  });

  it('is measured by the host, which may refuse with a reason', async () => {
    let refuse = (_: Error) => {};
    show(<FactList />, MODULE, { measure: () => new Promise((_, fail) => (refuse = fail)) });
    press(button('Measure'));
    expect(button('Measuring…').getAttribute('aria-disabled')).toBe('true');
    await act(async () => refuse(new Error('the kernel is busy')));
    expect(find('[role=alert]').textContent).toBe('the kernel is busy');
  });

  it.each([
    [2, true, /2\.0×.*\[1\.80, 2\.20\] $/],
    [0.8, true, /0\.80×.*slower$/],
    [1.02, false, /1\.02×.*inconclusive$/],
  ])('of %s with its doubt', (median, conclusive, told) => {
    const timings = { ...TIMINGS, speedup: sampled(median), conclusive };
    const model = show(<FactList />, { ...broken(), timings });
    const fact = all('button').find((one) => one.textContent.includes('eager'))!;
    expect(fact.textContent).toMatch(told);
    press(fact);
    expect(model.state.panel.value).toBe('ledger');
  });
});

describe('the card of a break', () => {
  const finding = (attributes: object) =>
    ({
      ref: '0/0/dynamo/breaks/finding.1',
      kind: 'break',
      code: 'GB0124',
      severity: 'warning',
      title: 'a break',
      message: '',
      advice: [],
      count: 1,
      compilations: [],
      refs: [],
      cuts: [],
      attributes,
    }) as unknown as Finding;

  it('shows the expression, and the lines that a tried change takes away and adds', () => {
    const change = ' def f(x):\n-    n = x.item()\n+    n = x';
    show(<FindingCard finding={finding({ expression: 'x.item()', recipe: 'item', change })} />);
    expect(find('code').textContent).toBe('x.item()');
    expect(find('.ce-gone').textContent).toBe('-    n = x.item()\n');
    expect(find('.ce-came').textContent).toBe('+    n = x\n');
    expect(button('Copy the command that runs it').title).toBe('compile-explorer demo item');
  });

  it('has no change where none is known', () => {
    show(<FindingCard finding={finding({})} />);
    expect(all('code, .ce-tried')).toHaveLength(0);
  });
});

describe('the kernels', () => {
  it('open one beside the table, and say where there is no assembly', () => {
    show(<KernelsPanel />);
    expect(find('.ce-opened')).toBeNull();
    press(find('.ce-kernel-table tbody tr'));
    expect(find('.ce-opened').textContent).toContain('fuses 1 node');
    expect(find('.ce-opened').textContent).toContain('No assembly');
  });

  it('are narrowed by kind', () => {
    const library = codegen('0/0', 'addmm', []) as { kernels: Record<string, unknown>[] };
    library.kernels[0]!['extern'] = true;
    show(<KernelsPanel />, { compilations: [compilation('0/0', [], {}, [codegen('0/0', 'a', []), library])] });
    expect(all('tbody tr')).toHaveLength(2);
    press(all('.ce-fchip').find((one) => one.textContent.startsWith('extern'))!);
    expect(all('tbody tr')).toHaveLength(1);
  });
});

describe('the ledger', () => {
  const ledger = [
    {
      ref: '0/0/fwd/ledger/row.a',
      kind: 'ops',
      compilation: '0/0',
      graph: 1,
      places: [place(7)],
      nodes: ['0/0/dynamo/dynamo/node.add'],
      eager: sampled(2e-4),
      compiled: sampled(1e-4),
      ratio: sampled(2),
      conclusive: true,
    },
  ];

  it('says how to fill it', () => {
    show(<LedgerPanel />);
    expect(root.textContent).toContain('measure=True');
  });

  it('is linked both ways: a row selects, a node lights its row', () => {
    const model = show(<LedgerPanel />, { ...broken(), ledger });
    press(find('.ce-ledger-row'));
    expect(model.state.selection.value).toEqual(['0/0/fwd/ledger/row.a']);
    expect(model.linked.value).toContain('0/0/dynamo/dynamo/node.add');
    act(() => select(model, ['0/0/dynamo/dynamo/node.add']));
    expect(find('.ce-ledger-row').dataset['mark']).toBe('linked');
  });
});

describe('the stepper', () => {
  const steps = ['RESUME', 'LOAD_FAST', 'CALL', 'break'].map((name, index) => ({
    ref: `0/0/dynamo/steps/step.${index}`,
    name,
    index,
    place: place(7),
  }));
  const log = {
    frames: [{ function: 'f', file: '/a.py' }],
    values: [{ kind: 'Tensor', shape: [2], dtype: 'float32' }],
    steps: [{ frame: 0, set: { x: 0 } }, { frame: 0 }, { frame: 0, push: [0] }, { frame: 0 }],
  };
  const record = {
    stage: 'steps',
    direction: 'dynamo',
    steps,
    listings: [{ ref: '0/0/dynamo/steps/listing.state', name: 'state', language: 'json', text: 'log' }],
  };
  const parts = {
    compilations: [compilation('0/0', [node('0/0', 'add', 7)], {}, [record])],
    texts: { log: JSON.stringify(log) },
  };

  it('opens before the break and walks by arrows', async () => {
    show(<StepperPanel />, parts);
    await act(async () => {});
    const shown = () => find('.ce-ops [aria-selected=true]').textContent;
    expect(shown()).toContain('CALL');
    expect(find('.ce-values').textContent).toContain('f32[2]');
    const key = (name: string) =>
      act(() => void find('.ce-ops').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
    key('ArrowDown');
    expect(find('.ce-step-foot').textContent).toContain('graph break');
    key('Home');
    expect(shown()).toContain('RESUME');
    key('b');
    expect(shown()).toContain('graph break');
  });

  it('says how to have it', () => {
    show(<StepperPanel />);
    expect(root.textContent).toContain('steps=True');
  });
});

describe('the details', () => {
  it('show what only a node of this stage has', () => {
    const parts = { compilations: [compilation('0/0', [node('0/0', 'add', 7, { attributes: { kept_as: 'input' } })])] };
    const model = show(<DetailsPane />, parts);
    act(() => select(model, ['0/0/dynamo/dynamo/node.add']));
    expect(find('.ce-kv').textContent).toContain('kept asinput');
  });
});

describe('the records', () => {
  it('hold the steps of a stage that no column names', () => {
    const step = { ref: '0/0/dynamo/trace_times/step.0', name: 'forward', index: 0, seconds: 0.2, place: place(7) };
    const other = { stage: 'trace_times', direction: 'dynamo', steps: [step] };
    const model = show(<RecordsPanel />, { compilations: [compilation('0/0', [], {}, [other])] });
    expect(find('tbody tr').textContent).toBe('trace timesforwardy = x + 1200 ms');
    press(find('tbody button'));
    expect(model.state.selection.value).toEqual([step.ref]);
  });
});
