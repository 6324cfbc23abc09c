/* What a search finds: everything that has a name or a text, by kind, in the order of the pipeline. No DOM. */

import { match } from '../../lib/match';
import { dynamoGraphs, lineRef, showPlace, type Entity, type Report, type ReportIndex } from '../../report';

/** A hit: what it shows, where it stands, and what it selects. */
export interface Hit {
  readonly ref: string;
  readonly text: string;
  readonly where: string;
  readonly compile: string | null;
  readonly ranges: readonly (readonly [number, number])[];
  readonly rank: number;
}

export interface Kind {
  readonly name: string;
  readonly title: string;
  readonly hits: readonly Hit[];
}

/** A part of the query with a meaning of its own: `line:25`, `graph:2`. */
interface Query {
  readonly words: string;
  readonly line: number | null;
  readonly graph: number | null;
}

export function parseQuery(text: string): Query {
  let [line, graph]: [number | null, number | null] = [null, null];
  const words = text.replace(/\b(line|graph):(\d+)/g, (_, name: string, number: string) => {
    if (name === 'line') line = Number(number);
    else graph = Number(number);
    return ' ';
  });
  return { words: words.trim(), line, graph };
}

const TITLES: readonly (readonly [string, string])[] = [
  ['code', 'Your code'],
  ['finding', 'Findings'],
  ['node', 'Graph nodes'],
  ['kernel', 'Kernels'],
  ['generated', 'Generated code'],
  ['guard', 'Guards'],
  ['step', 'Steps'],
  ['span', 'Phases'],
  ['metric', 'Numbers'],
];

/** No kind looks at more hits than this. */
const MOST = 500;

/** Searches the whole document. `texts` are those that are at hand. */
export function search(
  report: Report,
  index: ReportIndex,
  numbers: ReadonlyMap<string, number>,
  text: string,
): readonly Kind[] {
  const query = parseQuery(text);
  if (query.words === '' && query.line === null) return [];
  const found = new Map<string, Hit[]>(TITLES.map(([name]) => [name, []]));
  const take = (kind: string, hit: Omit<Hit, 'ranges' | 'rank'>, line: number | null) => {
    const hits = found.get(kind)!;
    if (hits.length >= MOST || (query.line !== null && line !== query.line)) return;
    if (query.graph !== null && numbers.get(hit.compile ?? '') !== query.graph) return;
    const matched = query.words === '' ? { rank: 0, ranges: [] } : match(query.words, hit.text);
    if (matched) hits.push({ ...hit, ...matched });
  };
  takeSource(report, take);
  for (const entity of index.entities.values()) {
    const shown = showEntity(entity, report.program.cwd);
    if (shown) take(shown.kind, { ref: entity.ref, compile: entity.compilation?.key ?? null, ...shown }, shown.line);
  }
  takeCode(report, take);
  return TITLES.map(([name, title]) => ({
    name,
    title,
    hits: found.get(name)!.sort((a, b) => a.rank - b.rank),
  })).filter((kind) => kind.hits.length > 0);
}

type Take = (kind: string, hit: Omit<Hit, 'ranges' | 'rank'>, line: number | null) => void;

/** Lines of the user's files that a compile has to do with, in the files it reached. */
function takeSource(report: Report, take: Take): void {
  const compiled = new Map<string, string>();
  for (const compilation of report.compilations) {
    for (const node of dynamoGraphs(compilation).flatMap((graph) => graph.nodes)) {
      if (node.place?.line != null) compiled.set(lineRef(node.place.file, node.place.line), compilation.key);
    }
  }
  for (const source of report.sources) {
    const text = source.text === null ? undefined : report.texts[source.text];
    if (source.library || text === undefined) continue;
    text.split('\n').forEach((line, at) => {
      const ref = lineRef(source.file, at + 1);
      const place = { ...NO_PLACE, ...source, line: at + 1 };
      const where = showPlace(place, report.program.cwd);
      if (line.trim() !== '')
        take('code', { ref, text: line.trim(), where, compile: compiled.get(ref) ?? null }, at + 1);
    });
  }
}

const NO_PLACE = { column: null, end_column: null, end_line: null, function: null, source: null };

/** Lines of the kernels and the wrapper; the whole file would give each of them twice. */
function takeCode(report: Report, take: Take): void {
  for (const compilation of report.compilations) {
    for (const stage of compilation.stages) {
      if (stage.stage !== 'codegen') continue;
      for (const listing of stage.listings) {
        const text = report.texts[listing.text];
        if (listing.name === 'module' || text === undefined) continue;
        text.split('\n').forEach((line, at) => {
          const number = at + listing.first_line;
          const anchors = listing.anchors.filter((one) => one.line <= number && number <= (one.end ?? one.line));
          const ref = anchors.at(-1)?.ref ?? listing.ref;
          const where = `${listing.name}, line ${number}`;
          if (!/^\s*(?:#.*)?$/.test(line))
            take('generated', { ref, text: line.trim(), where, compile: compilation.key }, null);
        });
      }
    }
  }
}

interface Shown {
  readonly kind: string;
  readonly text: string;
  readonly where: string;
  readonly line: number | null;
}

function showEntity(entity: Entity, cwd: string | null): Shown | null {
  const stage = entity.stage?.stage.replaceAll('_', '-') ?? '';
  switch (entity.kind) {
    case 'node': {
      if (entity.ref.includes('/before_node.')) return null;
      const { name, target, place } = entity.record;
      const at = place?.line != null ? `, line ${place.line}` : '';
      const text = name === target ? name : `${name} ${target}`;
      return {
        kind: 'node',
        text,
        where: `${stage === 'dynamo' ? 'FX graph' : stage}${at}`,
        line: place?.line ?? null,
      };
    }
    case 'kernel':
      return { kind: 'kernel', text: entity.name, where: entity.record.language, line: null };
    case 'guard': {
      const { source, expression, place } = entity.record;
      const where = place?.line != null ? `because of line ${place.line}` : entity.record.kind;
      return {
        kind: 'guard',
        text: `${source ?? ''} ${expression}`.trim().slice(0, 300),
        where,
        line: place?.line ?? null,
      };
    }
    case 'finding': {
      const place = entity.record.user_place ?? entity.record.place;
      const text = `${entity.record.title} ${entity.record.code}`;
      return {
        kind: 'finding',
        text,
        where: place ? showPlace(place, cwd) : entity.record.kind,
        line: place?.line ?? null,
      };
    }
    case 'step':
      return { kind: 'step', text: entity.name, where: stage, line: entity.record.place?.line ?? null };
    case 'span':
      return { kind: 'span', text: entity.name.replaceAll('_', ' '), where: 'timeline', line: null };
    case 'metric':
      return { kind: 'metric', text: entity.name, where: stage, line: null };
    default:
      return null;
  }
}
