/* One small stream tokeniser, driven by a description of the language. A line at a time, with a state between lines. */

/** What a piece of text is. Weight, not hue, shows it. */
export type Style = 'keyword' | 'string' | 'comment' | 'number' | 'name' | 'type' | 'operand' | 'label' | 'directive';

export interface Token {
  readonly from: number;
  readonly to: number;
  readonly style: Style;
}

/** What a line ends inside of: a block comment or a long string, by the mark that closes it; `''` when in neither. */
export type LineState = string;

/** A language. Patterns are sticky (`y`): they are tried at a position, the first that fits wins. */
export interface Language {
  readonly keywords?: ReadonlySet<string>;
  readonly types?: ReadonlySet<string>;
  /** Starts of comments that end with the line. */
  readonly lineComments: readonly string[];
  /** Comments and strings that go on over lines: the start, the end, and how they look. */
  readonly blocks: readonly (readonly [start: string, end: string, style: Style])[];
  readonly quotes: string;
  /** More patterns, tried before words. */
  readonly patterns: readonly (readonly [RegExp, Style])[];
  /** Keywords after which the next word is a name that is defined. */
  readonly defines?: ReadonlySet<string>;
  readonly word: RegExp;
}

/** A longer line is data, not code: it stays plain. */
const LONGEST = 5000;

const NUMBER = /(?:0[xX][0-9a-fA-F]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?)[a-zA-Z]*/y;

/** The tokens of a line, and the state that the next line starts in. Plain text has no token. */
export function scanLine(
  language: Language,
  line: string,
  state: LineState,
): { readonly tokens: readonly Token[]; readonly state: LineState } {
  const tokens: Token[] = [];
  if (line.length > LONGEST) return { tokens, state };
  let at = 0;
  let open = state;
  let defining = false;
  if (open) at = close(language, line, 0, open, tokens);
  if (at < 0) return { tokens, state: open };
  open = '';
  while (at < line.length) {
    const char = line[at]!;
    if (char === ' ' || char === '\t') {
      at += 1;
      continue;
    }
    if (language.lineComments.some((mark) => line.startsWith(mark, at))) {
      tokens.push({ from: at, to: line.length, style: 'comment' });
      return { tokens, state: '' };
    }
    const block = language.blocks.find(([start]) => line.startsWith(start, at));
    if (block) {
      const end = line.indexOf(block[1], at + block[0].length);
      const to = end < 0 ? line.length : end + block[1].length;
      tokens.push({ from: at, to, style: block[2] });
      if (end < 0) return { tokens, state: block[1] };
      at = to;
      continue;
    }
    const special = firstMatch(language.patterns, line, at);
    if (special) {
      tokens.push({ from: at, to: special[0], style: special[1] });
      at = special[0];
      continue;
    }
    if (language.quotes.includes(char)) {
      const to = endOfString(line, at);
      tokens.push({ from: at, to, style: 'string' });
      at = to;
      continue;
    }
    const word = at0(language.word, line, at);
    if (word > at) {
      const text = line.slice(at, word);
      const style = defining ? 'name' : wordStyle(language, text);
      if (style) tokens.push({ from: at, to: word, style });
      defining = language.defines?.has(text) ?? false;
      at = word;
      continue;
    }
    const number = at0(NUMBER, line, at);
    if (number > at) tokens.push({ from: at, to: number, style: 'number' });
    at = Math.max(number, at + 1);
  }
  return { tokens, state: open };
}

/** All lines of a text, tokenised from its start. */
export function scan(language: Language, text: string): readonly (readonly Token[])[] {
  let state: LineState = '';
  return text.split('\n').map((line) => {
    const scanned = scanLine(language, line, state);
    state = scanned.state;
    return scanned.tokens;
  });
}

/** Finishes what an earlier line opened; the position after it, or -1 when this line does not close it. */
function close(language: Language, line: string, at: number, open: LineState, tokens: Token[]): number {
  const style = language.blocks.find(([, end]) => end === open)?.[2] ?? 'comment';
  const end = line.indexOf(open, at);
  const to = end < 0 ? line.length : end + open.length;
  if (to > at) tokens.push({ from: at, to, style });
  return end < 0 ? -1 : to;
}

function endOfString(line: string, start: number): number {
  const quote = line[start]!;
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === quote) return at + 1;
  }
  return line.length;
}

function at0(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : at;
}

function firstMatch(patterns: Language['patterns'], line: string, at: number): readonly [number, Style] | null {
  for (const [pattern, style] of patterns) {
    const to = at0(pattern, line, at);
    if (to > at) return [to, style];
  }
  return null;
}

function wordStyle(language: Language, word: string): Style | null {
  if (language.keywords?.has(word)) return 'keyword';
  return language.types?.has(word) ? 'type' : null;
}
