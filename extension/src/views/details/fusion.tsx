/* Of a node or a kernel: what it shares a kernel with, and what it was kept apart from, with the scheduler's reasons. */

import { useModel } from '../../model';
import { visible } from '../../lib/format';
import { refusalsOf, type Entity, type ReportIndex } from '../../report';
import { RefButton } from '../parts/ref-button';

const SHOWN = 6;

export function Fusion({ entity }: { readonly entity: Entity }) {
  const index = useModel().index.value;
  const calls = callsOf(index, entity);
  const apart = calls.flatMap((call) => refusalsOf(index).of(call));
  const fused = entity.kind === 'node' ? neighbours(index, calls, entity.ref) : [];
  return (
    <>
      {fused.length > 0 && (
        <div>
          <h3>Fused with</h3>
          <Names refs={fused} />
        </div>
      )}
      {apart.length > 0 && (
        <div>
          <h3>Not fused with</h3>
          <ul class="ce-apart">
            {apart.slice(0, SHOWN).map(({ call, reasons }) => (
              <li key={call}>
                <Names refs={[call]} /> <span>{visible(reasons.join('; '))}</span>
              </li>
            ))}
          </ul>
          {apart.length > SHOWN && <span class="ce-note">and {apart.length - SHOWN} more</span>}
        </div>
      )}
    </>
  );
}

function Names({ refs }: { readonly refs: readonly string[] }) {
  const { index } = useModel();
  return (
    <>
      {refs.slice(0, SHOWN).map((ref) => (
        <RefButton key={ref} refs={[ref]} class="ce-node-name">
          {visible(index.value.get(ref)?.name ?? ref)}
        </RefButton>
      ))}
      {refs.length > SHOWN && <span class="ce-note"> and {refs.length - SHOWN} more</span>}
    </>
  );
}

/** The kernel calls that an entity is, has or is fused into. */
function callsOf(index: ReportIndex, entity: Entity): readonly string[] {
  if (entity.kind === 'call') return [entity.ref];
  if (entity.kind === 'kernel') return entity.record.calls.map((call) => call.ref);
  if (entity.kind !== 'node') return [];
  return [...index.targets(entity.ref)].filter((ref) => index.get(ref)?.kind === 'call');
}

function neighbours(index: ReportIndex, calls: readonly string[], own: string): readonly string[] {
  const nodes = calls.flatMap((ref) => {
    const call = index.get(ref);
    return call?.kind === 'call' ? call.record.nodes : [];
  });
  return nodes.includes(own) ? [...new Set(nodes)].filter((ref) => ref !== own) : [];
}
