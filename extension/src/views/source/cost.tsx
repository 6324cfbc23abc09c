/* Beside a line: its time in eager over its time compiled, and the ratio; a bracket joins lines that share kernels. */

import { time } from '../../lib/format';
import type { Cost } from './costs';

const LENGTH = 46;

export function LineCost({ cost }: { readonly cost: Cost | null }) {
  if (!cost) return <span class="ce-cost" />;
  const { row, word, place, told: shown } = cost;
  const sides = [
    row.eager && `eager ${time(row.eager.median)}`,
    row.compiled && `compiled ${time(row.compiled.median)}`,
  ];
  const joined = place === 'alone' ? '' : ', with the lines beside it';
  return (
    <span
      class="ce-cost"
      data-place={place}
      data-tone={word.tone}
      title={`${sides.filter(Boolean).join(', ')}${joined}`}
    >
      <span class="ce-cost-bars">
        {shown && row.eager && (
          <i class="ce-bar ce-bar-eager" style={{ width: `${Math.max(1, cost.eager * LENGTH)}px` }} />
        )}
        {shown && row.compiled && (
          <i class="ce-bar" data-kind={row.kind} style={{ width: `${Math.max(1, cost.compiled * LENGTH)}px` }} />
        )}
      </span>
      <span class="ce-cost-word">{shown ? shortWord(cost) : ''}</span>
    </span>
  );
}

function shortWord({ row, word }: Cost): string {
  if (row.kind === 'break' && row.compiled) return time(row.compiled.median);
  return word.text === 'inconclusive' ? '≈ ?' : word.text;
}
