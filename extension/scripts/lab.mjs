/* Builds the JupyterLab extension into the Python package: our sources by esbuild, then jupyter-builder around them. */

import { execFileSync } from 'node:child_process';
import { build } from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

await build({
  absWorkingDir: root,
  entryPoints: ['src/hosts/lab/index.ts'],
  outfile: 'lib/lab/index.js',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'info',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
  // What JupyterLab shares with its extensions: one copy of each, so that our editor marks work in its editors.
  external: ['@jupyterlab/*', '@lumino/*', '@codemirror/state', '@codemirror/view', '@codemirror/language'],
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
