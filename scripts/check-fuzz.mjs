// `node scripts/check-fuzz.mjs --inputs 200 --seed 5 --route postJob`: runs the long fuzz test of the routes.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '200' },
    seed: { type: 'string' },
    route: { type: 'string' },
  },
});
const { route, ...numbers } = values;
const wrong = Object.entries(numbers).find(([, value]) => !/^[1-9]\d{0,8}$/.test(value));
if (wrong) {
  console.error(`--${wrong[0]} must be a whole number from 1`);
  process.exit(1);
}
const args = ['node_modules/jest/bin/jest.js', '--selectProjects', 'long', '--testPathPatterns', 'attack/fuzz\\.'];
const env = {
  ...process.env,
  FUZZ_INPUTS: values.inputs,
  ...(values.seed && { FUZZ_SEED: values.seed }),
  ...(route && { FUZZ_ROUTE: route }),
};
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
