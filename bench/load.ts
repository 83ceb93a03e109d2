// `npm run bench -- load [applications] [requests a second] [seconds]`: simulates a working day of many employers at a
// fixed rate on a copy of the load world, with times from when each request was due; then compares the busiest routes
// with bare ones. The server has core 0 to itself; PostgreSQL and the clients share core 1.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pair } from './support/beside';
import { compare } from './support/beside';
import { request, startChild } from './support/child';
import { pin } from './support/cores';
import { EMPLOYER_DAY, type Employer } from './support/employerDay';
import { runOpenLoop, type KindFigures } from './support/openLoop';
import { report, type Line } from './support/report';
import { percentile } from './support/stats';
import { openWorlds } from './support/worlds';

const APPLICATIONS = Number(process.argv[2] ?? 1_000_000);
const PER_SECOND = Number(process.argv[3] ?? 200);
const SECONDS = Number(process.argv[4] ?? 60);
const EMPLOYERS = 400;
const WARM_MS = 5_000;
/** 99th percentile of all requests in milliseconds: a delay that users do not notice. */
const P99_MS = 100;

const ms = (times: readonly number[], q: number) => percentile(times, q).toFixed(1);
const failuresOf = ({ failures }: KindFigures): string =>
  [...failures].map(([what, count]) => `${count} × ${what}`).join(', ');

const lineOf = (what: string, figures: KindFigures): Line => {
  const { times } = figures;
  const failed = failuresOf(figures);
  return {
    what: `${what} (${times.length})`,
    figures: `${[0.5, 0.9, 0.99, 0.999, 1].map((q) => ms(times, q)).join(', ')}${failed && `; errors: ${failed}`}`,
    bound: 'no errors',
    ok: failed === '',
  };
};

const mergeFigures = (figures: Iterable<KindFigures>): KindFigures => {
  const all: KindFigures = { times: [], failures: new Map() };
  for (const { times, failures } of figures) {
    for (const time of times) all.times.push(time);
    for (const [what, count] of failures) all.failures.set(what, (all.failures.get(what) ?? 0) + count);
  }
  return all;
};

const run = async () => {
  // PostgreSQL inherits this process's core, because this process starts it.
  const isPinned = pin(process.pid, 1);
  const worlds = await openWorlds();
  try {
    const url = await worlds.copy(await worlds.load(APPLICATIONS));
    const server = await startChild<{ origin: string; employers: Employer[]; pairs: Pair[] }>('loadServer.ts', [
      url,
      String(EMPLOYERS),
    ]);
    pin(server.child.pid!, 0);
    const { origin, employers, pairs } = server.ready;
    const day = { origin, employers, activities: EMPLOYER_DAY, perSecond: PER_SECOND };
    await runOpenLoop({ ...day, milliseconds: WARM_MS });
    const before = await request<number>(server.child, 'cpu');
    const started = performance.now();
    const { figures, late } = await runOpenLoop({ ...day, milliseconds: SECONDS * 1000, first: PER_SECOND * WARM_MS });
    const busy = ((await request<number>(server.child, 'cpu')) - before) / (performance.now() - started);
    const beside = await compare(pairs);
    server.stop();
    await sleep(100);
    const all = mergeFigures(figures.values());
    const whole = lineOf('everything', all);
    const p99 = percentile(all.times, 0.99);
    await report(
      'load',
      `A day of ${employers.length} employers at ${PER_SECOND} requests/s for ${SECONDS} s, ${APPLICATIONS.toLocaleString('en')} applications: p50, p90, p99, p99.9 and worst from the moment due, in ms; ` +
        (isPinned ? 'server on core 0, PostgreSQL and clients on core 1' : 'no process is pinned to a core'),
      [
        { ...whole, bound: `p99 ≤ ${P99_MS} ms, no errors`, ok: whole.ok && p99 <= P99_MS },
        ...[...figures].map(([kind, own]) => lineOf(kind, own)),
        { what: 'the server’s core at work', figures: `${(busy * 100).toFixed(0)} %`, bound: '', ok: true },
        { what: 'sent later than due, at worst', figures: `${late.toFixed(1)} ms`, bound: '', ok: true },
      ],
    );
    await report(
      'load, hottest routes',
      'Requests/s beside a bare route that sends the same statements, 10 connections',
      beside,
    );
  } finally {
    await worlds.close();
  }
};

await run();
