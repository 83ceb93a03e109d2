// `npm run bench -- changes [writers] [seconds]`: measures changes a second with so many writers on a disk that takes
// 2 ms for each flush. Alternates between publishing as before migration 0024 and publishing as now.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../server/db/migrate';
import { seedDemoWorld } from '../server/seeds/demoWorld';
import { createDb, createPool } from '../server/platform/database/connect';
import { startEmbedded, type EmbeddedDatabase } from '../server/platform/database/embedded';
import { sendEvents } from '../server/platform/live/outbox';
import { EMPLOYER_CHANNEL } from '../server/platform/live/streams';
import {
  changeWithNotify,
  changeWithOutbox,
  changeUnpublished,
  findTargets,
  type MakeChange,
  type Target,
} from './support/changeWorld';
import { processorOf } from './support/cores';
import { report } from './support/report';
import { median, percentile } from './support/stats';

const WRITERS = Number(process.argv[2] ?? 8);
const SECONDS = Number(process.argv[3] ?? 5);
const ROUNDS = 3;
const FLUSH_MICROSECONDS = 2_000;
const MIN_PER_SECOND = 2_000;
/** Largest added median delay of a stream, in milliseconds. */
const MAX_DELAY_MS = 10;

interface Figures {
  perSecond: number[];
  /** Milliseconds from the response of a change until its hint arrives. */
  received: number[];
  changes: number;
  hints: number;
  /** Milliseconds of processor time: of this program, of PostgreSQL. */
  own: number;
  store: number;
}

const noFigures = (): Figures => ({ perSecond: [], received: [], changes: 0, hints: 0, own: 0, store: 0 });

const listen = async (connectionString: string, onHint: (at: number) => void): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  client.on('notification', ({ payload }) =>
    onHint((JSON.parse(payload ?? '{}') as { event: { threadId: number } }).event.threadId),
  );
  await client.query(`listen ${EMPLOYER_CHANNEL}`);
  return client;
};

const measure = async ({ connectionString: url, pid }: EmbeddedDatabase) => {
  const pool = createPool(url, WRITERS + 4);
  await migrate(pool, 'server/db/migrations');
  await seedDemoWorld(pool, { now: new Date(), passwordHash: 'x' });
  // Delays every flush by this time, whatever else commits: a disk slower than the machine's own.
  await pool.query(`alter system set commit_delay = ${FLUSH_MICROSECONDS}`);
  await pool.query('alter system set commit_siblings = 0');
  await pool.query('select pg_reload_conf()');
  await pool.query('vacuum analyze');
  const db = createDb(pool);
  const targets = await findTargets(db, WRITERS);
  const receivedAt = new Map<number, number>();
  const listener = await listen(url, (at) => receivedAt.set(at, performance.now()));
  let serial = 0;

  const round = async (figures: Figures, change: MakeChange, seconds: number): Promise<void> => {
    receivedAt.clear();
    const committed = new Map<number, number>();
    const started = performance.now();
    const [own, store] = [process.cpuUsage(), processorOf(pid)];
    const writer = async (target: Target) => {
      while (performance.now() - started < seconds * 1000) {
        const at = (serial += 1);
        await change(db, target, at);
        committed.set(at, performance.now());
      }
    };
    await Promise.all(targets.map(writer));
    figures.perSecond.push(committed.size / ((performance.now() - started) / 1000));
    figures.changes += committed.size;
    await sendEvents(db);
    const { user, system } = process.cpuUsage(own);
    figures.own += (user + system) / 1000;
    figures.store += processorOf(pid) - store;
    await sleep(200);
    for (const [at, when] of committed) {
      const received = receivedAt.get(at);
      if (received === undefined) continue;
      figures.hints += 1;
      figures.received.push(Math.max(0, received - when));
    }
  };

  const [previous, current, unpublished, concurrent] = [noFigures(), noFigures(), noFigures(), noFigures()];
  const alone = [noFigures(), noFigures()];
  for (const change of [changeWithNotify, changeWithOutbox, changeUnpublished]) await round(noFigures(), change, 1);
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    await round(previous, changeWithNotify, SECONDS);
    await round(current, changeWithOutbox, SECONDS);
    await round(unpublished, changeUnpublished, SECONDS);
  }
  const first = targets.splice(1);
  await round(alone[0]!, changeWithNotify, SECONDS);
  await round(alone[1]!, changeWithOutbox, SECONDS);
  targets.push(...first);
  await withSnapshot(url, () => round(concurrent, changeWithOutbox, SECONDS * ROUNDS));
  const { rows } = await pool.query<{ events: number; gaps: number }>(
    'select count(*)::int as events, (max(seq) - min(seq) + 1 - count(*))::int as gaps from worker_events',
  );
  await listener.end();
  await db.destroy();
  return { previous, current, unpublished, concurrent, alone, stored: rows[0]! };
};

