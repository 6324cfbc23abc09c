/* The two stage panes scroll together: each to the same share of its length. */

import { useEffect, useRef } from 'preact/hooks';
import { useModel } from '../../model';

/** A ref for the scrolling body of pane `at`. */
export function useTogether(at: 0 | 1) {
  const body = useRef<HTMLDivElement>(null);
  const { state } = useModel();
  useEffect(() => {
    const own = body.current;
    if (!own) return;
    const onScroll = () => {
      if (!state.options.peek().together || !own.matches(':hover, :focus-within')) return;
      const other = own.closest('.ce')?.querySelector<HTMLElement>(`[data-pane="${at === 0 ? 'B' : 'A'}"] .ce-pb`);
      const [length, room] = [own.scrollHeight - own.clientHeight, other ? other.scrollHeight - other.clientHeight : 0];
      if (other && length > 0 && room > 0) other.scrollTop = (own.scrollTop / length) * room;
    };
    own.addEventListener('scroll', onScroll, { passive: true });
    return () => own.removeEventListener('scroll', onScroll);
  }, []);
  return body;
}
