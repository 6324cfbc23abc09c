/* A stage as a table: which ops each kernel call fuses, what the compilers were waited for, or what was measured. */

import { time, visible } from '../../lib/format';
import { useModel } from '../../model';
import type { ColumnData, Compilation, Pass } from '../../report';
import { RefButton } from '../parts/ref-button';
import { Empty } from '../parts/say';
import { CutTable } from './cut';
import { Measured } from './measured';

export function StageTable({ data }: { readonly data: ColumnData }) {
  const { compilation, state } = useModel();
  const shown = compilation.value;
  if (!shown) return <Empty title="Nothing was compiled" />;
  if (data.column === 'aot') return <CutTable compilation={shown} />;
  if (data.column === 'machine') return <Waits compilation={shown} />;
  if (data.column === 'run') return <Measured />;
  return <Fusions compilation={shown} pass={state.pass.value} />;
}

/** A row a kernel call, in the order of the wrapper: what it fuses. */
function Fusions({ compilation, pass }: { readonly compilation: Compilation; readonly pass: Pass }) {
  const { index } = useModel();
  const kernels = compilation.stages
    .filter((stage) => stage.direction === pass)
    .flatMap((stage) => stage.kernels)
    .flatMap((kernel) => kernel.calls.map((call) => ({ kernel, call })))
    .sort((a, b) => (a.call.line ?? 0) - (b.call.line ?? 0));
  if (kernels.length === 0) return <Empty title="No kernel">This compile launches none.</Empty>;
  return (
    <table class="ce-tbl ce-fused">
      <thead>
        <tr>
          <th scope="col">call</th>
          <th scope="col">fuses</th>
        </tr>
      </thead>
      <tbody>
        {kernels.map(({ kernel, call }) => (
          <tr key={call.ref}>
            <td>
              <RefButton refs={[call.ref]} class="ce-cell">
                {visible(kernel.name)}
              </RefButton>
            </td>
            <td class="ce-wrap">
              {call.nodes.length === 0 && <span class="ce-note">not known</span>}
              {call.nodes.slice(0, 40).map((node) => (
                <RefButton key={node} refs={[node]} class="ce-node-name">
                  {visible(index.value.get(node)?.name ?? node)}
                </RefButton>
              ))}
              {call.nodes.length > 40 && <span class="ce-note"> and {call.nodes.length - 40} more</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the compile waited for. */
function Waits({ compilation }: { readonly compilation: Compilation }) {
  const waits = compilation.stages.flatMap((stage) => stage.spans.filter((span) => span.waiting));
  if (waits.length === 0) {
    return <Empty title="Nothing was waited for">No other compiler ran, or its files came from its own cache.</Empty>;
  }
  return (
    <table class="ce-tbl">
      <thead>
        <tr>
          <th scope="col">waiting for</th>
          <th scope="col" class="ce-r">
            time
          </th>
        </tr>
      </thead>
      <tbody>
        {waits.map((span) => (
          <tr key={span.ref}>
            <td>
              <RefButton refs={[span.ref]} class="ce-cell">
                {visible(span.name)}
              </RefButton>
            </td>
            <td class="ce-r">{time(span.seconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
