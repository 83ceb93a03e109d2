// Runs named checks and tests, prints a table and ends with one line `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const REPORTS = 'reports';

/** Runs a command and resolves to whether it succeeded; `quiet` prints its output only at the end. */
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

const SECOND_TRY = `${REPORTS}/second-try.json`;

/**
 * Returns a note for the table about what passed only at the second try, and adds each first failure to a file, so that
 * its cause can be found. `failures` are `{ name, failure }`, where failure is the first error's text.
 */
const noteSecondTry = (step, what, failures) => {
  if (failures.length === 0) return '';
  const earlier = existsSync(SECOND_TRY) ? JSON.parse(readFileSync(SECOND_TRY, 'utf8')) : [];
  const kept = [...earlier, ...failures.map((one) => ({ step, ...one }))];
  writeFileSync(SECOND_TRY, `${JSON.stringify(kept, null, 2)}\n`);
  const plural = failures.length === 1 ? '' : 's';
  return `, ${failures.length} ${what}${plural} on the second try: ${failures.map(({ name }) => name).join(', ')}`;
};

const readReport = (name, read) => {
  try {
    return read(JSON.parse(readFileSync(`${REPORTS}/${name}.json`, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
};

/** At most this many failed files get a second try; more failures are not due to chance. */
const SECOND_TRIES = 5;

/** Returns those of Jest's options that select projects. */
const projectsOf = (args) => {
  const from = args.indexOf('--selectProjects');
  const rest = args.slice(from + 1);
  const to = rest.findIndex((one) => one.startsWith('--'));
  return ['--selectProjects', ...(to === -1 ? rest : rest.slice(0, to))];
};

const countJest = (name, ok) =>
  readReport(name, (found) => {
    const failed = found.numFailedTests + found.numRuntimeErrorTestSuites + found.numPendingTests;
    const isEmpty = found.numPassedTests === 0 || (!ok && failed === 0);
    const files = found.testResults.filter(({ status }) => status === 'failed');
    const passedInFiles = files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed');
    return {
      passed: found.numPassedTests,
      failed: failed + (isEmpty ? 1 : 0),
      passedElsewhere: found.numPassedTests - passedInFiles.length,
      failures: files.map((file) => ({ name: relative('.', file.name), failure: file.message })),
    };
  });

/**
 * Counts Jest's tests. A suite that did not load, a skipped test and a run without tests count as failures. A few
 * failed files run once more, alone, because a busy machine may fail a file once.
 */
export const jest =
  (name, args, { env = {}, program = process.execPath } = {}) =>
  async () => {
    const runJest = async (report, options) => {
      const json = ['--json', `--outputFile=${REPORTS}/${report}.json`];
      const ok = await run(program, ['node_modules/jest/bin/jest.js', ...json, ...options], { env });
      return countJest(report, ok);
    };
    const { failures = [], passedElsewhere, ...first } = await runJest(name, args);
    if (failures.length === 0 || failures.length > SECOND_TRIES) return first;
    const files = failures.map((one) => one.name);
    console.log(`\n— ${name}, second try: ${files.join(', ')}`);
    const again = await runJest(`${name}-again`, [...projectsOf(args), '--runInBand', '--runTestsByPath', ...files]);
    const failedAgain = new Set(again.failures?.map((one) => one.name) ?? files);
    const note = noteSecondTry(
      name,
      'file',
      failures.filter((one) => !failedAgain.has(one.name)),
    );
    return { passed: passedElsewhere + again.passed, failed: again.failed, note };
  };

const journeysOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(journeysOf)];

/** Counts journeys. One that passed only at the second try counts as passed, with a note in the table. */
export const playwright =
  (name, args = [], env = {}) =>
  async () => {
    const command = ['node_modules/@playwright/test/cli.js', 'test', ...args];
    const report = { PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/${name}.json` };
    const ok = await run(process.execPath, command, { env: { ...env, ...report } });
    return readReport(name, ({ stats, suites }) => {
      const failed = stats.unexpected + stats.skipped;
      const isEmpty = stats.expected === 0 || (!ok && failed === 0);
      const flaky = suites
        .flatMap(journeysOf)
        .flatMap(({ file, title, tests }) =>
          tests
            .filter(({ status }) => status === 'flaky')
            .map(({ results }) => ({ name: `${file} “${title}”`, failure: results[0]?.error?.message ?? '' })),
        );
      const note = noteSecondTry(name, 'journey', flaky);
      return { passed: stats.expected + stats.flaky, failed: failed + (isEmpty ? 1 : 0), note };
    });
  };

/** The tests of `npm test`, by step. */
export const lanes = {
  unit: jest('unit', ['--selectProjects', 'unit', 'pure']),
  // Server tests partly wait for PostgreSQL, so three workers fit on two cores.
  server: jest('server', ['--selectProjects', 'server', '--maxWorkers', '3']),
  browser: playwright('browser', ['--project', 'browser*']),
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
