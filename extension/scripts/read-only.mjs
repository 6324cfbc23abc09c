/*
 * Leaves out of CodeMirror's view what only editing needs: every listing of the viewer is read-only. In JupyterLab, which
 * shares its own copy, nothing is left out.
 */

import { readFileSync } from 'node:fs';

/** Reached only when an editor may be changed: typed text, pasted and dropped text, and Android's way of typing. */
const PARTS = [
  'DOMReader',
  'EditContextManager',
  'applyDefaultInsert',
  'applyDOMChangeInner',
  'doPaste',
  'dropText',
  'findCompositionRange',
];
const HANDLERS = [
  'handlers.beforeinput',
  'handlers.dragstart',
  'handlers.dragend',
  'handlers.drop',
  'handlers.paste',
  'observers.compositionstart',
  'observers.compositionend',
];

/** Rules of the base theme for what is never drawn: cursors and selections of its own, panels, fields, dialogs. */
const UNSEEN = /cursor|blink|selection|panel|dialog|activeLine|specialChar|placeholder|button|textfield|vim|tooltip/i;
const RULE = /^ {4}"([^"\n]*)": \{(?:[^\n]*\},?|[^]*?^ {4}\},?)\n/gm;

const EMPTY = { class: (name) => `class ${name} {}`, function: (name) => `function ${name}() {}` };

export const readOnly = {
  name: 'read-only',
  setup: ({ onLoad }) =>
    onLoad({ filter: /@codemirror[\\/]view[\\/]dist[\\/]index\.js$/ }, ({ path }) => ({
      contents: without(readFileSync(path, 'utf8')),
      loader: 'js',
    })),
};

function without(text) {
  for (const name of PARTS) {
    text = swap(text, new RegExp(`^(class|function) ${name}\\b[^]*?^}$`, 'm'), (_, kind) => EMPTY[kind](name));
  }
  for (const name of HANDLERS) text = swap(text, new RegExp(`^${name.replace('.', '\\.')} = [^]*?^};$`, 'm'), '');
  text = swap(text, /^const baseTheme\$1 = [^]*?^\}/m, (theme) =>
    theme.replace(RULE, (rule, selector) => (UNSEEN.test(selector) ? '' : rule)),
  );
  return swap(text, 'window.EditContext && browser.android', 'false');
}

/** A newer CodeMirror that is written in another way stops the build here. */
function swap(text, part, other) {
  const swapped = text.replace(part, other);
  if (swapped === text) throw new Error(`CodeMirror's view holds no ${part}: see scripts/read-only.mjs`);
  return swapped;
}
