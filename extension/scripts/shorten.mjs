/*
 * The names of properties that only CodeMirror uses, a sixteenth of the bundle where CodeMirror is in it: esbuild may
 * shorten them. In JupyterLab, which shares its own copy, they stay.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './options.mjs';

const modules = join(root, 'node_modules');

/** Names of a browser that TypeScript's library does not list: what a browser reads or calls by name. */
const OF_A_BROWSER = /^(Moz|Webkit|EditContext$|textupdate$|textformatupdate$|characterboundsupdate$)/;

/**
 * A pattern of all names that may be shortened: those that CodeMirror reads as properties, and that neither the language
 * and the browser know, nor our sources, nor another package of the bundle, nor any text that could be used as a key.
 */
export function shortened() {
  const editor = texts('@codemirror/view', '@codemirror/state', '@codemirror/merge');
  const others = texts('preact', '@preact', 'style-mod', 'w3c-keyname', 'crelt', '@marijn');
  const ours = under(join(root, 'src'), /\.tsx?$/);
  const library = under(join(modules, 'typescript', 'lib'), /^lib\..*\.d\.ts$/);
  const taken = new Set([...matches(others + ours + library, /[\w$]+/g), ...matches(editor, /["'`]([\w$]+)["'`]/g)]);
  const names = new Set(matches(editor, /\.([A-Za-z_]\w{2,})/g));
  const free = [...names].filter((name) => !taken.has(name) && !OF_A_BROWSER.test(name));
  return new RegExp(`^(${free.sort().join('|')})$`);
}

function texts(...packages) {
  return packages.map((name) => under(join(modules, name), /\.m?js$/)).join('\n');
}

function under(folder, pattern) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

function matches(text, pattern) {
  return [...text.matchAll(pattern)].map((found) => found[1] ?? found[0]);
}
