/* What is selected or linked in a pane that is not shown, in a strip, so that no link is lost on a narrow screen. */

import { openEntity } from '../actions';
import { visible } from '../lib/format';
import { useModel } from '../model';
import type { Entity } from '../report';
import { GraphChip } from './parts/chip';
import { became, cameFrom } from './details/trail';

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
