/* Opens a document: fills in what the JSON leaves out, and turns what does not fit into a default and a problem. */

import type { Report } from './generated';
import { fieldsOf, type Shape } from './shape';

/** The schema that this viewer reads. */
export const SCHEMA = 1;

/** A document that can be relied on, and what of it could not be read (each entry is a path and what was wrong). */
export interface Opened {
  readonly report: Report;
  readonly problems: readonly string[];
}

/** Why a document is not opened at all. */
export class ReportError extends Error {}

/** Opens a decoded document. Throws `ReportError` when it is not a report or is of a newer schema. */
export function openReport(raw: unknown): Opened {
  if (!isMap(raw) || !('schema' in raw) || !('program' in raw)) throw new ReportError('This is not a report.');
  const schema = raw['schema'];
  if (typeof schema !== 'number') throw new ReportError('This is not a report: its schema is not a number.');
  if (schema > SCHEMA) {
    throw new ReportError(`This report has schema ${schema}; this viewer reads up to ${SCHEMA}. Update the extension.`);
  }
  const problems: string[] = [];
  return { report: fill('Report', raw, '', problems) as unknown as Report, problems };
}

type Fields = Record<string, unknown>;

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fill(record: string, raw: Fields, path: string, problems: string[]): Fields {
  const made: Fields = {};
  for (const [field, shape] of fieldsOf(record)) {
    const value = Object.hasOwn(raw, field) ? raw[field] : undefined;
    made[field] = value === undefined ? missing(shape) : read(shape, value, `${path}.${field}`, problems);
  }
  return made;
}

/** `value` as the shape says, or the default with a note in `problems`. */
function read(shape: Shape, value: unknown, path: string, problems: string[]): unknown {
  const kind = kindOf(shape, value);
  if (kind === null || (shape.values && kind !== 'null' && !shape.values.includes(value as string))) {
    if (problems.length < 20) problems.push(`${path.slice(1)} cannot be read`);
    return missing(shape);
  }
  if (kind === 'object') return fill(shape.record!, value as Fields, path, problems);
  if (kind === 'array') return readItems(shape.of!, value as unknown[], path, problems);
  if (kind === 'map') return readMap(shape.of!, value as Fields, path, problems);
  return value;
}

function readItems(of: Shape, items: unknown[], path: string, problems: string[]): unknown[] {
  return items.map((item, at) => read(of, item, `${path}[${at}]`, problems));
}

/** A map has no prototype, so that a key such as `__proto__` is only a key. */
function readMap(of: Shape, map: Fields, path: string, problems: string[]): Fields {
  const made = Object.create(null) as Fields;
  for (const key of Object.keys(map)) made[key] = read(of, map[key], `${path}.${key}`, problems);
  return made;
}

function kindOf(shape: Shape, value: unknown): string | null {
  const fits = (kind: string): boolean => {
    if (kind === 'null') return value === null;
    if (kind === 'array') return Array.isArray(value);
    if (kind === 'object' || kind === 'map') return isMap(value);
    return typeof value === kind;
  };
  return shape.kinds.find(fits) ?? null;
}

function missing(shape: Shape): unknown {
  if ('value' in shape) return shape.value;
  if (shape.kinds.includes('null')) return null;
  if (shape.values) return shape.values[0];
  const empty: Fields = { string: '', number: 0, boolean: false, array: [], map: {} };
  const kind = shape.kinds[0] ?? 'string';
  return kind === 'object' ? fill(shape.record!, {}, '', []) : empty[kind];
}
