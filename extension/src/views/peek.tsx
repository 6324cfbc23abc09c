/* What is selected or linked in a pane that is not shown, in a strip, so that no link is lost on a narrow screen. */

import { openEntity, paneFor } from '../actions';
import { visible } from '../lib/format';
import { useModel } from '../model';
import type { Entity } from '../report';
import { GraphChip } from './parts/chip';
import { became, cameFrom } from './details/trail';

/** The panes that share one place. */
export type Side = 'A' | 'B' | 'details';

/** What of the selection stands in the stage pane that is hidden behind the other, in a line. */
export function Hidden({ side, onOpen }: { readonly side: Side; readonly onOpen: (side: Side) => void }) {
  const { index, state, followed } = useModel();
  const other = side === 'A' ? 'B' : 'A';
  const { column } = state.panes.value[other === 'A' ? 0 : 1];
  if (state.selection.value.length === 0 || side === 'details') return null;
  const found = [...followed.value].flatMap((ref) => index.value.get(ref) ?? []);
  const there = found.filter((entity) => paneFor(entity)?.column === column);
  if (there.length === 0) return null;
  return (
    <div class="ce-peek" role="status">
      <p>
        <span class="ce-tag">{other}</span>
        <span class="ce-m ce-ell">
          {visible([...new Set(there.map((entity) => entity.name))].slice(0, 6).join(' '))}
        </span>
        <span class="ce-spring" />
        <button type="button" class="ce-link" onClick={() => onOpen(other)}>
          Swap
        </button>
      </p>
    </div>
  );
}

export function Peek({ onOpen }: { readonly onOpen: (place: 'source' | 'stage' | 'details') => void }) {
  const model = useModel();
  const { index, state } = model;
  const ref = state.selection.value[0];
  const entity = ref === undefined ? null : index.value.get(ref);
  if (!entity) return null;
  const stops = [...cameFrom(index.value, entity.ref), ...became(index.value, entity.ref)].slice(0, 4);
  const open = (refs: readonly string[]) => {
    const found = index.value.get(refs[0] ?? '');
    if (!found) return;
    openEntity(model, found);
    onOpen(found.kind === 'line' ? 'source' : placeOf(found));
  };
  return (
    <div class="ce-peek" role="status">
      <p>
        <GraphChip compile={entity.compilation?.key} /> <b class="ce-m">{visible(entity.name)}</b>
        <span class="ce-spring" />
        <button type="button" class="ce-link" onClick={() => onOpen('details')}>
          Details
        </button>
        <button type="button" class="ce-link" onClick={() => (state.selection.value = [])}>
          Clear
        </button>
      </p>
      {stops.map((stop) => (
        <p key={stop.label}>
          <span class="ce-note">{stop.label}</span>{' '}
          <span class="ce-m ce-ell">{visible(stop.names.slice(0, 4).join(' '))}</span>
          <span class="ce-spring" />
          <button type="button" class="ce-link" onClick={() => open(stop.refs)}>
            Open
          </button>
        </p>
      ))}
    </div>
  );
}

function placeOf(entity: Entity): 'stage' | 'details' {
  return entity.kind === 'guard' || entity.kind === 'finding' || entity.kind === 'span' ? 'details' : 'stage';
}
