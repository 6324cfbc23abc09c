/* The last stage: what was measured of the program's calls, its numbers against eager, its memory. */

import type { ComponentChildren } from 'preact';
import { UNKNOWN, bytes, interval, metric, ratio, shape, significant, time, visible } from '../../lib/format';
import { useModel } from '../../model';
import {
  showPlace,
  type Compared,
  type Interval,
  type Memory,
  type Numerics,
  type Run,
  type Timings,
} from '../../report';
import { RefButton } from '../parts/ref-button';
import { Empty } from '../parts/say';

export function Measured() {
  const { timings, numerics, memory, runs } = useModel().report.value;
  if (!timings && !numerics && !memory && runs.length === 0) {
    return <Empty title="Not measured">This report holds no run times.</Empty>;
  }
  return (
    <div class="ce-measured">
      {timings && <Times timings={timings} />}
      {numerics && <Numbers numerics={numerics} />}
      {memory && <Kept memory={memory} />}
      {runs.map((run) => (
        <RunMetrics key={run.name} run={run} />
      ))}
    </div>
  );
}

interface TableProps {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

function Table({ title, heads, rows }: TableProps) {
  if (rows.length === 0) return null;
  return (
    <table class="ce-tbl">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          {heads.map((head) => (
            <th key={head} scope="col" class="ce-r">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others], at) => (
          <tr key={at}>
            <td class="ce-wrap">{first}</td>
            {others.map((cell, column) => (
              <td key={column} class="ce-r">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Times({ timings }: { readonly timings: Timings }) {
  const { parts, eager, compiled, speedup, conclusive, pairs, warmup, notes } = timings;
  const row = (name: string, one: Pick<Timings, 'eager' | 'compiled' | 'speedup' | 'conclusive'>) => [
    name,
    spread(one.eager),
    spread(one.compiled),
    <>
      {one.conclusive ? <b>{ratio(one.speedup.median)}</b> : <span class="ce-note">inconclusive</span>}
      <span class="ce-note ce-under"> {interval(one.speedup.low, one.speedup.high)}</span>
    </>,
  ];
  const after = timings.pays_off_after;
  return (
    <>
      <Table
        title={`${pairs} pairs of calls after ${warmup}`}
        heads={['eager', 'compiled', 'ratio']}
        rows={[
          row('one call', { eager, compiled, speedup, conclusive }),
          ...parts.map((part) => row(visible(part.part), part)),
        ]}
      />
      <p class="ce-note ce-pad">
        {timings.first_call !== null && `The first call took ${time(timings.first_call)}. `}
        {after !== null && `Compiling pays off after ${significant(after)} calls. `}
        {visible(notes.join(' '))}
      </p>
    </>
  );
}

function spread(made: Interval): ComponentChildren {
  return <span title={`${time(made.low)} to ${time(made.high)}`}>{time(made.median)}</span>;
}

function Numbers({ numerics }: { readonly numerics: Numerics }) {
  const { cwd } = useModel().report.value.program;
  const { match, tolerance, first_node: first, not_finite: wrong } = numerics;
  const compared = [...numerics.compared].sort(differingFirst);
  const small = (value: number | null) =>
    value === null ? UNKNOWN : value === 0 || value >= 0.1 ? significant(value) : value.toExponential(1);
  return (
    <>
      <p class="ce-say">
        <b>{match ? 'Eager and compiled agree' : 'Eager and compiled differ'}</b>
        <span>
          {match ? 'within' : 'by more than'} {small(tolerance)}
          {numerics.nearer && `; nearer to float64: ${numerics.nearer}`}. {visible(numerics.explained.join(' '))}
        </span>
      </p>
      <Table
        title="compared"
        heads={['difference', 'relative', '']}
        rows={compared.map((one) => [
          <>
            {visible(one.what)}{' '}
            <span class="ce-note">{shape({ shape: one.shape, dtype: one.dtype, device: null, stride: null })}</span>
          </>,
          small(one.max_abs),
          small(one.max_rel),
          one.exact ? (
            'bit for bit'
          ) : one.match ? (
            one.rounding ? (
              'rounding'
            ) : (
              'agrees'
            )
          ) : (
            <b class="ce-c-break">differs</b>
          ),
        ])}
      />
      <Table
        title="compiled by"
        heads={['difference', '']}
        rows={numerics.stages.map((one) => [
          visible(one.stage),
          small(one.max_abs),
          one.match === null ? (
            visible(one.message ?? 'not known')
          ) : one.match ? (
            'agrees'
          ) : (
            <b class="ce-c-break">differs</b>
          ),
        ])}
      />
      {first && (
        <p class="ce-pad">
          First to differ:{' '}
          <RefButton refs={[first.ref]} class="ce-node-name">
            {visible(first.target)}
          </RefButton>{' '}
          <span class="ce-note">
            {first.place && visible(showPlace(first.place, cwd))}, by {small(first.max_abs)}
          </span>
        </p>
      )}
      {wrong.map((one) => (
        <p key={one.ref} class="ce-pad">
          First {visible(one.kind)} in {visible(one.side)}:{' '}
          <RefButton refs={[one.ref]} class="ce-node-name">
            {visible(one.target)}
          </RefButton>
        </p>
      ))}
    </>
  );
}

/** What differs stands in front, by how much; the others keep their order. */
function differingFirst(a: Compared, b: Compared): number {
  return Number(a.match) - Number(b.match) || (a.match ? 0 : (b.max_abs ?? Infinity) - (a.max_abs ?? Infinity));
}

function Kept({ memory }: { readonly memory: Memory }) {
  const { eager, compiled, lines, notes } = memory;
  const { cwd } = useModel().report.value.program;
  const both = [
    ['peak', eager.peak, compiled.peak],
    ['kept for the backward', eager.saved, compiled.saved],
    ['of the process', eager.process, compiled.process],
  ] as const;
  return (
    <>
      <Table
        title="memory"
        heads={['eager', 'compiled']}
        rows={[
          ...both.filter(([, a, b]) => a !== null || b !== null).map(([name, a, b]) => [name, bytes(a), bytes(b)]),
          ...lines.map((line) => [visible(showPlace(line.place, cwd)), bytes(line.eager), bytes(line.compiled)]),
        ]}
      />
      {notes.length > 0 && <p class="ce-note ce-pad">{visible(notes.join(' '))}</p>}
    </>
  );
}

function RunMetrics({ run }: { readonly run: Run }) {
  return (
    <Table
      title={visible(run.name)}
      heads={['']}
      rows={run.metrics.map((one) => [visible(one.name.replaceAll('_', ' ')), visible(metric(one.value, one.unit))])}
    />
  );
}
