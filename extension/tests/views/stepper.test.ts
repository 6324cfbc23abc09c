import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/report';
import { readLog, stateAt, type StepLog } from '../../src/views/stepper/log';
import { attemptsOf, breaksOf, stepRows } from '../../src/views/stepper/rows';
import { reportOf } from '../helpers';

const LIBRARY = '/venv/lib/python3.11/site-packages/torch/nn/modules/linear.py';
const log: StepLog = {
  frames: [
    { function: 'f', file: '/a.py' },
    { function: 'Linear.forward', file: LIBRARY, parent: 0 },
    { function: 'f', file: '/a.py', attempt: 1 },
  ],
  values: [
    { kind: 'Tensor', shape: [2] },
    { kind: 'Constant', text: '3' },
  ],
  steps: [
    { frame: 0, set: { x: 0 } },
    { frame: 0, push: [0, 1], nodes: [{ name: 'l_x_', code: 'L_x_' }], guards: ["TENSOR_MATCH L['x']"] },
    { frame: 1, set: { input: 0 } },
    { frame: 1, push: [0], nodes: [{ name: 'linear', code: 'torch.linear(l_x_)' }] },
    { frame: 0, pop: 1, push: [0], set: { y: 0 }, gone: ['x'] },
    { frame: 0 },
    { frame: 0 },
    { frame: 2, set: { x: 1 } },
  ],
};

const NAMES = ['RESUME', 'LOAD_FAST', 'LOAD_FAST', 'CALL', 'STORE_FAST', 'break', 'restart', 'RESUME'];
const steps: readonly Step[] = reportOf({
  compilations: [
    {
      key: '0/0',
      id: '0/0',
      stages: [
        {
          stage: 'steps',
          direction: 'dynamo',
          steps: NAMES.map((name, index) => ({
            ref: `0/0/dynamo/steps/step.${index}`,
            name,
            index,
            place: { file: '/a.py', line: index < 4 ? 1 : 2 },
          })),
        },
      ],
    },
  ],
}).compilations[0]!.stages[0]!.steps;

describe('the state that a step finds', () => {
  it('follows stack and locals of its own frame', () => {
    const found = stateAt(log, 4);
    expect(found.stack).toEqual([log.values[0], log.values[0]]);
    expect(found.locals).toEqual([['y', log.values[0]]]);
    expect([...found.changed]).toEqual(['y']);
  });

  it('names the calls around, the running one first', () => {
    expect(stateAt(log, 3).frames.map((frame) => frame.function)).toEqual(['Linear.forward', 'f']);
  });

  it('has the graph of its attempt so far, and what the step adds apart', () => {
    const found = stateAt(log, 3);
    expect(found.nodes.map((node) => node.name)).toEqual(['l_x_']);
    expect(found.added.map((node) => node.name)).toEqual(['linear']);
    expect(stateAt(log, 7).nodes).toEqual([]);
  });
});

describe('the rows of the steps', () => {
  it('fold library code to one row with what it put into the graph', () => {
    const rows = stepRows(steps, log, true);
    expect(rows.map((row) => [row.at, row.last, row.name])).toEqual([
      [0, 0, 'RESUME'],
      [1, 1, 'LOAD_FAST'],
      [2, 3, 'Linear.forward'],
      [4, 4, 'STORE_FAST'],
      [5, 5, 'graph break'],
      [6, 6, 'restart'],
      [7, 7, 'RESUME'],
    ]);
    expect(rows[2]!.adds).toEqual(['linear']);
    expect(rows[1]).toMatchObject({ adds: [], guards: 1, line: null });
    expect(rows[3]!.line).toBe(2);
  });

  it('are all there when asked for', () => expect(stepRows(steps, log, false)).toHaveLength(steps.length));

  it('know the breaks and the attempts', () => {
    expect(breaksOf(steps)).toEqual([5]);
    expect(attemptsOf(steps)).toEqual([
      { from: 0, to: 7 },
      { from: 7, to: 8 },
    ]);
  });
});

it.each(['', '{', '[]', '{"steps": 3}'])('%j is no log', (text) => expect(readLog(text)).toBeNull());
