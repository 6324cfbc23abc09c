import { expect, it } from 'vitest';
import { match } from '../../src/lib/match';

it.each([
  ['silu', 'cpp_fused_mul_silu_1', 1],
  ['SILU', 'silu', 0],
  ['ilu', 'silu', 2],
  ['mul silu', 'cpp_fused_mul_silu', 2],
])('%s in %s ranks %i', (query, text, rank) => expect(match(query, text)?.rank).toBe(rank));

it('needs every word and gives the ranges in order', () => {
  expect(match('silu gelu', 'silu')).toBeNull();
  expect(match('', 'silu')).toBeNull();
  expect(match('b a', 'a b')?.ranges).toEqual([
    [0, 1],
    [2, 3],
  ]);
});
