import { startChild } from './child';
import { EMPLOYER_DAY, type Employer } from './employerDay';
import { runOpenLoop } from './openLoop';
import { report } from './report';
import { percentile } from './stats';
import { runStrangers, solveBefore, type Strangers } from './strangers';
import { openWorlds } from './worlds';

const EMPLOYERS = 50;
/** Requests a second of all employers: each does something every second. */
const PER_SECOND = 50;
const PER_MINUTE = 500;
const ROUNDS = 2;
const WARM_MS = 3_000;
/** Largest allowed ratio of the employers' 99th percentiles. */
const MAX_RATIO = 2;

interface Ready {
  origin: string;
  employers: Employer[];
  pages: string[];
}

const failuresOf = (failures: ReadonlyMap<string, number>): string =>
  [...failures].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';

/** Measures the employers alone and beside the strangers, in turns, and reports both. */
export const compareRounds = async ({ applications, seconds }: { applications: number; seconds: number }) => {
  const worlds = await openWorlds();
  try {
    const url = await worlds.copy(await worlds.load(applications));
    const { ready, child, stop } = await startChild<Ready>('publicPageServer.ts', [url, String(EMPLOYERS)]);
    const day = { ...ready, activities: EMPLOYER_DAY, perSecond: PER_SECOND };
    const milliseconds = seconds * 1000;
    const sides = { alone: [] as number[], beside: [] as number[] };
    const errors = new Map<string, number>();
    const all: Strangers = { times: [], worked: 0, failures: new Map() };
    let first = 0;
    const work = async (times: number[], wanted: number) => {
      const { figures } = await runOpenLoop({ ...day, milliseconds: wanted, first });
      first += Math.ceil((wanted / 1000) * PER_SECOND);
      for (const { times: own, failures } of figures.values()) {
        times.push(...own);
        for (const [what, count] of failures) errors.set(what, (errors.get(what) ?? 0) + count);
      }
    };
    await work([], WARM_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      await work(sides.alone, milliseconds);
      const site = { ...ready, child };
      const from = round * 100_000;
      const count = Math.floor((milliseconds * PER_MINUTE) / 60_000);
      const solved = await solveBefore(site, { count, first: from });
      const strangers = runStrangers(site, { perMinute: PER_MINUTE, first: from, solved });
      await work(sides.beside, milliseconds);
      const { times, worked, failures } = await strangers;
      all.times.push(...times);
      all.worked += worked;
      for (const [what, count] of failures) all.failures.set(what, (all.failures.get(what) ?? 0) + count);
    }
    stop();
    const [alone, beside] = [percentile(sides.alone, 0.99), percentile(sides.beside, 0.99)];
    const ratio = beside / alone;
    const total = failuresOf(all.failures);
    await report(
      'publicPage',
      `${PER_MINUTE} applications a minute from 200 networks while ${EMPLOYERS} employers send ${PER_SECOND} requests/s`,
      [
        {
          what: 'employers’ p99 with the strangers, beside without them',
          figures: `${beside.toFixed(1)} ms beside ${alone.toFixed(1)} ms = ${ratio.toFixed(2)}; errors: ${failuresOf(errors)}`,
          bound: `≤ ${MAX_RATIO}, no errors`,
          ok: ratio <= MAX_RATIO && errors.size === 0,
        },
        {
          what: `applications (${all.times.length}, ${all.worked} with work), all forms without the solving`,
          figures: `p50 ${percentile(all.times, 0.5).toFixed(0)}, p99 ${percentile(all.times, 0.99).toFixed(0)} ms; errors: ${total}`,
          bound: 'no errors, each with work',
          ok: total === 'none' && all.worked === all.times.length,
        },
      ],
    );
  } finally {
    await worlds.close();
  }
};
