// Runs the checks and tests and ends in one line `N passed, N failed`. Names of steps as arguments choose some of them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

const REPORTS = 'reports';

const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
const node = (...args) => run(process.execPath, args);
const bin = (name, ...args) => node(`node_modules/.bin/${name}`, ...args);

/** A check that passes or fails as a whole. */
const check = (passes) => () => ({ passed: passes ? 1 : 0, failed: passes ? 0 : 1 });
const step = (action) => () => check(action())();

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
  () => {
    const ok = node('node_modules/jest/bin/jest.js', '--json', `--outputFile=${REPORTS}/${name}.json`, ...args);
    return readReport(name, (report) => {
      const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + report.numPendingTests;
      const nothing = report.numPassedTests === 0 || (!ok && failed === 0);
      return { passed: report.numPassedTests, failed: failed + (nothing ? 1 : 0) };
    });
  };

const playwright = () => {
  const ok = run('node', ['node_modules/@playwright/test/cli.js', 'test'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/browser.json`,
  });
  return readReport('browser', ({ stats }) => {
    const failed = stats.unexpected + stats.skipped + stats.flaky;
    const nothing = stats.expected === 0 || (!ok && failed === 0);
    return { passed: stats.expected, failed: failed + (nothing ? 1 : 0) };
  });
};

const STEPS = {
  layers: step(() => node('scripts/layers.mjs')),
  types: step(() => bin('tsc', '-p', '.')),
  lint: step(() => bin('eslint', '.', '--max-warnings', '0')),
  i18n: jest('i18n', '--selectProjects', 'unit', '--testPathPatterns', '__tests__/i18n'),
  unit: jest('unit', '--selectProjects', 'unit', '--testPathIgnorePatterns', '__tests__/i18n'),
  // Some of them wait more than they work.
  server: jest('server', '--selectProjects', 'server', '--maxWorkers', '3'),
  keys: step(() => node('scripts/check-error-keys.mjs')),
  security: step(() => node('scripts/check-security.mjs')),
  build: step(() => node('scripts/build.mjs')),
  browser: playwright,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in STEPS));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(STEPS).join(', ')}`);
  process.exit(1);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const results = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(STEPS)) {
  console.log(`\n— ${name}`);
  const started = Date.now();
  results.push({ name, ...STEPS[name](), seconds: Math.round((Date.now() - started) / 1000) });
}

console.log('');
for (const { name, passed, failed, seconds } of results) {
  console.log(
    `${name.padEnd(8)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${String(seconds).padStart(5)} s`,
  );
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
