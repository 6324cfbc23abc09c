import { describe, expect, it } from 'vitest';
import { refusalsOf } from '../../src/report';
import { codegen, compilation } from '../documents';
import { indexOf } from '../helpers';

const NODE = '0/0/fwd/inductor/before_node.';
const CALL = '0/0/fwd/codegen/call.';

/** Two kernels and a library call; the scheduler looked at op0 with op1 and at two ops of one kernel. */
function apart() {
  const library = codegen('0/0', 'extern_mm', []) as { kernels: Record<string, unknown>[] };
  library.kernels[0]!['extern'] = true;
  const step = (at: number, first: string, second: string, reason: string) => ({
    ref: `0/0/fwd/inductor/step.${at}`,
    name: 'not fused',
    index: at,
    refs: [NODE + first, NODE + second],
    attributes: { reason },
  });
  const nodes = ['op0', 'op1', 'op2'].map((name) => ({
    ref: NODE + name,
    name,
    op: 'call_function',
    target: 'pointwise',
  }));
  const inductor = {
    stage: 'inductor',
    direction: 'fwd',
    graphs: [{ ref: '0/0/fwd/inductor/graph.before_fusion', name: 'before_fusion', nodes }],
    steps: [step(0, 'op0', 'op1', 'no shared data'), step(1, 'op0', 'op2', 'intermediate nodes')],
  };
  const stages = [inductor, codegen('0/0', 'a', []), codegen('0/0', 'b', []), library];
  return indexOf({
    compilations: [compilation('0/0', [], {}, stages)],
    links: [
      { source: `${NODE}op0`, target: `${CALL}a:1`, kind: 'fused' },
      { source: `${NODE}op1`, target: `${CALL}b:1`, kind: 'fused' },
      { source: `${NODE}op2`, target: `${CALL}a:1`, kind: 'fused' },
    ],
  });
}

describe('why two kernels are two', () => {
  const refusals = refusalsOf(apart());

  it('is what the scheduler said, from either side', () => {
    expect(refusals.why(`${CALL}a:1`, `${CALL}b:1`)).toEqual(['no shared data']);
    expect(refusals.why(`${CALL}b:1`, `${CALL}a:1`)).toEqual(['no shared data']);
    expect(refusals.of(`${CALL}b:1`)).toEqual([
      { call: `${CALL}a:1`, reasons: ['no shared data'], steps: ['0/0/fwd/inductor/step.0'] },
    ]);
  });

  it('leaves out pairs that ended in one kernel after all', () => {
    expect(refusals.of(`${CALL}a:1`).map(({ call }) => call)).toEqual([`${CALL}b:1`]);
  });

  it('knows a library call, and says nothing where nobody did', () => {
    expect(refusals.why(`${CALL}a:1`, `${CALL}extern_mm:1`)).toEqual(['a library call is never fused']);
    expect(refusals.why(`${CALL}b:1`, `${CALL}c:1`)).toEqual([]);
  });
});
