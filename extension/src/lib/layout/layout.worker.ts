/* The layout for a worker of its own: takes an input and a limit in milliseconds, answers a layout or null. */

import { layoutSteps } from './layout';
import type { Layout, LayoutInput } from './types';

export { layoutSteps };

/** The worker's side of its page. */
export interface WorkerSide {
  onmessage: ((event: MessageEvent<{ input: LayoutInput; limit: number }>) => void) | null;
  postMessage(answer: Layout | null, transfer?: Transferable[]): void;
}

/** Answers every message of `side`. */
export function serve(side: WorkerSide): void {
  side.onmessage = ({ data: { input, limit } }) => {
    const made = within(input, limit);
    side.postMessage(made, made ? buffers(made) : []);
  };
}

function within(input: LayoutInput, limit: number): Layout | null {
  const start = performance.now();
  const steps = layoutSteps(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - start > limit) return null;
  }
}

function buffers(made: Layout): Transferable[] {
  return [made.x, made.y, made.ranks, made.tops, made.bottoms, made.points, made.starts].map((array) => array.buffer);
}
