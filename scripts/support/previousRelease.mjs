import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './parts.mjs';

/** The last migration of the last release, until releases have tags. */
const RELEASED = '0019_unseen.sql';
const MIGRATIONS = 'server/db/migrations/';
const MIGRATE = 'server/db/migrate.ts';
/** Old releases contain this error text: they refuse every store with newer migrations. */
const REFUSAL = 'a newer one made the store';

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const attempt = (work) => {
  try {
    return work();
  } catch {
    return null;
  }
};

const newestMigration = (commit) =>
  git('ls-tree', '--name-only', commit, MIGRATIONS)
    .split('\n')
    .filter((file) => file.endsWith('.sql'))
    .map((file) => path.basename(file))
    .sort()
    .at(-1) ?? '';

const findPrevious = (named) => {
  if (named) return git('rev-parse', '--verify', `${named}^{commit}`).trim();
  const head = git('rev-parse', 'HEAD').trim();
  const tag = attempt(() => git('describe', '--tags', '--abbrev=0', 'HEAD~1').trim());
  if (tag) return git('rev-parse', `${tag}^{commit}`).trim();
  const history = git('rev-list', '--first-parent', head).trim().split('\n').slice(1);
  return history.find((commit) => newestMigration(commit) <= RELEASED && newestMigration(commit) !== '');
};

/** Returns the commit of the previous release; exits with one line when this clone has none. */
export const previousOrEnd = (named) => {
  const found = attempt(() => findPrevious(named));
  if (found) return found;
  const isShallow = attempt(() => git('rev-parse', '--is-shallow-repository').trim()) === 'true';
  console.error(
    isShallow
      ? 'This clone is shallow and lacks the previous release: run git fetch --unshallow --tags, or give --previous COMMIT.'
      : 'This clone has no history with a previous release: clone the whole repository, or give --previous COMMIT.',
  );
  return process.exit(1);
};

export const describeCommit = (commit) => git('log', '-1', '--format=%h %s', commit).trim();

/** Returns whether the release of a commit starts on a store with newer migrations. */
export const startsOnNewerStore = (commit) => !git('show', `${commit}:${MIGRATE}`).includes(REFUSAL);

/** The line of a migration that takes something away: docs/decisions/0032. */
const CONTRACT = /^-- contract of (\S+\.sql):/m;

/** Returns the first migration of this release that takes away what the release of a commit uses; undefined if none. */
export const takesAwayFrom = (commit) => {
  const newest = newestMigration(commit);
  return readdirSync(path.join(ROOT, MIGRATIONS))
    .sort()
    .find((file) => (CONTRACT.exec(readFileSync(path.join(ROOT, MIGRATIONS, file), 'utf8'))?.[1] ?? '') > newest);
};

/**
 * Builds the server of a commit in a folder and returns its root. It is built with our tools and runs with the packages
 * that it requires.
 */
export const buildPrevious = (folder, commit) => {
  const root = path.join(folder, 'previous');
  mkdirSync(root);
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  const packagesIn = (place) =>
    JSON.stringify(JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')).dependencies);
  const packages = path.join(root, 'node_modules');
  symlinkSync(path.join(ROOT, 'node_modules'), packages);
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (packagesIn(root) === packagesIn(ROOT)) return root;
  rmSync(packages);
  const quiet = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], quiet);
  return root;
};
