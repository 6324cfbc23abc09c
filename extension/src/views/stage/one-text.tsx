/* One text of a stage with its lines linked: a graph as torch printed it, or a listing. */

import { useModel } from '../../model';
import type { Graph, Listing as ListingRecord } from '../../report';
import { Listing } from '../listing';
import { anchorLines, callNotes, graphLines, type LineRefs } from '../listing/marks';

/** A graph's own text, or a listing. */
export function OneText({ record, tidy }: { readonly record: Graph | ListingRecord; readonly tidy?: boolean }) {
  const { index } = useModel();
  const isListing = 'language' in record;
  const refsOf = (lines: number): LineRefs =>
    isListing ? anchorLines(record.anchors, record.first_line, lines) : graphLines(record);
  return (
    <Listing
      key={record.ref}
      label={record.name.replaceAll('_', ' ')}
      textKey={record.text ?? ''}
      language={isListing ? record.language : 'python'}
      firstLine={isListing ? record.first_line : 1}
      tidy={tidy}
      refsOf={refsOf}
      notesOf={(refs) => callNotes(index.value, refs)}
    />
  );
}
