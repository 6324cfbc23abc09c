/* Text search: every word of the query must be found; what starts a word ranks before what stands inside one. */

/** A hit: a rank, lower is better, and the ranges to light up. */
export interface Match {
  readonly rank: number;
  readonly ranges: readonly (readonly [number, number])[];
}

/** Looks for every word of `query` in `text`, ignoring case; null when one is missing. */
export function match(query: string, text: string): Match | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  const low = text.toLowerCase();
  const ranges: [number, number][] = [];
  let rank = 0;
  for (const word of words) {
    const at = find(low, word);
    if (at < 0) return null;
    ranges.push([at, at + word.length]);
    rank += startsWord(low, at) ? (at === 0 ? 0 : 1) : 2;
  }
  ranges.sort((a, b) => a[0] - b[0]);
  return { rank, ranges };
}

/** The first place where `word` starts a word, else the first place at all. */
function find(text: string, word: string): number {
  let at = text.indexOf(word);
  const first = at;
  while (at >= 0 && !startsWord(text, at)) at = text.indexOf(word, at + 1);
  return at >= 0 ? at : first;
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || /[^a-z0-9]/.test(text[at - 1]!);
}
