/* What a step finds: the stack, top first, the locals, and the graph so far with what the step adds. */

import { dtype, plural, visible } from '../../lib/format';
import { useModel } from '../../model';
import { RefButton } from '../parts/ref-button';
import type { Added, Found, Value } from './log';

const SHOWN = 60;

export function StackAndLocals({ found: { stack, locals, changed } }: { readonly found: Found }) {
  return (
    <>
      <h3>
        Stack <span class="ce-note">{stack.length > 0 ? `${plural(stack.length, 'value')}, top first` : 'empty'}</span>
      </h3>
      <ol class="ce-values" reversed>
        {[...stack].reverse().map((value, at) => (
          <li key={at}>
            <span class="ce-num">{stack.length - 1 - at}</span> <Told value={value} />
          </li>
        ))}
      </ol>
      <h3>
        Locals <span class="ce-note">{plural(locals.length, 'name')}</span>
      </h3>
      <dl class="ce-kv ce-values">
        {locals.slice(0, SHOWN).map(([name, value]) => (
          <div key={name} data-changed={changed.has(name) || undefined}>
            <dt class="ce-m">{visible(name)}</dt>
            <dd>
              <Told value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** A value in words: what it is, its shape, the node that makes it. */
function Told({ value }: { readonly value: Value }) {
  const shape = value.shape ? `${dtype(value.dtype ?? '')}[${value.shape.join(', ')}]` : '';
  const kind = value.kind === 'Lazy' ? 'not looked at yet' : value.kind;
  return (
    <span title={value.source ?? undefined}>
      <span class="ce-m">{visible((value.text || shape || kind).slice(0, 120))}</span>{' '}
      <span class="ce-note">
        {visible([value.text ? kind : '', value.text ? shape : value.shape ? kind : ''].filter(Boolean).join(' '))}
      </span>{' '}
      {value.node && <NodeName name={value.node} />}
    </span>
  );
}

export function GraphSoFar({ found: { nodes, added, guards } }: { readonly found: Found }) {
  const shown = nodes.slice(-SHOWN);
  return (
    <>
      <h3>
        Graph so far <span class="ce-note">{plural(nodes.length + added.length, 'node')}</span>
      </h3>
      <ol class="ce-grown">
        {shown.length < nodes.length && <li class="ce-note">… {nodes.length - shown.length} before</li>}
        {shown.map((node, at) => (
          <Line key={at} node={node} />
        ))}
        {added.map((node, at) => (
          <Line key={`+${at}`} node={node} fresh />
        ))}
      </ol>
      <h3>
        Guards added <span class="ce-note">{guards.length > 0 ? guards.length : 'none in this step'}</span>
      </h3>
      <ul class="ce-grown">
        {guards.slice(0, SHOWN).map((guard) => (
          <li key={guard}>{visible(guard)}</li>
        ))}
      </ul>
    </>
  );
}

function Line({ node, fresh }: { readonly node: Added; readonly fresh?: boolean }) {
  return (
    <li data-new={fresh}>
      <NodeName name={node.name} /> = {visible(node.code.slice(0, 160))}
    </li>
  );
}

/** The name of a node; where the finished graph has it, it lights up what it became. */
function NodeName({ name }: { readonly name: string }) {
  const { compilation, index } = useModel();
  const ref = `${compilation.value?.key ?? ''}/dynamo/dynamo/node.${name}`;
  if (!index.value.get(ref)) return <span class="ce-m">{visible(name)}</span>;
  return (
    <RefButton refs={[ref]} class="ce-node-name">
      {visible(name)}
    </RefButton>
  );
}
