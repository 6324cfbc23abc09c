/* The pipeline strip: one cell a stage, with its state and its one figure; the pair that is shown carries A and B. */

import { useEffect, useRef } from 'preact/hooks';
import { showColumn } from '../../actions';
import { visible } from '../../lib/format';
import { useModel } from '../../model';
import { TITLES, type ColumnData } from '../../report';
import { Icon } from '../parts/icon';
import { figure } from './figure';
import { Picker } from './picker';

const SIGNS = { cached: 'check', absent: 'none', not_reached: 'none', failed: 'cross' } as const;

export function Pipeline() {
  const model = useModel();
  const { columns, state } = model;
  const nav = useRef<HTMLElement>(null);
  const active = state.panes.value[state.active.value].column;
  useEffect(() => {
    const focused = nav.current?.querySelector('.ce-stg:focus');
    if (focused) nav.current?.querySelector<HTMLElement>(`[data-column="${active}"]`)?.focus();
    show(nav.current?.querySelector<HTMLElement>(`[data-column="${active}"]`));
  }, [active]);
  return (
    <nav ref={nav} class="ce-pipe" aria-label="Stages of the compile">
      <Picker />
      <div class="ce-stages">
        {columns.value.map((data) => (
          <Cell key={data.column} data={data} pair={state.panes.value.map((pane) => pane.column)} />
        ))}
      </div>
    </nav>
  );
}

/** Scrolls the strip, and nothing else, so that a cell is in view. */
function show(cell: HTMLElement | null | undefined): void {
  const strip = cell?.closest<HTMLElement>('.ce-pipe');
  if (!cell || !strip || strip.scrollWidth <= strip.clientWidth) return;
  strip.scrollLeft = cell.offsetLeft - strip.clientWidth / 2;
}

function Cell({ data, pair }: { readonly data: ColumnData; readonly pair: readonly string[] }) {
  const model = useModel();
  const { report, compilation, state } = model;
  const tags = ['A', 'B'].filter((_, at) => pair[at] === data.column);
  const said = visible(figure(report.value, compilation.value, state.pass.value, data, state.progress.value !== null));
  const total = compilation.value?.seconds;
  const share = data.seconds !== null && total ? data.seconds / total : 0;
  const sign = data.state === 'done' ? null : SIGNS[data.state];
  return (
    <button
      type="button"
      class="ce-stg"
      data-state={data.state}
      data-column={data.column}
      aria-pressed={tags.length > 0}
      title={`${TITLES[data.column]}: ${said}`}
      onClick={(event) => showColumn(model, data.column, event.shiftKey ? 1 : state.active.value)}
    >
      <span class="ce-stg-name">
        {sign && <Icon name={sign} />}
        {TITLES[data.column]}
        {tags.map((tag) => (
          <span key={tag} class="ce-tag" data-letter={tag} data-active={(tag === 'A' ? 0 : 1) === state.active.value}>
            {tag}
          </span>
        ))}
      </span>
      <span class="ce-stg-figure">{said}</span>
      {share >= 0.03 && <i class="ce-share" style={{ width: `${Math.min(share, 1) * 100}%` }} />}
    </button>
  );
}
