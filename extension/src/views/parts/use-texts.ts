/* Texts of the document by key, those that are there; the view is drawn again as the rest arrive. */

import { useRef } from 'preact/hooks';
import { useModel } from '../../model';
import type { TextState } from '../../texts';

/** The texts that are ready. The same object as long as nothing arrived. */
export function useTexts(keys: readonly string[]): Readonly<Record<string, string>> {
  const { texts } = useModel();
  const last = useRef<Record<string, string>>({});
  const ready = Object.create(null) as Record<string, string>;
  for (const key of keys) {
    const state = texts.get(key);
    if (state.state === 'ready') ready[key] = state.text;
  }
  const known = last.current;
  const same =
    keys.every((key) => known[key] === ready[key]) && Object.keys(known).length === Object.keys(ready).length;
  if (!same) last.current = ready;
  return last.current;
}

/** One text. */
export function useText(key: string): TextState {
  return useModel().texts.get(key);
}
