/* The first rows of a long list, and a button for the rest. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { plural } from '../../lib/format';

export function useMore<T>(
  all: readonly T[],
  limit: number,
): { readonly shown: readonly T[]; readonly more: ComponentChildren } {
  const [count, setCount] = useState(limit);
  const left = all.length - count;
  return {
    shown: left > 0 ? all.slice(0, count) : all,
    more:
      left > 0 ? (
        <button type="button" class="ce-link ce-show-all" onClick={() => setCount(count + Math.max(limit, 1000))}>
          … show {plural(Math.min(left, Math.max(limit, 1000)), 'more row', 'more rows')} of {all.length}
        </button>
      ) : null,
  };
}
