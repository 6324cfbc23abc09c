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
    ...records.map(([name, record]) => declaration(name, record)),
    '/** What each field of each record holds, and what it is when the JSON leaves it out; see `shape.ts`. */',
    `export const SHAPES: Readonly<Record<string, string>> = ${JSON.stringify(shapes(records))};`,
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

/** The same types as short texts, one a record: `end:?n,line:n,noise:b=false`. `shape.ts` reads them. */
function shapes(records) {
  return Object.fromEntries(
    records.map(([name, record]) => [
      name,
      Object.entries(record.properties ?? {})
        .map(([field, type]) => `${field}:${code(type)}${fallback(type)}`)
        .join(','),
    ]),
  );
}

/** A default is written where it is not what anybody would expect: nothing in it, or null. */
function fallback(type) {
  const value = type.default;
  return value === undefined || value === null || typeof value === 'object' ? '' : `=${JSON.stringify(value)}`;
}

function code(type) {
  if (type.$ref) return `@${typeOf(type)}`;
  if (type.anyOf) return codes(type.anyOf.map(code));
  if (type.enum) return `(${type.enum.join('|')})`;
  if (type.type === 'array') return `[${code(type.items)}`;
  if (type.type === 'object') return `{${code(type.additionalProperties)}`;
  return { string: 's', integer: 'n', number: 'n', boolean: 'b', null: '?' }[type.type];
}

/** A union: `?` in front says that it may be null, then each other part once. */
function codes(parts) {
  const others = [...new Set(parts)].filter((part) => part !== '?');
  return (parts.includes('?') ? '?' : '') + others.join('');
}
