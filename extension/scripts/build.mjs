/* Builds the hosts that need no JupyterLab, and the style sheet, into the Python package. */

import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { options, root } from './options.mjs';

const out = join(root, '..', 'explorer', 'static');
const common = { ...options, minify: true, logLevel: 'info' };

const targets = [
  { entryPoints: ['src/hosts/widget.ts'], format: 'esm', outfile: join(out, 'widget.js') },
  { entryPoints: ['src/hosts/page.ts'], format: 'iife', outfile: join(out, 'page.js') },
  { entryPoints: ['style/index.css'], outfile: join(out, 'viewer.css') },
];
for (const target of targets.filter((one) => existsSync(join(root, one.entryPoints[0])))) {
  await build({ ...common, ...target });
}
