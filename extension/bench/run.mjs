/*
 * The bench of drawing graphs: `npm run bench [-- NODES …]`. Prints our layout, first frame and panning in headless
 * Chromium, and dagre and elkjs on the same graph under node, each given up after a minute. `CHROMIUM` names a browser.
 */

import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { benchReport } from './graph.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'graph-bench-'));
const GIVEN_UP = 60_000;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const browsers = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].filter(
  (path) => path && existsSync(path),
);

const counts = process.argv
  .slice(2)
  .filter((word) => /^\d+$/.test(word))
  .map(Number);
const others = !process.argv.includes('--own');
await buildPage();
for (const count of counts.length > 0 ? counts : [100, 1000, 10_000]) {
  console.log(`\n${count} nodes`);
  await own(count);
  if (others) for (const library of ['dagre', 'elkjs']) other(library, count);
}

async function buildPage() {
  const options = {
    bundle: true,
    minify: true,
    logLevel: 'error',
    outdir: folder,
    jsx: 'automatic',
    jsxImportSource: 'preact',
  };
  await build({ ...options, entryPoints: [join(here, 'page.tsx')], format: 'iife' });
  await build({ ...options, entryPoints: { style: join(here, '..', 'style', 'index.css') } });
}

async function own(count) {
  const read = (name) => readFileSync(join(folder, name), 'utf8');
  const report = JSON.stringify(benchReport(count)).replaceAll('<', '\\u003c');
  const file = join(folder, `${count}.html`);
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><style>${read('style.css')} #app { height: 800px }</style>` +
      `<div class="ce-root" data-theme="light"><div class="ce" id="app"></div></div>` +
      `<script type="application/json" id="report">${report}</script><script>${read('page.js').replaceAll('</script', '<\\/script')}</script>`,
  );
  const browser = await chromium.launch({ executablePath: browsers[0], args: FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
    await page.goto(pathToFileURL(file).href);
    const laid = await page.evaluate(() => window.timeLayout());
    row('ours, layout', laid.layout, `${laid.boxes} boxes, ${laid.edges} edges; again ${ms(laid.again)}`);
    row('  before: groups, plan', laid.outline + laid.plan);
    const drawn = await page.evaluate(() => window.timeDrawing(60));
    row('  first frame', drawn.first);
    row('  panning, a frame', middle(drawn.near), `slowest ${ms(drawn.near.at(-1))}`);
    row('  panning from afar', middle(drawn.far), `slowest ${ms(drawn.far.at(-1))}`);
  } finally {
    await browser.close();
  }
}

function other(library, count) {
  const run = spawnSync(
    process.execPath,
    ['--max-old-space-size=4096', join(here, 'others.mjs'), library, String(count)],
    {
      timeout: GIVEN_UP,
      encoding: 'utf8',
    },
  );
  if (run.status === 0) row(`${library}, layout`, JSON.parse(run.stdout).ms);
  else
    row(
      `${library}, layout`,
      null,
      run.error?.code === 'ETIMEDOUT' ? `given up after ${GIVEN_UP / 1000} s` : failure(run),
    );
}

/** The line of an error that says what went wrong. */
function failure({ stderr }) {
  return `failed: ${/^.*Error: .*$/m.exec(stderr)?.[0].slice(0, 80) ?? 'no message'}`;
}

function middle(sorted) {
  return sorted[Math.floor(sorted.length / 2)];
}

function ms(value) {
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`;
}

function row(name, value, note = '') {
  console.log(`  ${name.padEnd(24)}${(value === null ? '—' : ms(value)).padStart(10)}${note && `   ${note}`}`);
}
