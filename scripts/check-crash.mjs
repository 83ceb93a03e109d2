// `node scripts/check-crash.mjs --runs 100 --seed 5`: kills servers and PostgreSQL during writes, so many times each.
// `node scripts/check-crash.mjs --notices 200 --seed 5`: kills servers, and PostgreSQL, that tell declined applicants.
// `node scripts/check-crash.mjs --bulks 200 --seed 5`: kills servers, and PostgreSQL, that run bulk actions.
// `node scripts/check-crash.mjs --erasures 200 --seed 5`: kills servers, and PostgreSQL, that make people anonymous.
// `node scripts/check-crash.mjs --reminders 40 --seed 5`: only kills servers that send reminders.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const options = {
  runs: { type: 'string', default: '100' },
  seed: { type: 'string' },
  notices: { type: 'string' },
  bulks: { type: 'string' },
  reminders: { type: 'string' },
  erasures: { type: 'string' },
};
const { values } = parseArgs({ options });
const wrong = Object.entries(values).find(([, value]) => !/^[1-9]\d{0,8}$/.test(value));
if (wrong) {
  console.error(`--${wrong[0]} must be a whole number from 1`);
  process.exit(1);
}
const only = ['notices', 'bulks', 'reminders', 'erasures'].find((name) => values[name]);
const pattern = only ? `crash/${only}` : 'crash/crash';
const args = ['node_modules/jest/bin/jest.js', '--selectProjects=long', `--testPathPatterns=${pattern}`];
const env = {
  ...process.env,
  CRASH_RUNS: values.runs,
  CRASH_STRICT: '1',
  ...(values.seed && { CRASH_SEED: values.seed }),
  ...(values.notices && { NOTICE_KILLS: values.notices }),
  ...(values.bulks && { BULK_KILLS: values.bulks }),
  ...(values.erasures && { ERASURE_KILLS: values.erasures }),
  ...(values.reminders && { REMINDER_KILLS: values.reminders }),
};
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
