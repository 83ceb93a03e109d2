// `npm run bench -- soak [--minutes 10]`: runs the mixed employer day for the given time (60 for an hour), with event
// streams that open and close. Samples the server's heap after a collection every half minute; it may grow by 5 MB at
// most over the last half of the time.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { request, startChild } from './support/child';
import { EMPLOYER_DAY, type Employer } from './support/employerDay';
import { keepStreams } from './support/eventStreams';
import { runOpenLoop, type KindFigures } from './support/openLoop';
import { report } from './support/report';
import { openWorlds } from './support/worlds';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, rate: { type: 'string', default: '100' } },
});
const MINUTES = Number(values.minutes);
const PER_SECOND = Number(values.rate);
const APPLICATIONS = 20_000;
const EMPLOYERS = 200;
const STREAMS = 50;
const SAMPLE_MS = 30_000;
const SETTLE_MS = 500;
const MOST_MB = 5;
const MB = 1_048_576;

interface Sample {
  at: number;
  heap: number;
  rss: number;
}

/** Returns the growth in bytes of the best-fitting straight line from the first sample to the last. */
const growth = (samples: readonly Sample[]): number => {
  const mean = (of: (one: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [at, heap] = [mean((one) => one.at), mean((one) => one.heap)];
  const over = samples.reduce((sum, one) => sum + (one.at - at) * (one.heap - heap), 0);
  const under = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return (over / under) * (samples.at(-1)!.at - samples[0]!.at);
};

const run = async () => {
  const worlds = await openWorlds();
  try {
    const url = await worlds.copy(await worlds.load(APPLICATIONS));
    const args = [url, String(EMPLOYERS)];
    const server = await startChild<{ origin: string; employers: Employer[] }>('soakServer.ts', args, {
      execArgv: ['--expose-gc'],
    });
    const { origin, employers } = server.ready;
    const milliseconds = MINUTES * 60_000;
    const streams = keepStreams(origin, employers.slice(0, STREAMS));
    const every = Math.min(SAMPLE_MS, milliseconds / 20);
    const samples: Sample[] = [];
    const all: KindFigures[] = [];
    const begun = performance.now();
    for (let slice = 0; slice < Math.round(milliseconds / every); slice += 1) {
      const day = { origin, employers, activities: EMPLOYER_DAY, perSecond: PER_SECOND };
      const { figures } = await runOpenLoop({ ...day, milliseconds: every, first: slice * PER_SECOND * every });
      all.push(...figures.values());
      // No request is running and only the streams are open, so this heap is retained memory.
      await sleep(SETTLE_MS);
      const memory = await request<{ heap: number; rss: number }>(server.child, 'memory');
      samples.push({ at: performance.now() - begun, ...memory });
      const { at, heap, rss } = samples.at(-1)!;
      console.log(
        `${(at / 60_000).toFixed(1)} min: heap ${(heap / MB).toFixed(1)} MB, process ${(rss / MB).toFixed(0)} MB`,
      );
    }
    streams.stop();
    server.stop();
    const sent = all.reduce((sum, { times }) => sum + times.length, 0);
    const errors = new Map<string, number>();
    for (const { failures } of all)
      for (const [what, count] of failures) errors.set(what, (errors.get(what) ?? 0) + count);
    const failures = [...errors].map(([what, count]) => `${count} × ${what}`);
    // The last half: five minutes of ten, or more of a longer run, which shows a slow leak better.
    const last = samples.slice(Math.floor(samples.length / 2));
    const grown = growth(last) / MB;
    const [first, end] = [last[0]!.heap / MB, last.at(-1)!.heap / MB];
    await report(
      'soak',
      `${MINUTES} minutes of a mixed employer day at ${PER_SECOND} requests/s, ${STREAMS} streams of events that come and go`,
      [
        {
          what: `heap after a collection over the last ${(MINUTES / 2).toFixed(1)} minutes`,
          figures: `${grown >= 0 ? '+' : ''}${grown.toFixed(2)} MB (trend; ${first.toFixed(1)} → ${end.toFixed(1)} MB)`,
          bound: `≤ ${MOST_MB} MB`,
          ok: grown <= MOST_MB && end - first <= MOST_MB,
        },
        {
          what: 'the process at its end',
          figures: `${(samples.at(-1)!.rss / MB).toFixed(0)} MB`,
          bound: '',
          ok: true,
        },
        {
          what: `requests (${sent}), streams begun (${streams.begun()})`,
          figures: `errors: ${failures.join(', ') || 'none'}`,
          bound: 'no errors',
          ok: failures.length === 0,
        },
      ],
    );
  } finally {
    await worlds.close();
  }
};

await run();
