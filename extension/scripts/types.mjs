/* Writes src/report/generated.ts from the document's JSON Schema; with --check, fails when the file is stale. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, '..', 'src', 'report', 'generated.ts');

const generated = await pretty(write(readSchema()));
if (!process.argv.includes('--check')) {
  writeFileSync(target, generated);
} else if (current() !== generated) {
  console.error('src/report/generated.ts is older than the document. Run: npm run types');
  process.exit(1);
}

/** The schema that the Python package prints. `PYTHON` names the interpreter, by default the one on the path. */
function readSchema() {
  const python = process.env.PYTHON ?? 'python';
  const options = { cwd: join(here, '..', '..'), encoding: 'utf8', maxBuffer: 1 << 24 };
  try {
    return JSON.parse(execFileSync(python, ['-m', 'explorer.report.schema'], options));
  } catch (error) {
    console.error(
      `The schema could not be read with ${python}; set PYTHON to one that has the package.\n${error.message}`,
    );
    process.exit(2);
  }
}

function current() {
  try {
    return readFileSync(target, 'utf8');
  } catch {
    return '';
  }
}

async function pretty(text) {
  return format(text, { ...(await resolveConfig(target)), filepath: target });
}

function write(schema) {
  const records = Object.entries(schema.$defs).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '/* The document as TypeScript. Generated from its JSON Schema by `npm run types`: do not edit. */',
    "import type { Shape } from './shape';",
    ...records.map(([name, record]) => declaration(name, record)),
    '/** What each field of each record holds, and what it is when the JSON leaves it out. */',
    `export const SHAPES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = ${JSON.stringify(shapes(records))};`,
  ].join('\n\n');
}

function declaration(name, record) {
  const fields = Object.entries(record.properties ?? {}).map(
    ([field, type]) => `  readonly ${field}: ${typeOf(type)};`,
  );
  return `${comment(record.description)}export interface ${name} {\n${fields.join('\n')}\n}`;
}

function comment(text) {
  return text
    ? `/**\n${text
        .replaceAll('``', '`')
        .split('\n')
        .map((line) => ` * ${line}`.trimEnd())
        .join('\n')}\n */\n`
    : '';
}

function typeOf(type) {
  if (type.$ref) return type.$ref.split('/').pop();
  if (type.anyOf) return type.anyOf.map(typeOf).join(' | ');
  if (type.enum) return type.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (type.type === 'array') return `readonly (${typeOf(type.items)})[]`;
  if (type.type === 'object') return `Readonly<Record<string, ${typeOf(type.additionalProperties)}>>`;
  return type.type === 'integer' ? 'number' : type.type;
}

/** The same types as data: `kinds` are JSON types, `record` or `of` say what is inside, `value` is the default. */
function shapes(records) {
  return Object.fromEntries(
    records.map(([name, record]) => [
      name,
      Object.fromEntries(
        Object.entries(record.properties ?? {}).map(([field, type]) => [
          field,
          'default' in type ? { ...shapeOf(type), value: type.default } : shapeOf(type),
        ]),
      ),
    ]),
  );
}

function shapeOf(type) {
  if (type.$ref) return { kinds: ['object'], record: typeOf(type) };
  if (type.anyOf) {
    const parts = type.anyOf.map(shapeOf);
    return Object.assign({}, ...parts, { kinds: [...new Set(parts.flatMap((part) => part.kinds))] });
  }
  if (type.enum) return { kinds: [typeof type.enum[0]], values: type.enum };
  if (type.type === 'array') return { kinds: ['array'], of: shapeOf(type.items) };
  if (type.type === 'object') return { kinds: ['map'], of: shapeOf(type.additionalProperties) };
  return { kinds: [type.type === 'integer' ? 'number' : type.type] };
}
