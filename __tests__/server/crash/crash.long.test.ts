import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRandom, type Random } from '../../../server/seeds/insert';
import { isAlive } from '../../../server/platform/database/orphans';
import { eventually } from '../../support/eventually';
import { childrenOf } from '../../support/crash/killableStore';
import { compareWithStore, pause, startLoad, type Load } from '../../support/crash/load';
import { newSeed } from '../../support/newSeed';
import { ask, bundleProduct, freePort, runProduct, type Bundle, type Product } from '../../support/product/product';
import { signIn } from '../cluster/scenario';

const RUNS = Number(process.env.CRASH_RUNS ?? 5);
const SEED = newSeed('CRASH_SEED');
/**
 * Milliseconds until every kind of data can be written again. Only `node scripts/check-crash.mjs`, which has the machine
 * to itself, holds them against the clock.
 */
const READY_MS = 5_000;
const STRICT = process.env.CRASH_STRICT === '1';

/** Share of PostgreSQL kills that hit a backend process, which makes PostgreSQL restart. */
const BACKEND = 0.3;

jest.setTimeout(120_000 + RUNS * 60_000);

describe('kill -9 while people write', () => {
  let bundle: Bundle;
  let dataDir: string;
  let server: Product;
  let url: string;
  let load: Load;
  let random: Random;
  const took: Record<'server' | 'store', number[]> = { server: [], store: [] };

  const postmaster = () => Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

  /** Returns the milliseconds until a write succeeds again. */
  const recovered = async (token: string): Promise<number> => {
    const started = performance.now();
    let tries = 0;
    await pause(100);
    await eventually(
      async () => {
        const body = { name: `tag ${took.server.length}-${took.store.length}-${(tries += 1)}` };
        const [made, isReady] = await Promise.all([
          ask(server.origin, 'POST', '/api/job/tag', { token, body }),
          server.isReady(),
        ]);
        return { status: made?.status, isReady, said: server.said().slice(-2_000) };
      },
      ({ status, isReady }) => status === 200 && isReady,
      60_000,
    );
    return performance.now() - started;
  };

  let token: string;
  beforeAll(async () => {
    process.stdout.write(
      `crash: ${RUNS} kills each, seed ${SEED} (again by: node scripts/check-crash.mjs --runs ${RUNS} --seed ${SEED})\n`,
    );
    random = createRandom(SEED);
    dataDir = mkdtempSync(path.join(tmpdir(), 'dash-crash-'));
    bundle = await bundleProduct();
    server = runProduct(bundle, await freePort(), {
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_WORKERS: '0',
      LOG_LEVEL: 'error',
      USER_RATE: '0',
      JOBS_PER_DAY: '0',
      NETWORK_RATE: '0',
    });
    await server.ready();
    url = `postgres://dashboard@/postgres?host=${encodeURIComponent(path.join(dataDir, 'run'))}`;
    token = await signIn(server.origin);
    load = await startLoad({ origin: server.origin, url, token });
  });
  afterAll(async () => {
    await load?.stop().catch(() => undefined);
    await server.stop();
    bundle.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const killAndWait = async (what: 'server' | 'store') => {
    // Kills in the middle of writing: after a number of answers, then at a random moment.
    const before = load.books.answers.get(200) ?? 0;
    const enough = before + random.int(5, 40);
    await eventually(
      () => load.books.answers.get(200) ?? 0,
      (answers) => answers >= enough,
    );
    await pause(random.int(0, 60));
    const store = postmaster();
    const backends = what === 'store' && random.chance(BACKEND) ? childrenOf(store) : [];
    process.kill(what === 'server' ? server.pid() : backends.length > 0 ? random.pick(backends) : store, 'SIGKILL');
    took[what].push(await recovered(token));
  };

  it(`loses nothing with ${RUNS} servers, and takes over the PostgreSQL that each left behind`, async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const orphan = postmaster();
      await killAndWait('server');
      expect(isAlive(orphan)).toBe(false);
    }
  });

  it(`loses nothing with ${RUNS} times PostgreSQL, which the server starts again`, async () => {
    const pid = server.pid();
    for (let run = 0; run < RUNS; run += 1) await killAndWait('store');
    // The server kept running.
    expect(server.pid()).toBe(pid);
  });

  it('keeps everything that was acknowledged and does nothing twice', async () => {
    await load.stop().catch((error: Error) => {
      throw new Error(`${error.message}\n${server.said().slice(-4_000)}`);
    });
    const { books } = load;
    const done = (sentKeys: Map<unknown, boolean>) => [...sentKeys.values()].filter(Boolean).length;
    const { comments, messages, jobs, appointments, answers } = books;
    process.stdout.write(
      `crash: ready again after ${[...took.server, ...took.store].map(Math.round).join(', ')} ms; ` +
        `answered: ${[...answers].map(([status, n]) => `${status} × ${n}`).join(', ')}\n`,
    );
    for (const sentKeys of [comments, messages, jobs, appointments]) expect(done(sentKeys)).toBeGreaterThan(0);
    expect(await compareWithStore(url, books)).toEqual([]);
    // An unavailable store is a 503, and a key whose first request may still run is a 409. No other failure may occur.
    expect([...answers.keys()].filter((status) => ![0, 200, 409, 503].includes(status))).toEqual([]);
    if (STRICT) for (const ms of [...took.server, ...took.store]) expect(ms).toBeLessThan(READY_MS);
  });
});
