// `npm run bench -- chat [conversations] [seconds]`: polls open conversations every 5 s, each on a separate
// connection, while both sides send messages. The server has core 0 to itself; PostgreSQL and the clients share core
// 1.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHAT_POLL_SECONDS } from '../contract/constants/limits';
import { migrate } from '../server/db/migrate';
import { seedDemoWorld } from '../server/seeds/demoWorld';
import { createPool } from '../server/platform/database/connect';
import { startEmbedded } from '../server/platform/database/embedded';
import { follow, noFigures, openAll, write } from './support/chatLoad';
import { openConversations } from './support/chatWorld';
import { pin } from './support/cores';
import { report } from './support/report';
import { percentile } from './support/stats';

const CONVERSATIONS = Number(process.argv[2] ?? 5000);
const SECONDS = Number(process.argv[3] ?? 60);
const MESSAGES_PER_SECOND = 20;
/** One round of polls before the measurement starts. */
const WARM_MS = CHAT_POLL_SECONDS * 1000;
const P99_MS = 50;
const UNCHANGED_BYTES = 300;

const serve = async (url: string): Promise<{ origin: string; child: ChildProcess }> => {
  const child = fork('bench/support/chatServer.ts', [url], { execArgv: [...process.execArgv, '--import', 'tsx'] });
  const [origin] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])) as [string];
  return { origin, child };
};

const busyOf = async (child: ChildProcess): Promise<number> => {
  child.send('cpu');
  return Number((await once(child, 'message'))[0]);
};

const measure = async (url: string, pinned: string) => {
  const pool = createPool(url);
  await migrate(pool, 'server/db/migrations');
  await seedDemoWorld(pool, { now: new Date(), passwordHash: 'x' });
  const all = await openConversations(pool, CONVERSATIONS);
  await pool.query('vacuum analyze');
  await pool.end();
  const { origin, child } = await serve(url);
  const isPinned = pin(child.pid!, 0);
  const followers = await openAll(origin, all);

  const run = async (milliseconds: number) => {
    const figures = noFigures();
    const until = performance.now() + milliseconds;
    const writing = write(origin, all, { until, perSecond: MESSAGES_PER_SECOND, figures });
    await Promise.all(followers.map((one) => follow(one, until, figures)));
    return { figures, written: await writing };
  };
  await run(WARM_MS);
  const before = await busyOf(child);
  const started = performance.now();
  const { figures, written } = await run(SECONDS * 1000);
  const busy = ((await busyOf(child)) - before) / (performance.now() - started);
  // One more round of polls brings the last messages.
  const rest = noFigures();
  await Promise.all(followers.map((one) => follow(one, performance.now() + WARM_MS, rest)));
  child.kill();
  followers.forEach(({ connection }) => connection.close());

  const ms = (values: number[], q: number) => `${percentile(values, q).toFixed(1)} ms`;
  const p99 = percentile(figures.polls, 0.99);
  const largest = Math.max(...figures.unchanged);
  const perSecond = (figures.polls.length / SECONDS).toFixed(0);
  await report(
    'chat',
    `${all.length} open conversations, polled each ${CHAT_POLL_SECONDS} s for ${SECONDS} s; ` +
      (isPinned ? pinned : 'no process is pinned to a core'),
    [
      {
        what: `polls (${perSecond}/s, ${(written / SECONDS).toFixed(0)} messages/s), p99`,
        figures: `${p99.toFixed(1)} ms; median ${ms(figures.polls, 0.5)}, worst ${ms(figures.polls, 1)}`,
        bound: `≤ ${P99_MS} ms`,
        ok: p99 <= P99_MS,
      },
      {
        what: 'of them with a message, p99',
        figures: `${ms(figures.news, 0.99)} of ${figures.news.length}`,
        bound: '',
        ok: true,
      },
      {
        what: 'unchanged poll with headers',
        figures: `${largest} bytes, ${figures.unchanged.length} of them`,
        bound: `≤ ${UNCHANGED_BYTES}`,
        ok: largest <= UNCHANGED_BYTES,
      },
      {
        what: 'messages skipped',
        figures: `${figures.skipped + rest.skipped}`,
        bound: '0',
        ok: figures.skipped + rest.skipped === 0,
      },
      { what: 'sending a message, p99', figures: ms(figures.sends, 0.99), bound: '', ok: true },
      { what: 'the server’s core at work', figures: `${(busy * 100).toFixed(0)} %`, bound: '', ok: true },
      { what: 'polls sent later than due, p99', figures: ms(figures.late, 0.99), bound: '', ok: true },
    ],
  );
};

const run = async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dash-bench-'));
  // PostgreSQL inherits this process's core, because this process starts it.
  const isPinned = pin(process.pid, 1);
  const store = await startEmbedded({ dataDir, root: process.cwd() });
  try {
    const where = isPinned ? 'server on core 0, PostgreSQL and clients on core 1' : '';
    await measure(store.connectionString, where);
  } finally {
    await sleep(100);
    await store.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

await run();
