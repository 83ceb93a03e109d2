// `node scripts/check-chance.mjs LANE RUNS [--seed N]`: repeats the lane unit, server or browser in shuffled file order
// beside two busy loops until a test fails once; there is no second try. Passed runs add up over calls.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './support/parts.mjs';
import { lanes } from './support/steps.mjs';

const TOTALS = 'node_modules/.cache/chance.json';
const BUSY_LOOPS = 2;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const [lane, runs] = [positionals[0], Number(positionals[1])];
const firstSeed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(lane in lanes) || !Number.isInteger(runs) || runs < 1 || !Number.isInteger(firstSeed)) {
  console.error(`node scripts/check-chance.mjs ${Object.keys(lanes).join('|')} RUNS [--seed N]`);
  process.exit(1);
}

const totals = () => {
  try {
    return JSON.parse(readFileSync(TOTALS, 'utf8'));
  } catch {
    return {};
  }
};
const keep = (passed) => {
  mkdirSync('node_modules/.cache', { recursive: true });
  writeFileSync(TOTALS, JSON.stringify({ ...totals(), [lane]: passed }));
};

ensureBuilt('web', 'server');
mkdirSync('reports', { recursive: true });
const loops = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);']));
process.on('exit', () => loops.forEach((loop) => loop.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

for (let at = 0; at < runs; at += 1) {
  const seed = firstSeed + at;
  process.env.CHANCE_SEED = String(seed);
  console.log(`\n${lane}, run ${at + 1} of ${runs}, seed ${seed}`);
  const started = Date.now();
  const { passed, failed, note = '' } = await lanes[lane]();
  const seconds = Math.round((Date.now() - started) / 1000);
  if (failed > 0 || note !== '') {
    keep(0);
    console.error(`${lane} failed at seed ${seed} after ${at} runs: ${failed} failed${note}`);
    process.exit(1);
  }
  keep((totals()[lane] ?? 0) + 1);
  console.log(`${lane}: ${passed} passed in ${seconds} s; ${totals()[lane]} runs without a failure`);
}
console.log(`${runs} runs of ${lane} beside ${BUSY_LOOPS} busy loops on ${availableParallelism()} cores: none failed`);
process.exit(0);
