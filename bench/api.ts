// `npm run bench -- api [applications]`: every list route beside a bare Fastify route that sends the same statements
// (token look-up included), and the median time in the load world beside the demo world, all in one run.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { migrate } from '../server/db/migrate';
import { seedDemoWorld } from '../server/db/seeds/demoWorld';
import { seedLoadWorld } from '../server/db/seeds/loadWorld';
import { createPool } from '../server/platform/database/connect';
import { startEmbedded } from '../server/platform/database/embedded';
import { LIST_REQUESTS } from './support/apiRoutes';
import { report, type Line } from './support/report';
import { median } from './support/stats';

const APPLICATIONS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 3;
const ROUND_SECONDS = 2;
const CONNECTIONS = 10;
const SEQUENTIAL = 200;
const LEAST_SHARE = 0.7;
const MOST_SLOWER = 1.5;

interface Served {
  product: string;
  bare: string;
  /** For a user, for the gateway. */
  headers: [Record<string, string>, Record<string, string>];
}

const world = async (admin: string, name: string, fill: (pool: pg.Pool) => Promise<unknown>): Promise<string> => {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = admin.replace('/postgres?', `/${name}?`);
  const pool = createPool(url);
  await migrate(pool, 'server/db/migrations');
  const started = Date.now();
  await fill(pool);
  // What autovacuum would do in a while: the visibility map, and statistics.
  const session = await pool.connect();
  await session.query('set statement_timeout = 0');
  await session.query('vacuum analyze');
  session.release(true);
  await pool.end();
  console.log(`${name} world ready after ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return url;
};

const serve = (urls: string[]): Promise<{ demo: Served; load: Served; stop(): void }> =>
  new Promise((resolve, reject) => {
    const child = fork('bench/support/apiServer.ts', urls, { execArgv: ['--import', 'tsx'] });
    child.once('message', (message) =>
      resolve({ ...(message as { demo: Served; load: Served }), stop: () => child.kill() }),
    );
    child.once('exit', (code) => reject(new Error(`the servers ended with ${code}`)));
  });

const throughput = async (url: string, headers: Record<string, string>): Promise<number> => {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: ROUND_SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return result.requests.average;
};

const timeOnce = async (url: string, headers: Record<string, string>): Promise<number> => {
  const started = performance.now();
  const reply = await fetch(url, { headers });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
  return performance.now() - started;
};

const compareWithBare = async ({ product, bare, headers }: Served): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const [at, { name, url, isGateway }] of LIST_REQUESTS.entries()) {
    const sides: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      sides.ours.push(await throughput(product + url, headers[isGateway ? 1 : 0]));
      sides.theirs.push(await throughput(`${bare}/${at}`, {}));
    }
    const [ours, theirs] = [median(sides.ours), median(sides.theirs)];
    lines.push({
      what: name,
      figures: `${ours.toFixed(0)} of ${theirs.toFixed(0)} requests/s = ${(ours / theirs).toFixed(2)}`,
      bound: `≥ ${LEAST_SHARE}`,
      ok: ours / theirs >= LEAST_SHARE,
    });
  }
  return lines;
};

const compareWorlds = async (demo: Served, load: Served): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const { name, url, isGateway } of LIST_REQUESTS) {
    const small: number[] = [];
    const large: number[] = [];
    for (let at = 0; at < SEQUENTIAL; at += 1) {
      small.push(await timeOnce(demo.product + url, demo.headers[isGateway ? 1 : 0]));
      large.push(await timeOnce(load.product + url, load.headers[isGateway ? 1 : 0]));
    }
    const [inDemo, inLoad] = [median(small), median(large)];
    lines.push({
      what: name,
      figures: `${inLoad.toFixed(2)} ms beside ${inDemo.toFixed(2)} ms = ${(inLoad / inDemo).toFixed(2)}`,
      bound: `≤ ${MOST_SLOWER}`,
      ok: inLoad / inDemo <= MOST_SLOWER,
    });
  }
  return lines;
};

const run = async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dash-bench-'));
  const store = await startEmbedded({ dataDir, root: process.cwd() });
  try {
    const now = new Date();
    const demoUrl = await world(store.connectionString, 'demo', (pool) =>
      seedDemoWorld(pool, { now, passwordHash: 'x' }),
    );
    const loadUrl = await world(store.connectionString, 'load', (pool) =>
      seedLoadWorld(pool, { applications: APPLICATIONS, now, passwordHash: 'x', onProgress: () => undefined }),
    );
    const servers = await serve([demoUrl, loadUrl]);
    const worlds = await compareWorlds(servers.demo, servers.load);
    const bare = await compareWithBare(servers.demo);
    servers.stop();
    report(`api: throughput beside a bare route, ${CONNECTIONS} connections, demo world`, bare);
    report(`api: median time in the load world (${APPLICATIONS} applications) beside the demo world`, worlds);
  } finally {
    await store.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

await run();
