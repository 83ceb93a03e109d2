// `npm run bench -- interactions [project…]`: runs the journeys of `npm test`, or of other projects of Playwright, one at
// a time on a processor 4 times slower, and takes the time from each press and key until the page showed its result.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Interaction } from '../e2e/support/interactions';
import { report } from './support/report';
import { percentile } from './support/stats';

const BOUND_MS = 100;
const SLOWEST = 12;

const projects = process.argv.length > 2 ? process.argv.slice(2) : ['browser'];

const folder = mkdtempSync(path.join(os.tmpdir(), 'interactions-'));
const file = path.join(folder, 'interactions.jsonl');
const args = ['playwright', 'test', '--workers', '1', ...projects.map((name) => `--project=${name}`)];
const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, INTERACTIONS_FILE: file } });
if (!existsSync(file)) throw new Error('no journey reported an interaction');
const parts = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Interaction);
rmSync(folder, { recursive: true });

// A press is several events; the longest counts.
const longest = new Map<string, Interaction>();
const counts = new Map<number, number>();
for (const one of parts) {
  if (one.ms > (longest.get(one.id)?.ms ?? 0)) longest.set(one.id, one);
  counts.set(one.document, Math.max(one.count, counts.get(one.document) ?? 0));
}
const reported = [...longest.values()].sort((a, b) => b.ms - a.ms);
const total = Math.max(
  reported.length,
  [...counts.values()].reduce((sum, count) => sum + count, 0),
);
// The browser reports none that took less than 16 ms.
const all = [...reported.map(({ ms }) => ms), ...Array<number>(total - reported.length).fill(0)];
for (const { ms, what } of reported.slice(0, SLOWEST)) console.log(`${ms.toFixed(0)} ms  ${what}`);

const at = (q: number) => `${percentile(all, q).toFixed(0)} ms`;
await report('interactions', 'From a press or key until the page showed its result, processor 4×', [
  {
    what: `95th percentile of ${total} in the journeys of ${projects.join(', ')}`,
    figures: `${at(0.95)} (median ${at(0.5)}, 99th ${at(0.99)}, slowest ${at(1)})`,
    bound: `≤ ${BOUND_MS} ms`,
    ok: percentile(all, 0.95) <= BOUND_MS,
  },
  {
    what: 'journeys that did not pass at this speed',
    figures: status === 0 ? 'none' : 'some',
    bound: 'none',
    ok: status === 0,
  },
]);
