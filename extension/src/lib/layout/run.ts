/* Runs a layout beside the page: in a worker where one may be made, else in short slices between frames. */

import type * as Made from './layout.worker';
import type { Layout, LayoutInput } from './types';
import make from './worker.generated';

/** A layout that would take longer than this is given up, in milliseconds. */
export const LIMIT = 1000;
/** A worker that does not answer at all is not waited for longer than this: it may not be allowed to start. */
const PATIENCE = 4 * LIMIT;
const SLICE = 12;

export class TooLong extends Error {}

/** What comes back from the worker: a layout, or null when it ran out of time. */
export type Answer = Layout | null;

/** Lays out `input`. Rejects with `TooLong` after `limit` milliseconds of work, and with `AbortError` when aborted. */
export async function runLayout(input: LayoutInput, signal: AbortSignal, limit = LIMIT): Promise<Layout> {
  const answer = await inWorker(input, signal, limit).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason ?? error;
    return inSlices(input, signal, limit);
  });
  if (!answer) throw new TooLong();
  return answer;
}

/** The function's own text is the worker's program. */
async function inWorker(input: LayoutInput, signal: AbortSignal, limit: number): Promise<Answer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const text = `(${String(make)})().serve(self)`;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    const worker = new Worker(address);
    const fail = () => end(() => reject(new Error('no worker')));
    const timer = setTimeout(fail, PATIENCE);
    const abort = () => end(() => reject(signal.reason));
    const end = (then: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      worker.terminate();
      URL.revokeObjectURL(address);
      then();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail();
    };
    worker.onmessage = (event: MessageEvent<Answer>) => end(() => resolve(event.data));
    signal.addEventListener('abort', abort);
    worker.postMessage({ input, limit });
  });
}

/** The same work on the page's own thread, with room for frames in between; waiting does not count. */
async function inSlices(input: LayoutInput, signal: AbortSignal, limit: number): Promise<Answer> {
  const steps = (make() as typeof Made).layoutSteps(input);
  let worked = 0;
  let start = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const passed = performance.now() - start;
    if (worked + passed > limit) return null;
    if (passed < SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    worked += passed;
    start = performance.now();
  }
}
