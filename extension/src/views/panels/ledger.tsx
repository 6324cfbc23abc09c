/* The ledger: what each line costs in eager and compiled, with the doubt drawn. A row lights up all that it is about. */

import { useMemo, useState } from 'preact/hooks';
import { bytes, interval, timeIn, timeUnit, visible, type TimeUnit } from '../../lib/format';
import { hover, select, useMark, useModel } from '../../model';
import { lineRef, type Interval, type LedgerRow } from '../../report';
import { GraphChip } from '../parts/chip';
import { useReveal } from '../parts/reveal';
import { Empty } from '../parts/say';
import { Segmented } from '../parts/segmented';
import {
  counted,
  ledgerView,
  linesOf,
  notesOf,
  titleOf,
  waysOf,
  wordOf,
  type LedgerView,
  type Way,
} from './ledger-rows';

export function LedgerPanel() {
  const { report } = useModel();
  const ways = useMemo(() => waysOf(report.value), [report.value]);
  const [way, setWay] = useState<Way | 'both'>('both');
  const view = useMemo(() => ledgerView(report.value, way === 'both' ? null : way), [report.value, way]);
  const body = useReveal();
  if (report.value.ledger.length === 0) {
    return (
      <Empty title="Not measured">
        The ledger sets eager operations beside the kernels that they became: explain(model, measure=True), or
        x.measure().
      </Empty>
    );
  }
  const unit = timeUnit(view.longest);
  const files = new Set(view.rows.flatMap((row) => row.places.map((place) => place.file)));
  const common = { unit, view, several: files.size > 1 };
  return (
    <div ref={body} class="ce-ledger">
      {ways.length > 1 && (
        <div class="ce-tbar">
          <Segmented<Way | 'both'>
            label="Direction"
            value={way}
            options={[
              ['both', 'Both'],
              ['fwd', 'Forward'],
              ['bwd', 'Backward'],
            ]}
            onChange={setWay}
          />
        </div>
      )}
      <table class="ce-tbl">
        <Head unit={unit} />
        <tbody>
          {view.rows.map((row) => (
            <Row key={row.ref} row={row} {...common} />
          ))}
          {view.controls.length > 0 && (
            <tr class="ce-ledger-controls">
              <td />
              <td />
              <th scope="rowgroup">Controls</th>
              <td colSpan={8}>the same library call on both sides: their spread is the noise floor of this run</td>
            </tr>
          )}
          {view.controls.map((row) => (
            <Row key={row.ref} row={row} {...common} />
          ))}
        </tbody>
      </table>
      <div class="ce-ledger-notes">
        {notesOf(view).map(([title, text]) => (
          <p key={title}>
            <b>{title}</b> {text}
          </p>
        ))}
      </div>
    </div>
  );
}

function Head({ unit }: { readonly unit: TimeUnit }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span class="ce-sr">graph</span>
        </th>
        <th scope="col" class="ce-r">
          line
        </th>
        <th scope="col">code</th>
        <th scope="col" class="ce-widest">
          eager ops
        </th>
        <th scope="col" colSpan={2} class="ce-r">
          eager, {unit}
        </th>
        <th scope="col" class="ce-widest">
          kernels
        </th>
        <th scope="col" colSpan={2} class="ce-r">
          compiled, {unit}
        </th>
        <th scope="col" class="ce-wider" title="right of 1× is faster">
          eager ÷ compiled
        </th>
        <th scope="col" class="ce-r">
          median
        </th>
        <th scope="col" class="ce-wider">
          95 %
        </th>
        <th scope="col" class="ce-r ce-widest">
          saved
        </th>
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly row: LedgerRow;
  readonly view: LedgerView;
  readonly unit: TimeUnit;
  readonly several: boolean;
}

