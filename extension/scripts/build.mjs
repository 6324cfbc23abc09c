/* Builds the hosts that need no JupyterLab, and the style sheet, into the Python package. */

import { build } from 'esbuild';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { options, root } from './options.mjs';
import { readOnly } from './read-only.mjs';
import { shortened } from './shorten.mjs';

const out = join(root, '..', 'explorer', 'static');
const common = { ...options, minify: true, mangleProps: shortened(), plugins: [readOnly], logLevel: 'info' };

const targets = [
  { entryPoints: ['src/hosts/widget.ts'], format: 'esm', outfile: join(out, 'widget.js') },
  { entryPoints: ['src/hosts/page.ts'], format: 'iife', outfile: join(out, 'page.js') },
  { entryPoints: ['style/index.css'], outfile: join(out, 'viewer.css') },
];
for (const target of targets.filter((one) => existsSync(join(root, one.entryPoints[0])))) {
  await build({ ...common, ...target });
}

/** A widget is saved in every notebook that shows one, so its size has a limit, in bytes. */
const LIMIT = 450_000;
const size = statSync(join(out, 'widget.js')).size;
if (size > LIMIT) {
  console.error(`widget.js has ${size} bytes, more than ${LIMIT}.`);
  process.exitCode = 1;
}
