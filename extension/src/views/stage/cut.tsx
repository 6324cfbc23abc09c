/* The cut of AOTAutograd: a row a source line, with what the forward keeps for the backward between the two. */

import { useMemo } from 'preact/hooks';
import { bytes, plural, shape, visible } from '../../lib/format';
import { useModel } from '../../model';
import { lineRef, type Compilation } from '../../report';
import { RefButton } from '../parts/ref-button';
import { Empty } from '../parts/say';
import { JointMap } from './joint-map';
import { cutOf, type CutRow, type Saved } from './cut-model';

export function CutTable({ compilation }: { readonly compilation: Compilation }) {
  const { index } = useModel();
  const cut = useMemo(() => cutOf(compilation, index.value), [compilation, index.value]);
  if (!cut) return <Empty title="No backward">This graph was compiled for inference: nothing is kept.</Empty>;
  const largest = Math.max(1, ...cut.rows.flatMap((row) => row.saved.map((one) => one.bytes ?? 0)));
  return (
    <div class="ce-cut">
      <p class="ce-say">
        <b>The forward keeps {cut.bytes === null ? 'tensors of unknown size' : bytes(cut.bytes)} for the backward</b>
        <span>{plural(cut.count, 'tensor')}; inputs and parameters that you hold anyway are not counted.</span>
      </p>
      <div class="ce-cut-both">
        <table class="ce-tbl">
          <thead>
            <tr>
              <th scope="col">line</th>
              <th scope="col" class="ce-r">
                forward
              </th>
              <th scope="col">kept for the backward</th>
              <th scope="col">backward</th>
            </tr>
          </thead>
          <tbody>
            {cut.rows.map((row) => (
              <Row key={`${row.file} ${row.line}`} row={row} largest={largest} />
            ))}
          </tbody>
        </table>
        <JointMap cut={cut} />
      </div>
      <p class="ce-note ce-pad">
        <i class="ce-keep" style={{ width: '14px' }} /> kept only for the backward{' '}
        <i class="ce-keep" data-held="true" style={{ width: '14px' }} /> held by you anyway
      </p>
    </div>
  );
}

function Row({ row, largest }: { readonly row: CutRow; readonly largest: number }) {
  const refs = row.file !== null && row.line !== null ? [lineRef(row.file, row.line)] : [];
  return (
    <tr class="ce-cut-row">
      <td class="ce-cut-line">
        {refs.length > 0 ? (
          <RefButton refs={refs} class="ce-cell ce-m" title={visible(row.source)}>
            <span class="ce-note">{row.line}</span> {visible(row.source).slice(0, 80)}
          </RefButton>
        ) : (
          <span class="ce-note">no line of yours</span>
        )}
      </td>
      <td class="ce-r">
        {row.forward.length > 0 ? (
          <RefButton refs={row.forward.map((node) => node.ref)} class="ce-cell">
            {plural(row.forward.length, 'op')}
          </RefButton>
        ) : (
          '—'
        )}
      </td>
      <td>
        {row.saved.length === 0 && <span class="ce-note">nothing</span>}
        {row.saved.map((saved) => (
          <Kept key={saved.ref} saved={saved} largest={largest} />
        ))}
      </td>
      <td class="ce-wrap">
        {row.backward.length > 0 ? (
          <RefButton refs={row.backward.map((node) => node.ref)} class="ce-cell">
            {plural(row.backward.length, 'op')}
            {row.again.length > 0 && <span class="ce-again">, {row.again.length} computed again</span>}
          </RefButton>
        ) : (
          '—'
        )}
      </td>
    </tr>
  );
}

function Kept({ saved, largest }: { readonly saved: Saved; readonly largest: number }) {
  const width = saved.bytes === null ? 0 : Math.max(1, (saved.bytes / largest) * 60);
  return (
    <RefButton refs={[saved.ref]} class="ce-kept" title={`read by ${plural(saved.uses, 'op')} of the backward`}>
      <span class="ce-m ce-ell">{visible(String(saved.node.attributes['value'] ?? saved.node.name))}</span>
      <span class="ce-note">{shape(saved.node.specs[0])}</span>
      <span class="ce-kept-bar">
        <i class="ce-keep" data-held={saved.held} style={{ width: `${width}px` }} />
      </span>
      <span class="ce-num">{bytes(saved.bytes)}</span>
      <span class="ce-note">{visible(saved.kind)}</span>
    </RefButton>
  );
}