function Row({ row, view, unit, several }: RowProps) {
  const model = useModel();
  const mark = useMark(model, [row.ref]);
  const { cwd } = model.report.value.program;
  const word = wordOf(row);
  const lines = [...new Set(row.places.flatMap(({ file, line }) => (line === null ? [] : [lineRef(file, line)])))];
  const bare = row.kind === 'gap' || row.kind === 'total';
  return (
    <tr
      class="ce-ledger-row"
      data-kind={row.kind}
      data-tone={word.tone}
      data-mark={mark}
      data-ref={row.ref}
      title={row.note ?? undefined}
      onMouseEnter={() => hover(model, [row.ref, ...lines])}
      onMouseLeave={() => hover(model, [])}
      onClick={(event) => select(model, [row.ref], event.shiftKey)}
    >
      <td>{row.compilation !== null && row.graph !== null && <GraphChip compile={row.compilation} />}</td>
      <td class="ce-r">{linesOf(row, cwd, several)}</td>
      <td>
        <button
          type="button"
          class="ce-cell ce-m ce-ell"
          aria-pressed={mark === 'selected'}
          onFocus={() => hover(model, [row.ref, ...lines])}
          onBlur={() => hover(model, [])}
        >
          {visible(titleOf(row).slice(0, 200))}
        </button>
      </td>
      <td class="ce-ell ce-widest">{visible(counted(row.ops, ', '))}</td>
      <Time of={row.eager} {...{ unit, view, bare }} />
      <td class="ce-ell ce-widest">{row.kind === 'removed' ? 'no kernel' : visible(counted(row.kernels, ' + '))}</td>
      <Time of={row.compiled} {...{ unit, view, bare }} compiled />
      <td class="ce-wider">{row.ratio && <Ratio ratio={row.ratio} view={view} sure={row.conclusive === true} />}</td>
      <td class="ce-r ce-ledger-word">
        {word.text}
        {word.tone === 'slower' && <span class="ce-note"> slower</span>}
      </td>
      <td class="ce-num ce-wider">{row.ratio && interval(row.ratio.low, row.ratio.high)}</td>
      <td class="ce-r ce-widest">{row.bytes_saved === null ? '' : bytes(row.bytes_saved)}</td>
    </tr>
  );
}

interface TimeProps {
  readonly of: Interval | null;
  readonly view: LedgerView;
  readonly unit: TimeUnit;
  readonly bare: boolean;
  readonly compiled?: boolean;
}

function Time({ of, view, unit, bare, compiled }: TimeProps) {
  const width = of && !bare && view.longest > 0 ? Math.max(1, (44 * Math.max(0, of.median)) / view.longest) : 0;
  return (
    <>
      <td class="ce-r" title={of ? `${timeIn(of.low, unit)} to ${timeIn(of.high, unit)} ${unit}` : undefined}>
        {of ? timeIn(of.median, unit) : '—'}
      </td>
      <td class="ce-ledger-bar">
        {width > 0 && <i class={compiled ? 'ce-bar' : 'ce-bar ce-bar-eager'} style={{ width: `${width}px` }} />}
      </td>
    </>
  );
}

const WIDTH = 150;

/** A ratio on a logarithmic axis: the bar from 1×, a dot at the median, whiskers over 95 %. */
function Ratio({ ratio, view, sure }: { readonly ratio: Interval; readonly view: LedgerView; readonly sure: boolean }) {
  const [from, to] = view.axis.map(Math.log) as [number, number];
  const x = (value: number) => {
    const at = ((Math.log(Math.max(value, 1e-6)) - from) / (to - from)) * WIDTH;
    return Math.min(WIDTH - 1, Math.max(1, at));
  };
  const [one, median, low, high] = [1, ratio.median, ratio.low, ratio.high].map(x) as [number, number, number, number];
  return (
    <svg class="ce-ratio" width={WIDTH} height="18" aria-hidden="true" data-sure={sure}>
      {view.noise && (
        <rect
          class="ce-ratio-noise"
          x={x(view.noise[0])}
          width={Math.max(1, x(view.noise[1]) - x(view.noise[0]))}
          height="18"
        />
      )}
      <line class="ce-ratio-one" x1={one} x2={one} y1="0" y2="18" />
      {sure && <rect class="ce-ratio-bar" x={Math.min(one, median)} y="5" width={Math.abs(median - one)} height="8" />}
      <path class="ce-ratio-whisker" d={`M${low} 9H${high}M${low} 6V12M${high} 6V12`} />
      <circle class="ce-ratio-dot" cx={median} cy="9" r="2.5" />
    </svg>
  );
}
