/* A listing without what hides its sense: casts, bounds checks, namespaces, frees. Line numbers stay those of the file. */

/** The lines that are kept, each with its number in the exact text, from 1. */
export interface Tidied {
  readonly text: string;
  readonly numbers: readonly number[];
}

type Clean = (line: string) => string | null;

/** The tidy form of a text in a language, or null when there is none for it. */
export function tidy(text: string, language: string): Tidied | null {
  const clean = { cpp: cleanCpp, python: cleanWrapper, triton: cleanTriton }[language];
  return clean ? keep(text, clean) : null;
}

function keep(text: string, clean: Clean): Tidied {
  const kept: string[] = [];
  const numbers: number[] = [];
  text.split('\n').forEach((line, at) => {
    const shown = clean(line);
    if (shown === null) return;
    kept.push(shown);
    numbers.push(at + 1);
  });
  return { text: shallow(kept).join('\n'), numbers };
}

/** Takes out indents that no line uses any more once its braces are gone. */
function shallow(lines: readonly string[]): readonly string[] {
  const open: number[] = [];
  return lines.map((line) => {
    const own = line.length - line.trimStart().length;
    while (open.length > 0 && open.at(-1)! >= own) open.pop();
    const depth = open.length;
    open.push(own);
    return '  '.repeat(depth) + line.trimStart();
  });
}

const DROPPED_CPP =
  /^\s*(?:#include\b.*|#pragma (?:GCC|omp) .*|[{}]\s*|std::atomic<int> .*|\w+_error_flag = .*|if\s*\(C10_LIKELY\(.*\)\)|)$/;

const cleanCpp: Clean = (line) => {
  if (DROPPED_CPP.test(line)) return null;
  return uncast(line)
    .replace(/\b(?:at::vec::|at::native::|std::|at::|c10::)/g, '')
    .replace(/(\d)L\b/g, '$1')
    .replace(/\bint64_t (\w+)=/g, '$1 = ')
    .replace(/,\s*(?:8|16)\)/g, ')')
    .replace(/VecMask<[^>]*>|Vectorized<float>(?=::)/g, (word) =>
      word.startsWith('Vec') && word.endsWith('float>') ? '' : word,
    )
    .replace(/(^|[^\w>])::(?=\w)/g, '$1')
    .replace(/\bfor\s*\(/, 'for (')
    .replace(/[ \t]+$/, '');
};

/** `static_cast<T>(x)` as `x`, also nested. */
function uncast(line: string): string {
  let text = line;
  for (let at = text.search(/static_cast<[^()]*>\(/); at >= 0; at = text.search(/static_cast<[^()]*>\(/)) {
    const open = text.indexOf('(', at);
    const shut = closing(text, open);
    if (shut < 0) return text;
    text = text.slice(0, at) + text.slice(open + 1, shut) + text.slice(shut + 1);
  }
  return text;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && (depth -= 1) === 0) return at;
  }
  return -1;
}

const DROPPED_PYTHON =
  /^\s*(?:#.*|del \w.*|assert_(?:size_stride|alignment)\(.*|args\.clear\(\)|with torch\..*guard.*|)$/;

const cleanWrapper: Clean = (line) => (DROPPED_PYTHON.test(line) ? null : line.replace(/;?\s*del \w+\s*(?:#.*)?$/, ''));

const cleanTriton: Clean = (line) => (/^\s*(?:#.*|)$/.test(line) ? null : line);
