/* The HTML file: shows the report that stands in the page, in place of the summary that is there for want of a script. */

import { effect } from '@preact/signals';
import { createState } from '../state';
import { mount } from '../viewer';
import { recall, remember } from './memory';

const LINK = '#ref=';

function selectedByLink(): readonly string[] {
  const hash = location.hash;
  if (!hash.startsWith(LINK)) return [];
  try {
    return [decodeURIComponent(hash.slice(LINK.length))];
  } catch {
    return [];
  }
}

function start(): void {
  const data = document.getElementById('ce-report');
  const place = document.getElementById('ce-viewer');
  if (!data?.textContent || !place) return;
  const state = createState({ ...recall(), selection: selectedByLink() }, 'page');
  mount(place, JSON.parse(data.textContent), state);
  for (const id of ['ce-summary', 'ce-summary-style']) document.getElementById(id)?.remove();
  place.hidden = false;
  if (document.activeElement === document.body) place.querySelector<HTMLElement>('.ce')?.focus({ preventScroll: true });
  remember(state);
  window.addEventListener('hashchange', () => {
    const refs = selectedByLink();
    if (refs.length > 0) state.selection.value = refs;
  });
  effect(() => {
    const [ref] = state.selection.value;
    if (ref !== undefined || location.hash.startsWith(LINK)) putLink(ref);
  });
}

/** The address names the selection, so that it can be copied. A file that is opened from a disk may refuse that. */
function putLink(ref: string | undefined): void {
  try {
    history.replaceState(null, '', ref === undefined ? location.pathname : LINK + encodeURIComponent(ref));
  } catch {
    // The viewer works without it.
  }
}

start();
