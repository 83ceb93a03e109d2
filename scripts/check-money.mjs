// `npm run check:money -- --runs 20000 --histories 10000 --seed 5`: runs the long form of the randomised tests of
// purchases and of renewals. With only one of the two numbers, only that test runs.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const { values } = parseArgs({ options: { runs: text, histories: text, seed: text } });
const wrong = Object.entries(values).find(([, value]) => !/^[1-9]\d{0,8}$/.test(value));
if (wrong) {
  console.error(`--${wrong[0]} must be a whole number from 1`);
  process.exit(1);
}
const runsBoth = values.runs === undefined && values.histories === undefined;
const tests = [
  ...(runsBoth || values.runs ? ['server/money/orders'] : []),
  ...(runsBoth || values.histories ? ['server/money/renewals'] : []),
];
const args = [
  'node_modules/jest/bin/jest.js',
  '--selectProjects',
  'long',
  '--runInBand',
  '--testPathPatterns',
  tests.join('|'),
];
const env = {
  ...process.env,
  MONEY_RUNS: values.runs ?? '20000',
  MONEY_HISTORIES: values.histories ?? '10000',
  ...(values.seed && { MONEY_SEED: values.seed }),
};
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
