/* Scrolls a pane to the first selected or linked row, only when none is in view. */

import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useModel } from '../../model';

/** A ref for the scrolling body of a pane whose rows carry `data-mark`. Only a selection scrolls, never the pointer. */
export function useReveal() {
  const body = useRef<HTMLDivElement>(null);
  const { state } = useModel();
  useSignalEffect(() => {
    if (state.selection.value.length === 0) return;
    requestAnimationFrame(() => body.current && reveal(body.current));
  });
  return body;
}

function reveal(body: HTMLElement): void {
  const rows = [...body.querySelectorAll<HTMLElement>('[data-mark="selected"], [data-mark="linked"]')];
  const frame = body.getBoundingClientRect();
  const seen = rows.some((row) => {
    const at = row.getBoundingClientRect();
    return at.bottom > frame.top && at.top < frame.bottom;
  });
  const first = rows[0];
  if (seen || !first) return;
  const at = first.getBoundingClientRect();
  body.scrollTop += at.top - frame.top - (frame.height - at.height) / 3;
}
