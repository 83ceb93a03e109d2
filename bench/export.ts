// `npm run bench -- export [applications]`: creates a workbook of so many applications in the background of a server
// that answers requests meanwhile. Compares the additional memory and the delay of the event loop with their bounds.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { read } from 'xlsx';
import { exportExcel, getExport, getExportFile } from '../contract/routes/applications';
import { migrate } from '../server/db/migrate';
import { seedLoadWorld } from './loadWorld';
import { createPool } from '../server/platform/database/connect';
import { startEmbedded } from '../server/platform/database/embedded';
import { report } from './support/report';

const APPLICATIONS = Number(process.argv[2] ?? 100_000);
/** The largest organisation of the load world has a tenth of all its applications. */
const WORLD = APPLICATIONS * 10;
const MOST_MB = 150;
const MOST_DELAY_MS = 50;
const POLL_MS = 500;
const SETTLE_MS = 5_000;
const MB = 1_048_576;
const MINUTES_MAX = 10;

interface Serving {
  origin: string;
  token: string;
  child: ChildProcess;
}
interface Measured {
  most: number;
  p99: number;
  worst: number;
}

const serve = (url: string): Promise<Serving> =>
  new Promise((resolve, reject) => {
    const child = fork('bench/support/exportServer.ts', [url], { execArgv: ['--import', 'tsx'] });
    child.once('message', (message) => resolve({ ...(message as Omit<Serving, 'child'>), child }));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });

const requestChild = <T>({ child }: Serving, question: 'begin' | 'end'): Promise<T> =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve(message as T));
    child.send(question);
  });

const call = async ({ origin, token }: Serving, method: string, route: string, body?: object): Promise<Response> => {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const reply = await fetch(origin + route, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!reply.ok) throw new Error(`${route}: ${reply.status} ${await reply.text()}`);
  return reply;
};

interface ExportReport<P> {
  payload: P;
}

const makeExport = async (serving: Serving): Promise<{ id: string; rows: number }> => {
  const asked = await call(serving, 'POST', exportExcel.path, { query: {}, language: 'tr' });
  const { payload } = (await asked.json()) as ExportReport<{ exportId: string }>;
  const id = payload.exportId;
  for (const started = Date.now(); Date.now() - started < MINUTES_MAX * 60_000; await sleep(POLL_MS)) {
    const reply = await call(serving, 'GET', getExport.path.replace(':id', id));
    const { state, done } = ((await reply.json()) as ExportReport<{ state: string; done: number }>).payload;
    if (state === 'done') return { id, rows: done };
    if (state === 'failed') throw new Error('the export failed');
  }
  throw new Error('the export took too long');
};

const measure = async (serving: Serving): Promise<void> => {
  await sleep(SETTLE_MS);
  const { rss: idle } = await requestChild<{ rss: number }>(serving, 'begin');
  const started = Date.now();
  const { id, rows } = await makeExport(serving);
  const seconds = (Date.now() - started) / 1000;
  const file = await (await call(serving, 'GET', getExportFile.path.replace(':id', id))).arrayBuffer();
  const { most, p99, worst } = await requestChild<Measured>(serving, 'end');
  // `sheetRows` limits what the reader unpacks.
  const names = read(Buffer.from(file), { sheetRows: 2 }).SheetNames;
  const over = (most - idle) / MB;
  await report(
    'export',
    `${rows} applications in ${seconds.toFixed(1)} s, ${(file.byteLength / MB).toFixed(1)} MB, ${names.length} sheets`,
    [
      { what: 'rows', figures: `${rows}`, bound: `≥ ${APPLICATIONS * 0.9}`, ok: rows >= APPLICATIONS * 0.9 },
      {
        what: 'memory over idle',
        figures: `${over.toFixed(0)} MB (${(idle / MB).toFixed(0)} → ${(most / MB).toFixed(0)})`,
        bound: `≤ ${MOST_MB} MB`,
        ok: over <= MOST_MB,
      },
      {
        what: 'event-loop delay p99',
        figures: `${p99.toFixed(1)} ms (worst ${worst.toFixed(0)})`,
        bound: `≤ ${MOST_DELAY_MS} ms`,
        ok: p99 <= MOST_DELAY_MS,
      },
    ],
  );
};

const run = async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dash-bench-'));
  const store = await startEmbedded({ dataDir, root: process.cwd() });
  try {
    const pool = createPool(store.connectionString);
    await migrate(pool, 'server/db/migrations');
    await seedLoadWorld(pool, { applications: WORLD, now: new Date(), passwordHash: 'x' });
    await pool.query('vacuum analyze');
    await pool.end();
    const serving = await serve(store.connectionString);
    await measure(serving);
    serving.child.removeAllListeners('exit');
    serving.child.kill();
  } finally {
    await store.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

await run();
