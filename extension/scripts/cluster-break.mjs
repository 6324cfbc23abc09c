/* Where a character as people see it ends, asked of the browser in place of a table of its own; see `options.mjs`. */

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function findClusterBreak(text, at, forward = true) {
  const found = graphemes.segment(text).containing(forward ? at : at - 1);
  if (!found) return forward ? text.length : 0;
  return forward ? found.index + found.segment.length : found.index;
}
