// `npm run check:money -- --runs 20000 --seed 5`: the randomised test of purchases, in its long form.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string' } } });
const wrong = Object.entries(values).find(([, value]) => !/^[1-9]\d{0,8}$/.test(value));
if (wrong) {
  console.error(`--${wrong[0]} must be a whole number from 1`);
  process.exit(1);
}
const args = [
  'node_modules/jest/bin/jest.js',
  '--selectProjects',
  'server',
  '--testPathPatterns',
  'server/money/orders',
];
const env = { ...process.env, MONEY_RUNS: values.runs, ...(values.seed && { MONEY_SEED: values.seed }) };
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
