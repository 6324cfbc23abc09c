/* The list of keys. Each has a button too. */

import { useEffect, useRef } from 'preact/hooks';
import { useModel } from '../model';
import { PANELS } from './index';

const KEYS: readonly (readonly [string, string])[] = [
  ['← →', 'stage before, after (with shift: the other pane)'],
  ['↑ ↓', 'row or step'],
  ['Enter, Esc', 'open; back one level, then clear the selection'],
  ['Tab', 'next pane'],
  ['Space', 'fold, unfold'],
  ['+ − 0', 'zoom, fit'],
  ['[ ]', 'scroll A and B apart, together'],
  ['/', 'search everything'],
  ['f, shift f', 'next, previous finding'],
  ['g', 'compilation'],
  [`1 … ${PANELS.length}`, 'panel'],
  ['e', 'exact or tidy listing'],
  ['h', 'shapes beside the source'],
  ['n, p', 'next, previous step'],
  ['x', 'steps that changed nothing'],
  ['b', 'next break, step by step'],
  ['m', 'open in a main-area panel'],
  ['?', 'this list'],
];

export function Keys() {
  const { state } = useModel();
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div class="ce-overlay" onClick={(event) => event.target === event.currentTarget && (state.overlay.value = null)}>
      <div class="ce-card ce-keys" role="dialog" aria-modal="true" aria-label="Keys">
        <dl>
          {KEYS.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <button ref={close} type="button" class="ce-btn" onClick={() => (state.overlay.value = null)}>
          Close
        </button>
      </div>
    </div>
  );
}
