/* How esbuild makes the hosts that need no JupyterLab. */

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The merge view can colour what was deleted with a full grammar. Ours never does, and the two packages that it would
 * need are a tenth of the bundle: what it imports of them is empty here.
 */
const grammars = join(root, 'scripts', 'no-grammars.mjs');

export const options = {
  bundle: true,
  target: 'es2022',
  legalComments: 'none',
  charset: 'utf8',
  absWorkingDir: root,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: {
    '@codemirror/language': grammars,
    '@lezer/highlight': grammars,
    '@marijn/find-cluster-break': join(root, 'scripts', 'cluster-break.mjs'),
  },
};
