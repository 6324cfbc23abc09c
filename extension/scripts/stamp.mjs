/* Notes which sources the built files were made from, so that a check can tell without node when they are older. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './options.mjs';

/** What the built files depend on. `tests/test_front_end.py` reads the same list. */
const SOURCES = ['package-lock.json', 'package.json', 'schema', 'scripts', 'src', 'style'];

const files = SOURCES.flatMap(under)
  .map((path) => relative(root, path).split(sep).join('/'))
  .sort();
const hash = createHash('sha256');
for (const file of files) {
  hash.update(`${file}\n`);
  hash.update(
    createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex'),
  );
}
const stamp = { sources: SOURCES, sha256: hash.digest('hex') };
writeFileSync(join(root, '..', 'explorer', 'static', 'sources.json'), `${JSON.stringify(stamp, null, 1)}\n`);

function under(name) {
  try {
    return readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [join(root, name)];
    throw error;
  }
}
