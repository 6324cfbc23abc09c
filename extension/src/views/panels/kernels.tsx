/* The kernels of all graphs: a row a call site, sorted by any column, filtered by kind and text. */

import { useMemo, useState } from 'preact/hooks';
import { plural, time, visible } from '../../lib/format';
import { match } from '../../lib/match';
import { hover, select, useMark, useModel } from '../../model';
import { openEntity } from '../../actions';
import { GraphChip } from '../parts/chip';
import { FilterChip } from '../parts/filter-chip';
import { useReveal } from '../parts/reveal';
import { Empty } from '../parts/say';
import { useMore } from '../parts/more';
import { OpenedKernel, useOpened } from './opened-kernel';
import { kernelRows, showLines, type KernelRow } from './rows';

type Key = 'time' | 'graph' | 'name' | 'kind' | 'pass' | 'line' | 'ops' | 'does';

const COLUMNS: readonly (readonly [Key, string, (row: KernelRow) => string | number])[] = [
  ['graph', 'graph', (row) => row.graph ?? 0],
  ['name', 'kernel', (row) => row.kernel.name],
  ['kind', 'kind', (row) => row.kind],
  ['pass', 'pass', (row) => row.pass],
  ['line', 'line', (row) => row.lines[0] ?? 0],
  ['ops', 'ops', (row) => -(row.ops ?? 0)],
  ['does', 'does', (row) => row.does],
  ['time', 'time', (row) => -(row.seconds ?? -1)],
];

const PASSES: Readonly<Record<string, string>> = { fwd: 'forward', bwd: 'backward', joint: 'joint' };

export function KernelsPanel() {
  const { report, index, numbers } = useModel();
  const all = useMemo(() => kernelRows(report.value, index.value, numbers.value), [index.value]);
  const [kind, setKind] = useState<string | null>(null);
  const [query, setQuery] = useState('');
  const timed = all.some((row) => row.seconds !== null);
  const [sort, setSort] = useState<readonly [Key, 1 | -1]>([timed ? 'time' : 'graph', 1]);
  const columns = timed ? COLUMNS : COLUMNS.filter(([name]) => name !== 'time');
  const kinds = [...new Set(all.map((row) => row.kind))];
  const found = all.filter((row) => (kind === null || row.kind === kind) && (!query || match(query, searched(row))));
  const by = COLUMNS.find(([name]) => name === sort[0])![2];
  const sorted = [...found].sort((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0) * sort[1]);
  const { shown, more } = useMore(sorted, 200);
  const body = useReveal();
  const opened = useOpened();
  if (all.length === 0) return <Empty title="No kernels">No graph of this compile was lowered to code.</Empty>;
  const again = (name: Key) => setSort([name, sort[0] === name && sort[1] === 1 ? -1 : 1]);
  return (
    <div class="ce-kernels" data-open={opened !== null}>
      <div ref={body} class="ce-kernel-table">
        <div class="ce-tbar">
          <FilterChip on={kind === null} label="All" count={all.length} onPress={() => setKind(null)} />
          {kinds.map((one) => (
            <FilterChip
              key={one}
              on={kind === one}
              label={one}
              count={all.filter((row) => row.kind === one).length}
              onPress={() => setKind(one)}
            />
          ))}
          <input
            class="ce-filter"
            type="search"
            placeholder="Name, op or line"
            aria-label="Filter kernels"
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          <span class="ce-spring" />
          <span>
            {plural(found.length, 'call')}
            {timed ? '' : ', times not measured'}
          </span>
        </div>
        <table class="ce-tbl">
          <thead>
            <tr>
              {columns.map(([name, title]) => (
                <th
                  key={name}
                  scope="col"
                  class={RIGHT.has(name) ? 'ce-r' : ''}
                  aria-sort={sort[0] === name ? (sort[1] === 1 ? 'ascending' : 'descending') : 'none'}
                >
                  <button type="button" class="ce-sort" onClick={() => again(name)}>
                    {title}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.ref} row={row} timed={timed} />
            ))}
          </tbody>
        </table>
        {more}
      </div>
      {opened && <OpenedKernel key={opened.kernel.ref} parts={opened} />}
    </div>
  );
}

function searched(row: KernelRow): string {
  return `${row.kernel.name} ${row.does} ${showLines(row.lines)} ${row.kind}`;
}

/** Numbers stand at the right. */
const RIGHT = new Set<Key>(['line', 'ops', 'time']);

function Row({ row, timed }: { readonly row: KernelRow; readonly timed: boolean }) {
  const model = useModel();
  const mark = useMark(model, [row.ref]);
  const press = (event: MouseEvent) => select(model, [row.ref], event.shiftKey);
  const open = () => {
    const entity = model.index.value.get(row.ref);
    if (entity) openEntity(model, entity);
  };
  return (
    <tr
      data-mark={mark}
      onMouseEnter={() => hover(model, [row.ref])}
      onMouseLeave={() => hover(model, [])}
      onClick={press}
      onDblClick={open}
    >
      <td>
        <GraphChip compile={row.compile} />
      </td>
      <td>
        <button
          type="button"
          class="ce-cell ce-m ce-ell"
          aria-pressed={mark === 'selected'}
          onFocus={() => hover(model, [row.ref])}
          onBlur={() => hover(model, [])}
        >
          {visible(row.kernel.name)}
        </button>
      </td>
      <td class="ce-note">{visible(row.kind)}</td>
      <td class="ce-note">{PASSES[row.pass] ?? row.pass}</td>
      <td class="ce-r">{showLines(row.lines) || '—'}</td>
      <td class="ce-r">{row.ops ?? '—'}</td>
      <td class="ce-ell">{visible(row.does)}</td>
      {timed && (
        <td class="ce-r" title={row.seconds === null ? 'timed with others: see the ledger' : undefined}>
          {time(row.seconds)}
        </td>
      )}
    </tr>
  );
}
