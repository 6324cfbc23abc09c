/* The records of torch that no other view shows, as torch wrote them: nothing that it emitted is lost. */

import { useState } from 'preact/hooks';
import { metric, plural, time, visible } from '../../lib/format';
import { match } from '../../lib/match';
import { useModel } from '../../model';
import {
  inPipeline,
  parseRef,
  showPlace,
  type Compilation,
  type Listing as ListingRecord,
  type Metric,
  type Step,
} from '../../report';
import { Long } from '../parts/long';
import { RefButton } from '../parts/ref-button';
import { Empty } from '../parts/say';
import { useMore } from '../parts/more';
import { OneText } from '../stage/one-text';

/** The stages whose records have a place in the pipeline or in a panel of their own. */
const SHOWN_ELSEWHERE = new Set(['dynamo', 'aot', 'pre_grad', 'post_grad', 'codegen', 'guards', 'phases']);

export function otherRecords(compilation: Compilation | null): {
  readonly listings: readonly ListingRecord[];
  readonly metrics: readonly Metric[];
  readonly steps: readonly Step[];
} {
  const stages = compilation?.stages.filter((stage) => !SHOWN_ELSEWHERE.has(stage.stage)) ?? [];
  return {
    listings: stages.flatMap((stage) => stage.listings),
    metrics: stages.flatMap((stage) => stage.metrics),
    steps: stages.filter(({ stage }) => !inPipeline(stage) && stage !== 'steps').flatMap((stage) => stage.steps),
  };
}

export function RecordsPanel() {
  const { compilation, report } = useModel();
  const { cwd } = report.value.program;
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const { listings, metrics, steps } = otherRecords(compilation.value);
  const texts = listings.filter((one) => !query || match(query, one.name));
  const numbers = metrics.filter((one) => !query || match(query, one.name));
  const { shown, more } = useMore(texts, 100);
  const rest = useMore(numbers, 100);
  const moments = useMore(
    steps.filter((one) => !query || match(query, one.name)),
    100,
  );
  if (listings.length + metrics.length + steps.length === 0)
    return <Empty title="No other records">Every record of torch has its place above.</Empty>;
  return (
    <div>
      <div class="ce-tbar">
        <input
          class="ce-filter"
          type="search"
          placeholder="Name"
          aria-label="Filter records"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <span class="ce-spring" />
        <span>
          {plural(listings.length, 'text')}, {plural(metrics.length, 'number')} of this compile
        </span>
      </div>
      {shown.map((listing) => (
        <div key={listing.ref}>
          <button
            type="button"
            class="ce-blk"
            aria-expanded={open === listing.ref}
            onClick={() => setOpen(open === listing.ref ? null : listing.ref)}
          >
            <span class="ce-blk-name">{visible(listing.name)}</span>
            <span class="ce-note">{visible(listing.language)}</span>
          </button>
          {open === listing.ref && <OneText record={listing} />}
        </div>
      ))}
      {more}
      <dl class="ce-kv ce-pad ce-metrics">
        {rest.shown.map((one) => (
          <div key={one.ref}>
            <dt>{visible(one.name)}</dt>
            <dd>
              <Long text={metric(one.value, one.unit)} limit={200} />
            </dd>
          </div>
        ))}
      </dl>
      {rest.more}
      {moments.shown.length > 0 && (
        <table class="ce-tbl">
          <tbody>
            {moments.shown.map((one) => (
              <tr key={one.ref}>
                <td class="ce-note">{parseRef(one.ref)?.stage.replaceAll('_', ' ')}</td>
                <td>
                  <RefButton refs={[one.ref]} class="ce-cell ce-m">
                    {visible(one.name)}
                  </RefButton>
                </td>
                <td class="ce-ell">
                  {visible(one.detail ?? one.place?.source ?? (one.place ? showPlace(one.place, cwd) : ''))}
                </td>
                <td class="ce-r">{time(one.seconds)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {moments.more}
    </div>
  );
}