/** Runs work during a long transaction that reads, as pg_dump does. */
const withSnapshot = async (connectionString: string, work: () => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from worker_events');
  await work();
  await client.query('commit');
  await client.end();
};

const ms = (values: readonly number[], q: number) => `${percentile(values, q).toFixed(1)} ms`;
const processor = ({ own, store, changes }: Figures) =>
  `${(own / changes).toFixed(2)} + ${(store / changes).toFixed(2)} ms`;
const rate = ({ perSecond }: Figures) => median(perSecond);
const shown = (figures: Figures) =>
  `${rate(figures).toFixed(0)}/s (${figures.perSecond.map((one) => one.toFixed(0)).join(', ')})`;

const run = async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dash-bench-'));
  const store = await startEmbedded({ dataDir, root: process.cwd() });
  try {
    const { previous, current, unpublished, concurrent, alone, stored } = await measure(store);
    const extraDelay = median(current.received) - median(previous.received);
    const published = [previous, current, concurrent, ...alone];
    const missing = published.reduce((sum, { changes, hints }) => sum + changes - hints, 0);
    await report(
      'changes',
      `${WRITERS} writers, each a conversation of its own: update, audit entry, event and hint; a flush waits ${FLUSH_MICROSECONDS / 1000} ms (commit_delay)`,
      [
        {
          what: 'changes, told by an outbox, beside one NOTIFY and one row lock each',
          figures: `${shown(current)} beside ${shown(previous)} = ${(rate(current) / rate(previous)).toFixed(1)}`,
          bound: `≥ ${MIN_PER_SECOND}/s`,
          ok: rate(current) >= MIN_PER_SECOND,
        },
        { what: 'the same writes, told to nobody', figures: shown(unpublished), bound: '', ok: true },
        {
          what: 'processor for one change, server + PostgreSQL',
          figures: `${processor(current)} beside ${processor(previous)}; told to nobody ${processor(unpublished)}`,
          bound: '',
          ok: true,
        },
        {
          what: 'beside a transaction that stays open, as a backup has one',
          figures: shown(concurrent),
          bound: `≥ ${MIN_PER_SECOND}/s`,
          ok: rate(concurrent) >= MIN_PER_SECOND,
        },
        {
          what: 'from the answer to the hint, median and p99',
          figures: `${ms(current.received, 0.5)}, ${ms(current.received, 0.99)} beside ${ms(previous.received, 0.5)}, ${ms(previous.received, 0.99)}`,
          bound: `≤ ${MAX_DELAY_MS} ms more`,
          ok: extraDelay <= MAX_DELAY_MS,
        },
        {
          what: 'the same with one writer',
          figures: `${ms(alone[1]!.received, 0.5)}, ${ms(alone[1]!.received, 0.99)} beside ${ms(alone[0]!.received, 0.5)}, ${ms(alone[0]!.received, 0.99)}`,
          bound: '',
          ok: true,
        },
        {
          what: 'hints missing, gaps in the numbers of events',
          figures: `${missing}, ${stored.gaps}`,
          bound: '0, 0',
          ok: missing === 0 && stored.gaps === 0,
        },
      ],
    );
  } finally {
    await store.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

await run();
