// `npm run bench -- bulk [applicants]`: declines 500 applicants one by one and by a bulk action, then so many at once
// (20,000 by default) while other people work. Server, runner and clients share one process.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bulk } from '../contract/schemas/bulks';
import { buildApp } from '../server/app';
import { migrate } from '../server/db/migrate';
import { runBulks } from '../server/modules/bulks';
import { issueToken } from '../server/platform/auth/tokens';
import { startEmbedded } from '../server/platform/database/embedded';
import { seedDemoWorld } from '../server/seeds/demoWorld';
import { addApplicants } from './support/bulkWorld';
import { benchDeps, benchLogger } from './support/deps';
import { report } from './support/report';
import { percentile } from './support/stats';

const APPLICANTS = Number(process.argv[2] ?? 20_000);
const SMALL = 500;
const ROUNDS = 3;
const MAX_SMALL_MS = 2_000;
const MAX_LARGE_MS = 60_000;
const MAX_RATIO = 2;
/** Seconds for which other people work without a bulk action, and their requests per second. */
const QUIET_SECONDS = 20;
const PER_SECOND = 20;
/** Milliseconds between two polls of the queue, as in `server/tasks.ts`. */
const POLL_MS = 1_000;

const run = async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dash-bench-'));
  const store = await startEmbedded({ dataDir, root: process.cwd() });
  const { deps, pool } = benchDeps(store.connectionString);
  const { db } = deps;
  await migrate(pool, 'server/db/migrations');
  await seedDemoWorld(pool, { now: new Date(), passwordHash: 'x' });
  const app = await buildApp({ deps, logger: benchLogger() });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const tokenOf = async (email: string) => {
    const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    return db.transaction().execute((trx) => issueToken(trx, { userId: id, now: new Date() }));
  };
  const [branch, root] = [await tokenOf('branch@demo.test'), await tokenOf('root@demo.test')];
  const call = async <T>(token: string, method: string, url: string, body?: object): Promise<T> => {
    const response = await fetch(`${origin}/api${url}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { ok: boolean; payload: T };
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    return answer.payload;
  };

  let isOver = false;
  const log = { info: () => undefined, warn: console.warn };
  const runner = (async () => {
    for (; !isOver; await sleep(POLL_MS)) await runBulks(deps, { log });
  })();

  /** Declines by a bulk action and returns the milliseconds until it is done. */
  const decline = async (set: object, expected: number): Promise<number> => {
    const started = performance.now();
    let { bulk } = await call<{ bulk: Bulk }>(branch, 'POST', '/job/application/bulk', {
      action: 'decline',
      expected,
      ...set,
    });
    while (bulk.state !== 'done') {
      await sleep(50);
      ({ bulk } = await call<{ bulk: Bulk }>(branch, 'GET', `/job/application/bulk/${bulk.id}`));
    }
    if (bulk.done !== expected) throw new Error(JSON.stringify(bulk));
    return performance.now() - started;
  };
  const oneByOne = async (ids: readonly number[]): Promise<number> => {
    const started = performance.now();
    for (const id of ids) await call(branch, 'PUT', `/job/application/${id}/decline`, {});
    return performance.now() - started;
  };

  const others = await addApplicants(db, 500);
  /**
   * Simulates people who list the applicants of the same job and shortlist those of another one. Returns their times.
   */
  const work = async (jobId: number, until: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    const running: Promise<void>[] = [];
    const started = performance.now();
    for (let at = 0; !until(); at += 1) {
      const due = started + (at * 1000) / PER_SECOND;
      await sleep(Math.max(0, due - performance.now()));
      const id = others.ids[at % others.ids.length]!;
      const isShortlisted = Math.floor(at / others.ids.length) % 2 === 0;
      const request =
        at % 2 === 0
          ? call(root, 'GET', `/search/application/all?jobId=${jobId}`)
          : call(root, 'PUT', `/job/application/${id}/shortlist`, { isShortlisted });
      running.push(request.then(() => void times.push(performance.now() - due)));
    }
    await Promise.all(running);
    return times;
  };

  const small: number[] = [];
  const single: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    single.push(await oneByOne((await addApplicants(db, SMALL)).ids));
    small.push(await decline({ ids: (await addApplicants(db, SMALL)).ids }, SMALL));
  }
  const { job } = await addApplicants(db, APPLICANTS);
  await pool.query('vacuum analyze');
  const quietEnd = performance.now() + QUIET_SECONDS * 1000;
  const quiet = await work(job, () => performance.now() > quietEnd);
  let isDone = false;
  const busyWork = work(job, () => isDone);
  const large = await decline({ query: { jobId: job } }, APPLICANTS).finally(() => (isDone = true));
  const busy = await busyWork;
  isOver = true;
  await runner;
  await app.close();
  await deps.presence.close();
  await db.destroy();
  await store.stop();
  rmSync(dataDir, { recursive: true, force: true });

  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const worst = Math.max(...small);
  const [p99, quietP99] = [percentile(busy, 0.99), percentile(quiet, 0.99)];
  await report('bulk', `Declining many applicants; other people send ${PER_SECOND} requests a second meanwhile`, [
    {
      what: `${SMALL} by a bulk action beside ${SMALL} calls, slowest of ${ROUNDS}; the queue is polled each second`,
      figures: `${seconds(worst)} beside ${seconds(Math.max(...single))}`,
      bound: `≤ ${seconds(MAX_SMALL_MS)}`,
      ok: worst <= MAX_SMALL_MS,
    },
    {
      what: `${APPLICANTS} of one job`,
      figures: seconds(large),
      bound: `≤ ${seconds(MAX_LARGE_MS)}`,
      ok: large <= MAX_LARGE_MS,
    },
    {
      what: 'list of this job and shortlist of another one, p99 during the action beside before',
      figures: `${p99.toFixed(0)} ms beside ${quietP99.toFixed(0)} ms (median ${percentile(busy, 0.5).toFixed(0)} beside ${percentile(quiet, 0.5).toFixed(0)})`,
      bound: `≤ ${MAX_RATIO} ×`,
      ok: p99 <= quietP99 * MAX_RATIO,
    },
  ]);
};

await run();
