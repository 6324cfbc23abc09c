/* The instructions that Dynamo ran symbolically, a row each, around the one that is shown. */

import { useEffect, useRef } from 'preact/hooks';
import { visible } from '../../lib/format';
import type { StepRow } from './rows';

/** So many rows before and after the shown one are in the page. */
const AROUND = 150;

export interface InstructionsProps {
  readonly rows: readonly StepRow[];
  /** The place of the row that is shown. */
  readonly at: number;
  readonly onPick: (row: StepRow) => void;
}

export function Instructions({ rows, at, onPick }: InstructionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [at]);
  const from = Math.max(0, at - AROUND);
  return (
    <ul ref={list} class="ce-ops" role="listbox" aria-label="Steps" tabIndex={0}>
      {rows.slice(from, at + AROUND).map((row, offset) => (
        <li
          key={row.at}
          role="option"
          aria-selected={from + offset === at}
          data-moment={row.moment || undefined}
          style={{ paddingLeft: `${8 + row.depth * 10}px` }}
          onClick={() => onPick(row)}
        >
          <span class="ce-num">{row.at + 1}</span>
          <span class="ce-num">{row.line ?? ''}</span>
          <span class="ce-op-name">
            {row.last > row.at && '› '}
            {visible(row.name)}
          </span>
          <span class="ce-op-detail ce-ell">{visible(row.detail.slice(0, 60))}</span>
          <span class="ce-note">
            {row.adds.length > 0 && `+ ${visible(row.adds.slice(0, 2).join(' '))}${row.adds.length > 2 ? ' …' : ''}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
