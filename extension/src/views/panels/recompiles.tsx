/* The versions of each function that was compiled again: a column each, and the guard that failed lit. */

import { plural, time, visible } from '../../lib/format';
import { guardName } from '../../lib/guard-name';
import { hover, select, useModel } from '../../model';
import { showPlace, type Finding } from '../../report';
import { Icon } from '../parts/icon';
import { Long } from '../parts/long';
import { RefButton } from '../parts/ref-button';
import { Empty } from '../parts/say';
import { CopyButton } from '../parts/copy';
import { guardRows, recompiled, type GuardCell, type GuardRow, type Version, type Versions } from './rows';

export function RecompilesPanel() {
  const { report } = useModel();
  const all = recompiled(report.value);
  if (all.length === 0) {
    return (
      <Empty title="No recompiles">
        Every call reused the graphs of the first. Call with another shape to see what would change.
      </Empty>
    );
  }
  return (
    <>
      {all.slice(0, 20).map((versions, at) => (
        <VersionTable key={at} versions={versions} />
      ))}
    </>
  );
}

const SHOWN = 24;

function VersionTable({ versions }: { readonly versions: Versions }) {
  const { rows, same } = guardRows(versions);
  const columns = versions.versions.slice(0, SHOWN);
  const limit = Number(versions.limit?.attributes['limit'] ?? columns[0]?.finding?.attributes['limit'] ?? NaN);
  const again = versions.versions.length - 1;
  return (
    <section class="ce-versions">
      <div class="ce-say">
        <span class="ce-c-warn">
          <Icon name="recompile" />
        </span>{' '}
        <b>
          {visible(versions.name)} was compiled {plural(versions.versions.length, 'time')}: {plural(again, 'recompile')}
          .
        </b>{' '}
        {versions.limit && <span class="ce-c-break">{visible(versions.limit.title)}</span>}
        <span class="ce-spring" />
        {Number.isFinite(limit) && <Used used={versions.versions.length} limit={limit} />}
      </div>
      <div class="ce-scroll">
        <table class="ce-tbl ce-vtbl">
          <thead>
            <tr>
              <th scope="col">
                guard
                <br />
                <span class="ce-note">✕ failed → new version</span>
              </th>
              <th scope="col">line</th>
              {columns.map((version) => (
                <Head key={version.compilation.key} version={version} />
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">compiled because</th>
              <td />
              {columns.map(({ compilation, finding }) => (
                <td key={compilation.key} class="ce-wrap">
                  <Why finding={finding} trigger={compilation.trigger} reason={compilation.reason} />
                </td>
              ))}
            </tr>
            {rows.map((row) => (
              <Row key={row.source + row.cells[0]?.shown} row={row} columns={columns.length} />
            ))}
            {same > 0 && (
              <tr class="ce-quiet">
                <th scope="row">{plural(same, rows.length > 0 ? 'more guard' : 'guard')}</th>
                <td />
                <td colSpan={columns.length}>same in all {columns.length}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {versions.versions.length > SHOWN && (
        <p class="ce-note ce-pad">{versions.versions.length - SHOWN} more versions.</p>
      )}
      <Advice versions={versions} />
    </section>
  );
}

function Used({ used, limit }: { readonly used: number; readonly limit: number }) {
  return (
    <span class="ce-used">
      <span aria-hidden="true">
        {Array.from({ length: Math.min(limit, 16) }, (_, at) => (
          <i key={at} data-used={at < used} />
        ))}
      </span>{' '}
      {Math.min(used, limit)} of {limit} versions used; after that this function runs in Python
    </span>
  );
}

function Head({ version }: { readonly version: Version }) {
  const model = useModel();
  const { compilation } = version;
  const shown = compilation === model.compilation.value;
  return (
    <th scope="col" data-on={shown || undefined}>
      <button type="button" class="ce-cell" onClick={() => (model.state.compile.value = compilation.key)}>
        <b class="ce-m">{visible(compilation.id)}</b>
        <br />
        <span class="ce-note">
          {compilation.status === 'limit' ? 'limit: runs in Python' : time(compilation.seconds)}
        </span>
      </button>
    </th>
  );
}

function Why(props: { readonly finding: Finding | null; readonly trigger: string; readonly reason: string | null }) {
  const { finding, trigger, reason } = props;
  if (finding === null) return <>{visible(trigger === 'recompile' ? (reason ?? trigger) : trigger)}</>;
  const { old, new: now } = finding.attributes;
  return (
    <RefButton refs={[finding.ref]} class="ce-cell">
      <span class="ce-c-warn">
        <Icon name="recompile" />
      </span>{' '}
      {old != null && now != null
        ? visible(`${String(old)} → ${String(now)}`)
        : visible(reason ?? finding.title).slice(0, 160)}
    </RefButton>
  );
}

function Row({ row, columns }: { readonly row: GuardRow; readonly columns: number }) {
  const { report } = useModel();
  return (
    <tr>
      <th scope="row" class="ce-m">
        <span title={visible(row.source)}>{visible(guardName(row.source))}</span>
      </th>
      <td class="ce-note">
        {row.place && visible(showPlace(row.place, report.value.program.cwd).split('/').pop() ?? '')}
      </td>
      {row.cells.slice(0, columns).map((cell, at) => (
        <Cell key={at} cell={cell} />
      ))}
    </tr>
  );
}

function Cell({ cell }: { readonly cell: GuardCell }) {
  const model = useModel();
  const { guard, shown, changed, failedFor } = cell;
  if (!guard) return <td class="ce-note">{shown}</td>;
  return (
    <td class="ce-wrap" data-failed={failedFor !== null || undefined}>
      <button
        type="button"
        class="ce-cell"
        data-changed={changed || undefined}
        onMouseEnter={() => hover(model, [guard.ref])}
        onMouseLeave={() => hover(model, [])}
        onClick={() => select(model, [guard.ref])}
        title={visible(shown)}
      >
        {visible(shown).slice(0, 90)}
        {failedFor !== null && <b class="ce-c-warn"> ✕ → {visible(failedFor)}</b>}
      </button>
    </td>
  );
}

/** What to do, once each. */
function Advice({ versions }: { readonly versions: Versions }) {
  const found = [...versions.versions.map((one) => one.finding), versions.limit];
  const advice = [...new Set(found.flatMap((finding) => finding?.advice.slice(0, 1) ?? []))];
  if (advice.length === 0) return null;
  return (
    <ul class="ce-advice ce-pad">
      {advice.slice(0, 5).map((one) => (
        <li key={one}>
          <Long text={one} limit={240} prose /> <CopyButton text={one} link />
        </li>
      ))}
    </ul>
  );
}
