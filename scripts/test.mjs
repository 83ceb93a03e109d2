// Runs the checks and tests and ends in one line `N passed, N failed`. Names of steps as arguments choose some of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

const REPORTS = 'reports';

/** Resolves to whether it ended well; `quiet`: what it says is shown when it has ended. */
const run = async (command, args, { env = {}, quiet = false } = {}) => {
  const stdio = ['inherit', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'];
  const child = spawn(command, args, { stdio, env: { ...process.env, ...env } });
  const said = [];
  for (const stream of quiet ? [child.stdout, child.stderr] : []) stream.on('data', (data) => said.push(data));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(said));
  return status === 0;
};
const node = (...args) => run(process.execPath, args);

/** A check that passes or fails as a whole. */
const check =
  (...args) =>
  async () => {
    const passes = await run(process.execPath, args, { quiet: true });
    return { passed: passes ? 1 : 0, failed: passes ? 0 : 1 };
  };
const bin = (name, ...args) => check(`node_modules/.bin/${name}`, ...args);

const readReport = (name, read) => {
  try {
    return read(JSON.parse(readFileSync(`${REPORTS}/${name}.json`, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
};

/** Jest's numbers; a suite that did not load, and a run in which nothing ran, count as failures. */
const jest =
  (name, ...args) =>
  async () => {
    const ok = await node('node_modules/jest/bin/jest.js', '--json', `--outputFile=${REPORTS}/${name}.json`, ...args);
    return readReport(name, (report) => {
      const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + report.numPendingTests;
      const nothing = report.numPassedTests === 0 || (!ok && failed === 0);
      return { passed: report.numPassedTests, failed: failed + (nothing ? 1 : 0) };
    });
  };

/** One that passed only when it was tried again counts as passed, and is named. */
const playwright = async () => {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/browser.json` };
  const ok = await run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test'], { env });
  return readReport('browser', ({ stats }) => {
    const failed = stats.unexpected + stats.skipped;
    const nothing = stats.expected === 0 || (!ok && failed === 0);
    const note = stats.flaky > 0 ? `, ${stats.flaky} of them at the second try` : '';
    return { passed: stats.expected + stats.flaky, failed: failed + (nothing ? 1 : 0), note };
  });
};

/** Each on a core of its own. */
const SIDE_BY_SIDE = {
  types: bin('tsc', '-p', '.'),
  lint: bin('eslint', '.', '--max-warnings', '0'),
  format: bin('prettier', '--check', '.'),
  build: check('scripts/build.mjs'),
  layers: check('scripts/layers.mjs'),
  security: check('scripts/check-security.mjs'),
};
const ONE_BY_ONE = {
  i18n: jest('i18n', '--selectProjects', 'unit', '--testPathPatterns', '__tests__/i18n'),
  unit: jest('unit', '--selectProjects', 'unit', '--testPathIgnorePatterns', '__tests__/i18n'),
  // Some of them wait more than they work.
  server: jest('server', '--selectProjects', 'server', '--maxWorkers', '3'),
  keys: check('scripts/check-error-keys.mjs'),
  browser: playwright,
};
const STEPS = { ...SIDE_BY_SIDE, ...ONE_BY_ONE };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(STEPS).join(', ')}`);
  process.exit(1);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const results = [];
const take = async (name) => {
  console.log(`\n— ${name}`);
  const started = Date.now();
  results.push({ name, ...(await STEPS[name]()), seconds: Math.round((Date.now() - started) / 1000) });
};
const chosen = (steps) => Object.keys(steps).filter((name) => wanted.length === 0 || wanted.includes(name));

const waiting = chosen(SIDE_BY_SIDE);
const core = async () => {
  for (let name = waiting.shift(); name; name = waiting.shift()) await take(name);
};
await Promise.all([core(), core()]);
for (const name of chosen(ONE_BY_ONE)) await take(name);

console.log('');
for (const { name, passed, failed, seconds, note = '' } of results) {
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
  console.log(`${name.padEnd(8)} ${counts} ${String(seconds).padStart(5)} s${note}`);
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
