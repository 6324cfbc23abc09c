/* How the fields of the document are described: read from the short texts that are generated from its JSON Schema. */

import { SHAPES } from './generated';

/** A field: the JSON types it may have, the record or items inside, its closed list of values, and its default. */
export interface Shape {
  readonly kinds: readonly string[];
  readonly record?: string;
  readonly of?: Shape;
  readonly values?: readonly string[];
  readonly value?: unknown;
}

const KINDS: Readonly<Record<string, string>> = { s: 'string', n: 'number', b: 'boolean' };
const known = new Map<string, ReadonlyMap<string, Shape>>();

/** The fields of a record. */
export function fieldsOf(record: string): ReadonlyMap<string, Shape> {
  let fields = known.get(record);
  if (!fields) known.set(record, (fields = new Map((SHAPES[record] ?? '').split(',').filter(Boolean).map(readField))));
  return fields;
}

function readField(text: string): [string, Shape] {
  const [, name, code, value] = /^(\w+):([^=]+)(?:=(.*))?$/.exec(text)!;
  const shape = readType(code!);
  return [name!, value === undefined ? shape : { ...shape, value: JSON.parse(value) as unknown }];
}

/** `s`, `n`, `b`, `[items`, `{values`, `@Record`, `(one|other)`; several letters are a union, `?` in front allows null. */
function readType(code: string): Shape {
  const rest = code.slice(1);
  switch (code[0]) {
    case '?': {
      const shape = readType(rest);
      return { ...shape, kinds: [...shape.kinds, 'null'] };
    }
    case '[':
      return { kinds: ['array'], of: readType(rest) };
    case '{':
      return { kinds: ['map'], of: readType(rest) };
    case '@':
      return { kinds: ['object'], record: rest };
    case '(':
      return { kinds: ['string'], values: rest.slice(0, -1).split('|') };
    default:
      return { kinds: [...code].map((letter) => KINDS[letter] ?? letter) };
  }
}
