/* Beside a large graph: its modules as a table, and its layers as a map with a cell for each op. */

import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { plural, whole } from '../../lib/format';
import { layersOf, lineRows, moduleRows, type ModuleRow, type Outline } from '../../lib/graph';
import { hover, markOf, select, useModel, type Mark, type Model } from '../../model';
import { Segmented } from '../parts/segmented';
import { LayerMap } from './layer-map';

export function Modules({ outline }: { readonly outline: Outline }) {
  const by = useSignal<'module' | 'line'>('module');
  const closed = useSignal<ReadonlySet<string>>(new Set());
  const layers = useMemo(() => layersOf(outline), [outline]);
  const rows = by.value === 'module' ? moduleRows(outline, closed.value) : lineRows(outline);
  const most = Math.max(1, ...rows.map((row) => row.ops * row.copies));
  const fold = (row: ModuleRow) => {
    const next = new Set(closed.value);
    if (!next.delete(row.key)) next.add(row.key);
    closed.value = next;
  };
  return (
    <aside class="ce-modules" aria-label="Modules">
      <div class="ce-tbar">
        <b>{by.value === 'module' ? 'Modules' : 'Lines'}</b>
        <span class="ce-spring" />
        <Segmented
          label="Rows"
          value={by.value}
          options={[
            ['module', 'By module'],
            ['line', 'By line'],
          ]}
          onChange={(value) => (by.value = value)}
        />
      </div>
      <table class="ce-tbl">
        <thead>
          <tr>
            <th scope="col">{by.value}</th>
            <th scope="col" class="ce-r">
              ops
            </th>
            <th scope="col">
              <span class="ce-sr">share of the ops</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map((row) => (
            <Row key={row.key} {...{ row, outline, most, fold }} />
          ))}
        </tbody>
      </table>
      {rows.length > MOST && <p class="ce-note ce-pad">and {plural(rows.length - MOST, 'more row')}</p>}
      {layers.length > 1 && <LayerMap {...{ layers, outline }} />}
    </aside>
  );
}

const MOST = 300;

interface RowProps {
  readonly row: ModuleRow;
  readonly outline: Outline;
  readonly most: number;
  readonly fold: (row: ModuleRow) => void;
}

function Row({ row, outline, most, fold }: RowProps) {
  const model = useModel();
  const refs = useMemo(() => row.places.map((at) => outline.items[at]!.ref), [outline, row.key]);
  const mark = refs.length <= FOLLOWED ? markOfAll(model, refs) : null;
  return (
    <tr data-mark={mark} onMouseEnter={() => hover(model, refs)} onMouseLeave={() => hover(model, [])}>
      <td style={{ paddingLeft: `${row.level * 14 - 4}px` }}>
        {row.open === null ? (
          <i class="ce-mod-room" />
        ) : (
          <button
            type="button"
            class="ce-mod-fold"
            aria-expanded={row.open}
            aria-label={`Parts of ${row.title}`}
            onClick={() => fold(row)}
          >
            {row.open ? '−' : '+'}
          </button>
        )}
        <button
          type="button"
          class="ce-cell ce-m ce-ell"
          aria-pressed={mark === 'selected'}
          onClick={(event) => select(model, refs, event.shiftKey)}
        >
          {row.title}
        </button>
        {row.copies > 1 && row.open !== null && <span class="ce-note"> {row.copies} × equal</span>}
      </td>
      <td class="ce-r">{row.copies > 1 ? `${row.copies} × ${whole(row.ops)}` : whole(row.ops)}</td>
      <td>
        <i class="ce-bar" style={{ width: `${Math.max(1, (48 * row.ops * row.copies) / most)}px` }} />
      </td>
    </tr>
  );
}

/** Selected when all of it is, linked when some of it is lit. */
function markOfAll(model: Model, refs: readonly string[]): Mark {
  const marks = refs.map((ref) => markOf(model, ref));
  if (marks.every((mark) => mark === 'selected')) return 'selected';
  return marks.some((mark) => mark !== null) ? 'linked' : null;
}

/** Rows of more nodes do not follow the pointer. */
const FOLLOWED = 2000;
