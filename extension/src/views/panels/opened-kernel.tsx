/* Beside the table of kernels, the one that is selected: what it fuses, its code, its machine code. */

import { useMemo, useState } from 'preact/hooks';
import { plural, visible } from '../../lib/format';
import { useModel } from '../../model';
import type { Listing } from '../../report';
import { setOptions } from '../../state';
import { GraphPane } from '../graph';
import { Empty, Section } from '../parts/say';
import { Segmented } from '../parts/segmented';
import { OneText } from '../stage/one-text';
import { kernelParts, type KernelParts } from './kernel-parts';

const LANGUAGES: Readonly<Record<string, string>> = {
  cpp: 'C++',
  triton: 'Triton',
  ttir: 'Triton IR',
  ttgir: 'Triton GPU IR',
  llvm: 'LLVM IR',
  ptx: 'PTX',
  sass: 'SASS',
  asm: 'Assembly',
};

/** Null when no kernel is selected. */
export function useOpened(): KernelParts | null {
  const { index, state } = useModel();
  const [ref] = state.selection.value;
  return useMemo(() => kernelParts(index.value, ref === undefined ? null : index.value.get(ref)), [index.value, ref]);
}

export function OpenedKernel({ parts }: { readonly parts: KernelParts }) {
  const { state } = useModel();
  const { options } = state;
  const { kernel, graph, fused, code } = parts;
  return (
    <div class="ce-opened" aria-label={`Kernel ${kernel.name}`} role="group">
      <div class="ce-opened-part" tabIndex={0}>
        <div class="ce-tbar">
          <b class="ce-ell">{visible(kernel.name)}</b>
          <span class="ce-spring" />
          <span class="ce-note">{fused > 0 ? `fuses ${plural(fused, 'node')}` : ''}</span>
        </div>
        <Section what="What it fuses">
          {graph ? (
            <GraphPane graph={graph} bare />
          ) : (
            <Empty title="No nodes">torch does not say which nodes this kernel holds.</Empty>
          )}
        </Section>
      </div>
      <div class="ce-opened-part" tabIndex={0}>
        <div class="ce-tbar">
          <b>{code ? (LANGUAGES[code.language] ?? code.language) : 'Code'}</b>
          <span class="ce-spring" />
          {code && (
            <Segmented
              label="Code of the kernel"
              value={options.value.tidy ? 'tidy' : 'exact'}
              options={[
                ['tidy', 'Tidy'],
                ['exact', 'Exact'],
              ]}
              onChange={(value) => setOptions(state, { tidy: value === 'tidy' })}
            />
          )}
        </div>
        {code ? (
          <OneText record={code} tidy={options.value.tidy} />
        ) : (
          <Empty title="No code of its own">A call into a library.</Empty>
        )}
      </div>
      <Machine parts={parts} />
    </div>
  );
}

/** What compilers made of the code, rung by rung; where there is nothing, why. */
function Machine({ parts: { rungs, absent, kernel } }: { readonly parts: KernelParts }) {
  const [chosen, choose] = useState<string | null>(null);
  const shown: Listing | undefined = rungs.find((one) => one.ref === chosen) ?? rungs.at(-1);
  return (
    <div class="ce-opened-part" tabIndex={0}>
      <div class="ce-tbar">
        <b>{shown ? LANGUAGES[shown.language] : 'Assembly'}</b>
        <span class="ce-spring" />
        <Segmented
          label="Form"
          value={shown?.ref ?? ''}
          options={rungs.map((one) => [one.ref, LANGUAGES[one.language]!])}
          onChange={choose}
        />
      </div>
      {shown ? <OneText key={kernel.ref} record={shown} /> : <Empty title="No assembly">{absent}</Empty>}
    </div>
  );
}
