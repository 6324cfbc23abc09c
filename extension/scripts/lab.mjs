/* Builds the JupyterLab extension into the Python package: our sources by esbuild, then jupyter-builder around them. */

import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { options, root } from './options.mjs';

await build({
  ...options,
  entryPoints: ['src/hosts/lab/index.ts'],
  outfile: 'lib/lab/index.js',
  format: 'esm',
  minify: true,
  logLevel: 'info',
  // What JupyterLab shares with its extensions: one copy of each, so that our marks work in its editors.
  external: ['@jupyterlab/*', '@lumino/*', '@codemirror/state', '@codemirror/view'],
});
try {
  execFileSync('jupyter-builder', ['build', '.'], { cwd: root, stdio: 'inherit' });
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
  console.error(
    'jupyter-builder is not on the path: pip install "jupyter-builder>=1.3", and activate that environment.',
  );
  process.exit(2);
}
