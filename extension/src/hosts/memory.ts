/* The reader's choices from one visit to the next, in the browser's own storage; a browser that refuses it forgets. */

import { effect } from '@preact/signals';
import { save, type Saved, type ViewerState } from '../state';

const KEY = 'compile-explorer';

/** What was chosen last time. The selection belongs to one report, so it is not among it. */
export function recall(): Saved {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof saved === 'object' && saved !== null ? saved : {};
  } catch {
    return {};
  }
}

/** Keeps what is chosen in `state`, until the returned function is called. */
export function remember(state: ViewerState): () => void {
  return effect(() => {
    const { panes, panel, panelHeight, options } = save(state);
    try {
      localStorage.setItem(KEY, JSON.stringify({ panes, panel, panelHeight, options }));
    } catch {
      // Private windows and full disks refuse; the choices last as long as the page.
    }
  });
}
