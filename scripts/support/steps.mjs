// Runs named checks and tests, prints a table and ends with one line `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';

const REPORTS = 'reports';

/** Runs a command and resolves to whether it succeeded; `quiet` prints its output when it has ended. */
export const run = async (command, args, { env = {}, quiet = false } = {}) => {
  const stdio = ['inherit', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'];
  const child = spawn(command, args, { stdio, env: { ...process.env, ...env } });
  const output = [];
  for (const stream of quiet ? [child.stdout, child.stderr] : []) stream.on('data', (data) => output.push(data));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  return status === 0;
};

const asResult = (passes) => ({ passed: passes ? 1 : 0, failed: passes ? 0 : 1 });

/** A script that passes or fails as a whole. */
export const check =
  (args, options = { quiet: true }) =>
  async () =>
    asResult(await run(process.execPath, args, options));

const readReport = (name, read) => {
  try {
    return read(JSON.parse(readFileSync(`${REPORTS}/${name}.json`, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
};

/** Counts Jest's tests. A suite that did not load, a skipped test and a run without tests count as failures. */
export const jest =
  (name, args, { env = {}, program = process.execPath } = {}) =>
  async () => {
    const report = ['--json', `--outputFile=${REPORTS}/${name}.json`];
    const ok = await run(program, ['node_modules/jest/bin/jest.js', ...report, ...args], { env });
    return readReport(name, (found) => {
      const failed = found.numFailedTests + found.numRuntimeErrorTestSuites + found.numPendingTests;
      const isEmpty = found.numPassedTests === 0 || (!ok && failed === 0);
      return { passed: found.numPassedTests, failed: failed + (isEmpty ? 1 : 0) };
    });
  };

/** Counts journeys. One that passed only at the second try counts as passed, with a note in the table. */
export const playwright =
  (name, args = [], env = {}) =>
  async () => {
    const command = ['node_modules/@playwright/test/cli.js', 'test', ...args];
    const report = { PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/${name}.json` };
    const ok = await run(process.execPath, command, { env: { ...env, ...report } });
    return readReport(name, ({ stats }) => {
      const failed = stats.unexpected + stats.skipped;
      const isEmpty = stats.expected === 0 || (!ok && failed === 0);
      const note = stats.flaky > 0 ? `, ${stats.flaky} of them on the second try` : '';
      return { passed: stats.expected + stats.flaky, failed: failed + (isEmpty ? 1 : 0), note };
    });
  };

const printTable = (results) => {
  console.log('');
  for (const { name, passed, failed, seconds, note = '' } of results) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`;
    console.log(`${name.padEnd(10)} ${counts} ${String(seconds).padStart(5)} s${note}`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
};

/** Runs the steps that `wanted` names, or all: first `sideBySide` on two cores, then `oneByOne`. */
export const runSteps = async ({ sideBySide = {}, oneByOne = {} }, wanted) => {
  const steps = { ...sideBySide, ...oneByOne };
  const unknown = wanted.filter((name) => !(name in steps));
  if (unknown.length > 0) {
    console.error(`No such step: ${unknown.join(', ')}. The steps are: ${Object.keys(steps).join(', ')}`);
    process.exit(1);
  }
  mkdirSync(REPORTS, { recursive: true });
  const results = [];
  const take = async (name) => {
    console.log(`\n— ${name}`);
    const started = Date.now();
    const result = await steps[name]().catch((error) => {
      console.error(error.message);
      return asResult(false);
    });
    results.push({ name, ...result, seconds: Math.round((Date.now() - started) / 1000) });
  };
  const chosen = (some) => Object.keys(some).filter((name) => wanted.length === 0 || wanted.includes(name));
  const waiting = chosen(sideBySide);
  const core = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await take(name);
  };
  await Promise.all([core(), core()]);
  for (const name of chosen(oneByOne)) await take(name);
  printTable(results);
};
