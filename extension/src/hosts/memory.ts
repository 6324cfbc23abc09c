/* The reader's choices from one visit to the next, in the browser's own storage; a browser that refuses it forgets. */

import { effect } from '@preact/signals';
import { DEFAULT_OPTIONS, save, type Options, type Saved, type ViewerState } from '../state';

const KEY = 'compile-explorer';

/** What was chosen last time. The selection belongs to one report, so it is not among it. */
export function recall(): Saved {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** `createState` checks the rest; files on a disk share this storage with every other page there. */
function checked(saved: unknown): Saved {
  if (!isMap(saved)) return {};
  const { panes, panel, panelHeight, options } = saved as Saved;
  return {
    ...(panes ? { panes } : {}),
    ...(panel === null || typeof panel === 'string' ? { panel } : {}),
    ...(panelHeight ? { panelHeight } : {}),
    ...(isMap(options) ? { options: optionsIn(options) } : {}),
  };
}

function optionsIn(saved: Record<string, unknown>): Partial<Options> {
  const known = Object.entries(DEFAULT_OPTIONS).filter(([name, value]) => typeof saved[name] === typeof value);
  const options = Object.fromEntries(known.map(([name]) => [name, saved[name]]));
  const isTheme = ['auto', 'light', 'dark'].includes(String(options['theme']));
  return isTheme ? options : { ...options, theme: 'auto' };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
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
