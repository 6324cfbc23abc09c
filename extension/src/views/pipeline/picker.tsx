/* Which compilation is shown, and its forward or backward. */

import { useRef } from 'preact/hooks';
import { useModel } from '../../model';
import { hasBackward, showFunction, type Compilation } from '../../report';
import { visible } from '../../lib/format';
import { GraphChip } from '../parts/chip';
import { Segmented } from '../parts/segmented';

export function Picker() {
  const { report, compilation, numbers, state } = useModel();
  const select = useRef<HTMLSelectElement>(null);
  const shown = compilation.value;
  if (!shown) return null;
  return (
    <div class="ce-pick">
      <GraphChip compile={shown.key} />
      <select
        ref={select}
        aria-label="Compilation"
        title="Compilation (g)"
        data-key="g"
        value={shown.key}
        onChange={(event) => (state.compile.value = event.currentTarget.value)}
      >
        {report.value.compilations.map((one) => (
          <option key={one.key} value={one.key}>
            {label(one, numbers.value.get(one.key))}
          </option>
        ))}
      </select>
      {hasBackward(shown) && (
        <Segmented
          label="Pass"
          value={state.pass.value}
          options={[
            ['fwd', 'forward'],
            ['bwd', 'backward'],
          ]}
          onChange={(pass) => (state.pass.value = pass)}
        />
      )}
    </div>
  );
}

function label(compilation: Compilation, number: number | undefined): string {
  const name = number === undefined ? 'no graph' : `graph ${number}`;
  const status = compilation.status === 'ok' ? '' : `, ${compilation.status}`;
  return visible(`${name} · ${compilation.id} ${showFunction(compilation)}${status}`).slice(0, 120);
}
