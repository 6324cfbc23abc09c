/* Writes dev/index.html: the viewer with a report inlined, to look at. `npm run dev -- report.json [out.html]`. */

import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { options as common, root } from './options.mjs';

const [report, out = join(root, 'dev', 'index.html')] = process.argv.slice(2);
if (!report) {
  console.error('Name a report: npm run dev -- report.json');
  process.exit(2);
}

const options = { ...common, write: false };
const [page, style] = await Promise.all([
  build({ ...options, entryPoints: ['src/hosts/page.ts'], format: 'iife' }),
  build({ ...options, entryPoints: ['style/index.css'] }),
]);
const json = JSON.stringify(JSON.parse(readFileSync(resolve(report), 'utf8'))).replaceAll('<', '\\u003c');
const code = page.outputFiles[0].text.replaceAll('</script', '<\\/script');
mkdirSync(dirname(resolve(out)), { recursive: true });
writeFileSync(
  resolve(out),
  `<!doctype html><meta charset="utf-8"><title>Compile explorer</title>
<style>html,body{margin:0;height:100%}#ce-viewer{height:100vh}${style.outputFiles[0].text}</style>
<div id="ce-viewer" hidden></div>
<script type="application/json" id="ce-report">${json}</script>
<script>${code}</script>`,
);
console.log(resolve(out));
