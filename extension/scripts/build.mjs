/* Builds the hosts that need no JupyterLab, and the style sheet, into the Python package. */

import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(root, '..', 'explorer', 'static');
const common = {
  bundle: true,
  minify: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'info',
  absWorkingDir: root,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
};

const targets = [
  { entryPoints: ['src/hosts/widget.ts'], format: 'esm', outfile: join(out, 'widget.js') },
  { entryPoints: ['src/hosts/page.ts'], format: 'iife', outfile: join(out, 'page.js') },
  { entryPoints: ['style/index.css'], outfile: join(out, 'viewer.css') },
];
for (const target of targets.filter((one) => existsSync(join(root, one.entryPoints[0])))) {
  await build({ ...common, ...target });
}
