/* The number of a graph on its hue. */

import { graphClass } from '../../lib/colour';
import { useModel } from '../../model';

/** The chip of the graph that a compilation made; nothing when it made none. */
export function GraphChip({ compile }: { readonly compile: string | null | undefined }) {
  const number = useModel().numbers.value.get(compile ?? '');
  if (number === undefined) return null;
  return (
    <span class={`ce-chip ${graphClass(number)}`} title={`graph ${number}`}>
      <span class="ce-sr">graph </span>
      {number}
    </span>
  );
}
