import { describe, expect, it } from 'vitest';
import { lineRef, parseLineRef, parseRef } from '../../src/report';
import { broken, FILE } from '../documents';
import { indexOf } from '../helpers';

const index = indexOf(broken());
const LINE = lineRef(FILE, 7);
const NODE = '0/0/dynamo/dynamo/node.add';
const ATEN = '0/0/fwd/post_grad/node.add';
const CALL = '0/0/fwd/codegen/call.cpp_fused_add_0:1';
const KERNEL = '0/0/fwd/codegen/kernel.cpp_fused_add_0';
const CODE = '0/0/fwd/codegen/listing.cpp_fused_add_0';

describe('the index', () => {
  it('goes from a line to the code that it became', () => {
    expect([...index.became(LINE)].sort()).toEqual([NODE, ATEN, CALL, KERNEL, CODE].sort());
  });

  it('goes back from code to the line', () => {
    expect(index.cameFrom(CODE)).toContain(LINE);
    expect(index.cameFrom(LINE).size).toBe(0);
  });

  it('lights up both ways, without what is selected', () => {
    expect([...index.linked([ATEN])].sort()).toEqual([LINE, NODE, CALL, KERNEL, CODE].sort());
  });

  it('knows each entity, and any line of code', () => {
    expect(index.get(NODE)).toMatchObject({ kind: 'node', name: 'add', compilation: { key: '0/0' } });
    expect(index.get(CALL)).toMatchObject({ kind: 'call', kernel: { name: 'cpp_fused_add_0' } });
    expect(index.get(lineRef(FILE, 12))).toMatchObject({ kind: 'line', line: 12 });
    expect(index.get('nothing')).toBeNull();
  });

  it('ends on links that go round', () => {
    const round = indexOf({
      links: [1, 2, 3].map((n) => ({ source: `n${n}`, target: `n${(n % 3) + 1}`, kind: 'lowered' })),
    });
    expect([...round.became('n1')].sort()).toEqual(['n2', 'n3']);
  });
});

describe('refs', () => {
  it.each([
    [
      '0/0/dynamo/dynamo/node.h_1',
      { key: '0/0', attempt: 0, direction: 'dynamo', stage: 'dynamo', kind: 'node', name: 'h_1' },
    ],
    ['1.0/0_1/fwd/post_grad/node.relu', { key: '1.0/0', attempt: 1, direction: 'fwd' }],
    ['rank1/2.0/1/bwd@sm_90/codegen/kernel.k:2', { key: 'rank1/2.0/1', target: 'sm_90', name: 'k:2' }],
    ['0/0/dynamo/breaks/finding./a/b.py:23:Failed', { kind: 'finding', name: '/a/b.py:23:Failed' }],
  ])('%s', (ref, parts) => expect(parseRef(ref)).toMatchObject(parts));

  it.each(['', 'node', 'source:a.py:1', '0/0/up/x/y.z'])('%j is none', (ref) => expect(parseRef(ref)).toBeNull());

  it('reads a line ref, also of a file with colons', () => {
    expect(parseLineRef(lineRef('C:\\a.py', 3))).toEqual({ file: 'C:\\a.py', line: 3 });
    expect(parseLineRef('source:a.py')).toBeNull();
  });
});
