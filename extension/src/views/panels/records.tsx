/* The records of torch that no other view shows, as torch wrote them: nothing that it emitted is lost. */

import { useState } from 'preact/hooks';
import { metric, plural, visible } from '../../lib/format';
import { match } from '../../lib/match';
import { useModel } from '../../model';
import type { Compilation, Listing as ListingRecord, Metric } from '../../report';
import { Long } from '../parts/long';
import { Empty } from '../parts/say';
import { useMore } from '../parts/more';
import { OneText } from '../stage/one-text';

/** The stages whose records have a place in the pipeline or in a panel of their own. */
const SHOWN_ELSEWHERE = new Set(['dynamo', 'aot', 'pre_grad', 'post_grad', 'codegen', 'guards', 'phases']);

export function otherRecords(compilation: Compilation | null): {
  readonly listings: readonly ListingRecord[];
  readonly metrics: readonly Metric[];
} {
  const stages = compilation?.stages.filter((stage) => !SHOWN_ELSEWHERE.has(stage.stage)) ?? [];
  return {
    listings: stages.flatMap((stage) => stage.listings),
    metrics: stages.flatMap((stage) => stage.metrics),
  };
}

export function RecordsPanel() {
  const { compilation } = useModel();
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const { listings, metrics } = otherRecords(compilation.value);
  const texts = listings.filter((one) => !query || match(query, one.name));
  const numbers = metrics.filter((one) => !query || match(query, one.name));
  const { shown, more } = useMore(texts, 100);
  const rest = useMore(numbers, 100);
  if (listings.length + metrics.length === 0)
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
    </div>
  );
}
