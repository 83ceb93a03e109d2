// Fails when the server tests never saw a route's success or one of its contract's error keys. The tests record what
// they saw in reports/contract-coverage.jsonl, one line `route key status` each.
import { buildSync } from 'esbuild';
import { readFileSync, rmSync } from 'node:fs';

const SEEN = 'reports/contract-coverage.jsonl';

const contract = () => {
  const options = {
    entryPoints: ['contract/routes/index.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  };
  const code = buildSync(options).outputFiles[0].contents;
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
};

const read = () => {
  try {
    return readFileSync(SEEN, 'utf8').split('\n').filter(Boolean);
  } catch {
    console.error(`${SEEN} does not exist: run npm test first`);
    process.exit(1);
  }
};

/** Reads Jest's report of a step; without one the step has not run. */
const reportOf = (name) => {
  try {
    return JSON.parse(readFileSync(`reports/${name}.json`, 'utf8'));
  } catch {
    return { success: false, startTime: 0 };
  }
};

// A failed or missing test may hide keys, so the contract is not to blame.
const failed = ['server', 'server-long'].filter((name) => {
  const [first, again] = [reportOf(name), reportOf(`${name}-again`)];
  return !first.success && !(again.success && again.startTime > first.startTime);
});
if (failed.length > 0) {
  console.error(`tests have not passed (${failed.join(', ')}), so the error keys that they see cannot be counted`);
  process.exit(1);
}

const { ROUTES, errorKeysOf } = await contract();
const seen = new Set(read().map((line) => line.split(' ').slice(0, 2).join(' ')));
const wanted = ROUTES.flatMap((route) => ['success', ...errorKeysOf(route)].map((key) => `${route.id} ${key}`));
const missing = wanted.filter((name) => !seen.has(name));

for (const name of missing) console.error(`never seen: ${name}`);
if (wanted.length === 0) console.error('the contract has no routes');
console.log(`error keys: ${wanted.length - missing.length} of ${wanted.length} seen over ${ROUTES.length} routes`);
const fails = missing.length > 0 || wanted.length === 0;
process.exitCode = fails ? 1 : 0;
// The next check must not count the keys of this run.
if (!fails) rmSync(SEEN);
