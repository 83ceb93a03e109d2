// The build's parts with their inputs, and the check whether each is up to date. It imports little, because `npm
// start` loads it before the server.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const SHARED = ['contract', 'package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build.mjs'];

/** Inputs and outputs, relative to the root. */
export const PARTS = {
  web: {
    inputs: [
      ...SHARED,
      'src',
      'i18n',
      'public',
      'types',
      'webpack.config.ts',
      '.babelrc',
      'scripts/pageFields.ts',
      'scripts/pageParts.ts',
      'scripts/sourceRules.ts',
      'scripts/subsetFont.mjs',
      'scripts/textParts.ts',
    ],
    output: 'build/public/index.html',
    announcement: 'Building the dashboard (only when its sources changed; about a minute) …',
  },
  server: {
    inputs: [...SHARED, 'server'],
    output: 'build/server/main.js',
    announcement: 'Building the server …',
  },
};

const filesBelow = (name) => {
  const full = path.join(ROOT, name);
  if (!existsSync(full)) return [];
  const entries = readdirSync(full, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
};

/** Hashes the contents of all inputs, because file times mean nothing after a checkout. */
export const hashOf = (part) => {
  const hash = createHash('sha256');
  for (const input of PARTS[part].inputs) {
    const full = path.join(ROOT, input);
    const files = path.extname(input) || input.startsWith('.') ? [full] : filesBelow(input).sort();
    for (const file of files.filter((one) => existsSync(one))) {
      hash
        .update(`${path.relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
};

const hashesOf = (part) => path.join(ROOT, 'build', `${part}.hash`);

/** Records the inputs' hash of a finished part. */
export const stamp = (part, hash) => {
  mkdirSync(path.join(ROOT, 'build'), { recursive: true });
  writeFileSync(hashesOf(part), hash);
};

export const isFresh = (part) =>
  existsSync(path.join(ROOT, PARTS[part].output)) &&
  existsSync(hashesOf(part)) &&
  readFileSync(hashesOf(part), 'utf8') === hashOf(part);

/** Builds the outdated parts in a child process, which frees its memory at the end. Exits this process on failure. */
export const ensureBuilt = (...parts) => {
  const stale = parts.filter((part) => !isFresh(part));
  if (stale.length === 0) return;
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build.mjs'), ...stale], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
};
