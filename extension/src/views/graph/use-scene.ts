/* The scene of a graph: planned at once, laid out beside the page, the last one kept until the next is ready. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import { planOf, type Outline, type Plan, type Shown } from '../../lib/graph';
import { LIMIT, runLayout, TooLong } from '../../lib/layout/run';
import { makeScene, type Scene } from './scene';

export interface Laid {
  /** Null before the first layout. */
  readonly scene: Scene | null;
  readonly state: 'ready' | 'working' | 'too long' | 'failed';
  readonly plan: Plan;
}

interface Done {
  readonly plan: Plan;
  readonly scene: Scene | null;
  readonly state: Laid['state'];
}

/** `em` is the width of a character of the boxes' font. */
export function useScene(outline: Outline, shown: Shown, em: number, limit = LIMIT): Laid {
  const plan = useMemo(() => planOf(outline, shown, em), [outline, shown, em]);
  const [done, setDone] = useState<Done | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    runLayout(plan.input, stop.signal, limit)
      .then((drawn) => {
        if (!stop.signal.aborted) setDone({ plan, scene: makeScene(outline, plan, drawn, em), state: 'ready' });
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted)
          setDone({ plan, scene: null, state: error instanceof TooLong ? 'too long' : 'failed' });
      });
    return () => stop.abort();
  }, [plan]);
  const current = done?.plan === plan;
  const scene = done?.scene?.outline === outline ? done.scene : null;
  return { scene, state: current ? done.state : 'working', plan };
}
