import { describe, expect, it } from 'vitest';
import { layout } from '../../../src/lib/layout';
import { runLayout, TooLong } from '../../../src/lib/layout/run';
import { randomInput } from './graphs';

/** Where no worker may be made, as here, the work is done in slices. */
describe('a layout beside the page', () => {
  const input = randomInput(3, 400);
  const signal = () => new AbortController().signal;

  it('is the same as at once', async () => {
    expect(await runLayout(input, signal(), 60_000)).toEqual(layout(input));
  });

  it('is given up after its time', async () => {
    await expect(runLayout(input, signal(), 0)).rejects.toBeInstanceOf(TooLong);
  });

  it('ends when it is not wanted any more', async () => {
    const stop = new AbortController();
    const running = runLayout(randomInput(3, 4000), stop.signal, 60_000);
    stop.abort(new Error('not wanted'));
    await expect(running).rejects.toThrow('not wanted');
  });
});
