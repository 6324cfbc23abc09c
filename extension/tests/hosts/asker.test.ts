/* Questions to the kernel: gathered, numbered, answered, and given up when the kernel is gone. */

import { expect, it } from 'vitest';
import { Asker } from '../../src/hosts/asker';

function asker() {
  const sent: Record<string, unknown>[] = [];
  return { sent, asker: new Asker((question) => sent.push(question)) };
}

it('asks for many texts in one message and gives each its own', async () => {
  const { sent, asker: one } = asker();
  const texts = Promise.all([one.text('a'), one.text('b'), one.text('a')]);
  await Promise.resolve();
  expect(sent).toEqual([{ kind: 'texts', keys: ['a', 'b'], number: 1 }]);
  expect(one.hear({ kind: 'texts', number: 1, texts: { a: 'A', b: 'B' } })).toBe(true);
  expect(await texts).toEqual(['A', 'B', 'A']);
});

it.each([[{ number: 1, texts: {} }], [{ number: 1, texts: null }], [{ number: 1, texts: { a: 3 } }], [{ number: 1 }]])(
  'rejects a text that the answer %j lacks',
  async (answer) => {
    const { asker: one } = asker();
    const text = one.text('a');
    await Promise.resolve();
    one.hear(answer);
    await expect(text).rejects.toThrow('no longer has this text');
  },
);

it.each([[null], [{}], [{ number: 9 }], ['text']])('leaves the message %j to others', (message) => {
  expect(asker().asker.hear(message)).toBe(false);
});

it('gives up when the kernel is gone', async () => {
  const { asker: one } = asker();
  const report = one.report();
  one.close();
  await expect(report).rejects.toThrow('gone');
});
