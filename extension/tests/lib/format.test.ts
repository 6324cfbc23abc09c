import { describe, expect, it } from 'vitest';
import * as format from '../../src/lib/format';

describe('numbers', () => {
  it.each([
    [31.6e-6, '31.6 µs'],
    [102e-6, '102 µs'],
    [1.27e-3, '1.27 ms'],
    [11.43, '11.4 s'],
    [0.9996e-3, '1.00 ms'],
    [166.4e-3, '166 ms'],
    [0, '0 µs'],
    [87.3, '87.3 s'],
    [1234.5, '1\u2009230 s'],
    [null, '—'],
  ])('time of %s is %s', (seconds, shown) => expect(format.time(seconds)).toBe(shown));

  it.each([
    [1.08, '1.08×'],
    [2.6, '2.6×'],
    [1.999, '2.0×'],
    [0.96, '0.96×'],
    [null, '—'],
  ])('ratio of %s is %s', (value, shown) => expect(format.ratio(value)).toBe(shown));

  it.each([
    [512, '512 B'],
    [524288, '512 KiB'],
    [3953295, '3.77 MiB'],
    [1310720, '1.25 MiB'],
    [null, '—'],
  ])('bytes of %s is %s', (count, shown) => expect(format.bytes(count)).toBe(shown));

  it.each([
    [7, '7'],
    [131072, '131\u2009072'],
    [1234567, '1\u2009234\u2009567'],
  ])('whole of %s is %s', (count, shown) => expect(format.whole(count)).toBe(shown));

  it('counts in words', () => {
    expect([format.plural(0, 'break'), format.plural(1, 'break'), format.plural(2, 'pass', 'passes')]).toEqual([
      '0 breaks',
      '1 break',
      '2 passes',
    ]);
  });
});

describe('tensors', () => {
  const made = { dtype: 'float32', shape: [8, 64, 's0'], stride: null, device: 'cpu' };
  it('shows a spec and a shape', () => {
    expect(format.spec(made)).toBe('f32[8, 64, s0]');
    expect(format.shape(made)).toBe('[8,64,s0]');
    expect(format.spec({ ...made, dtype: 'int', shape: null })).toBe('int');
  });
  it('knows bytes only of whole sizes', () => {
    expect(format.byteSize(made)).toBeNull();
    expect(format.byteSize({ ...made, shape: [8, 64, 256] })).toBe(524288);
    expect(format.byteSize({ ...made, shape: [] })).toBe(4);
  });
});

it('cuts what is too long and says how much there is', () => {
  expect(format.cut('abc', 3)).toBeNull();
  expect(format.cut('x'.repeat(12000), 2)).toEqual({ start: 'xx', size: '12.0 kB' });
});

it('shows control and direction characters', () => {
  expect(format.visible('a\u202eb\u001b[2J\n')).toBe('a·b·[2J\n');
});
