/* The generated code as blocks that fold: a block for each kernel, then the wrapper that calls them. */

import { useState } from 'preact/hooks';
import { useModel } from '../../model';
import { plural, visible } from '../../lib/format';
import type { ColumnData, Kernel, Listing } from '../../report';
import { Empty } from '../parts/say';
import { OneText } from './one-text';

const LANGUAGES: Readonly<Record<string, string>> = {
  cpp: 'C++',
  triton: 'Triton',
  python: 'Python',
  extern: 'extern',
};

/** No more blocks open by themselves. */
const OPENED = 4;

export function CodeStack({ data }: { readonly data: ColumnData }) {
  const { linked, selected, followed, state } = useModel();
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map());
  const blocks = inOrder(data.listings);
  if (blocks.length === 0) return <Empty title="No code">This compile made no code of its own.</Empty>;
  const lit = (listing: Listing) =>
    touches(listing, data.kernels, (ref) => selected.value.has(ref) || linked.value.has(ref));
  const follows = (listing: Listing) => touches(listing, data.kernels, (ref) => followed.value.has(ref));
  const chosen = blocks.filter((listing) => listing.name !== 'module' && follows(listing)).slice(0, OPENED);
  const opened = chosen.length > 0 ? chosen : blocks.slice(0, 1);
  return (
    <div class="ce-stack">
      {blocks.map((listing) => {
        const open = folded.get(listing.ref) ?? opened.includes(listing);
        return (
          <div key={listing.ref} class="ce-blk-outer">
            <button
              type="button"
              class="ce-blk"
              aria-expanded={open}
              data-mark={lit(listing) ? 'linked' : undefined}
              onClick={() => setFolded(new Map(folded).set(listing.ref, !open))}
            >
              <span class="ce-blk-name">{visible(titleOf(listing))}</span>
              <span class="ce-note">{kindOf(listing, data.kernels)}</span>
            </button>
            {open && <OneText record={listing} tidy={state.options.value.tidy && listing.name !== 'module'} />}
          </div>
        );
      })}
    </div>
  );
}

/** The kernels, then the wrapper that calls them, then the file as it lies on the disk. */
function inOrder(listings: readonly Listing[]): readonly Listing[] {
  const rank = ({ name }: Listing) => (name === 'module' ? 2 : name === 'wrapper' ? 1 : 0);
  return [...listings].sort((a, b) => rank(a) - rank(b));
}

function titleOf(listing: Listing): string {
  return listing.name === 'wrapper' ? 'call' : listing.name === 'module' ? 'the whole file' : listing.name;
}

function kindOf(listing: Listing, kernels: readonly Kernel[]): string {
  if (listing.name === 'wrapper') return 'wrapper';
  const kernel = kernels.find((one) => one.listing === listing.ref);
  const language = LANGUAGES[listing.language] ?? listing.language;
  return kernel ? `${language}, ${plural(kernel.calls.length, 'call')}` : language;
}

/** Whether a listing holds something for which `lit` is true: its kernel, a call of it, or an anchor. */
function touches(listing: Listing, kernels: readonly Kernel[], lit: (ref: string) => boolean): boolean {
  const kernel = kernels.find((one) => one.listing === listing.ref);
  if (lit(listing.ref) || (kernel && (lit(kernel.ref) || kernel.calls.some((call) => lit(call.ref))))) return true;
  return listing.name === 'wrapper' && listing.anchors.some((anchor) => lit(anchor.ref));
}
