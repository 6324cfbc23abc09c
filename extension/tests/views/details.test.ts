import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/views/details/facts';
import { became, cameFrom } from '../../src/views/details/trail';
import { lineRef } from '../../src/report';
import { broken, FILE } from '../documents';
import { indexOf } from '../helpers';

const index = indexOf(broken());

describe('details', () => {
  it('tell the way of an entity through the stages', () => {
    const stops = became(index, lineRef(FILE, 7));
    expect(stops.map((stop) => [stop.label, stop.names])).toEqual([
      ['FX graph', ['add']],
      ['after the passes', ['add']],
      ['kernel call', ['cpp_fused_add_0']],
      ['kernel', ['cpp_fused_add_0']],
      ['code', ['cpp_fused_add_0']],
    ]);
    expect(cameFrom(index, '0/0/fwd/post_grad/node.add').map((stop) => stop.names)).toEqual([['tiny.py:7'], ['add']]);
  });

  it('tell what is known of a node and nothing of what is not', () => {
    const facts = new Map(factsOf(index.get('0/0/dynamo/dynamo/node.add')!, index.report));
    expect(facts.get('out')).toBe('f32[8, 64]');
    expect(facts.get('bytes')).toBe('2 KiB');
    expect(facts.get('line')).toBe('tiny.py:7');
    expect(facts.has('module')).toBe(false);
  });
});
