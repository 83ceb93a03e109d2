import { setTimeout as pause } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { HOUR } from '../../../contract/constants/time';
import { createRandom } from '../../../server/seeds/insert';
import { advanceUnsettled } from '../../../server/modules/payment';
import { createSandbox } from '../../../server/adapters/payment/payments';
import { readSettings } from '../../../server/platform/settings';
import { NOW } from '../demo';
import { eventually } from '../eventually';
import type { TestDatabase } from '../testDatabase';
import { compareBooks, type Balance } from './books';
import { buy, type BuyerReport } from './buyer';
import { fastClock, realMs, type Epoch } from './clock';
import { clientOf } from './http';
import { planOf } from './plan';
import { startServers, type Servers } from './servers';

const SECRET = 'secret of the run';
const AT_ONCE = 48;
/** Milliseconds of the run's clock from the announcement to the end of the temporary price. */
const NOTICE_MS = 60_000;
const MONTH_MS = 30 * 24 * HOUR;

interface MarketOptions {
  seed: number;
  runs: number;
  /** The least number of servers to kill. */
  kills: number;
  onProgress?: (done: number) => void;
}

const tokenOf = (run: number): string => createHash('sha256').update(`buyer ${run}`).digest('base64url');

/** Adds one signed-in company in a separate organisation for each run. */
const addBuyers = async (pool: Pool, runs: number): Promise<void> => {
  const tokens = Array.from({ length: runs }, (_, run) => tokenOf(run));
  await pool.query(
    `with given as (select run - 1 as run, token from unnest($1::text[]) with ordinality as t(token, run)),
     made as (
       insert into organisations (name, created_at) select 'buyer-' || run, $2::timestamptz from given returning id, name
     ), people as (
       insert into users (organisation_id, user_type, email, first_name, last_name, created_at)
       select id, 'company', name || '@demo.test', 'Ayşe', 'Yılmaz', $2::timestamptz from made returning id, email
     ), sessions as (
       insert into user_sessions (session_id, user_id, created_at, last_seen_at)
       select gen_random_uuid(), id, $2::timestamptz, $2::timestamptz from people returning session_id, user_id
     )
     insert into access_tokens (token_hash, session_id, user_id, created_at, expires_at)
     select sha256(g.token::bytea), s.session_id, p.id, $2::timestamptz, $2::timestamptz + interval '30 days'
     from given g join people p on p.email = 'buyer-' || g.run || '@demo.test' join sessions s on s.user_id = p.id`,
    [tokens, NOW],
  );
};

const catalogueOf = async (pool: Pool) => {
  const products = await pool.query<{ id: number; key: string }>('select id, key from products');
  const plan = await pool.query<{ id: number }>('select id from subscription_plans order by id limit 1');
  return { productIds: new Map(products.rows.map(({ id, key }) => [key, id])), planId: plan.rows[0]!.id };
};

/** Waits for the transactions of a killed server, whose locks last until PostgreSQL notices. */
const waitUntilIdle = async (pool: Pool): Promise<void> => {
  const others = `select pid, state, query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  await eventually(
    () => pool.query(others),
    ({ rowCount }) => rowCount === 0,
  );
};

/**
 * Settles the payments as the background task does, twice, an hour apart: the first run starts charges, which the bank
 * checks for two minutes.
 */
const settleAll = async ({ db, pool }: TestDatabase, epoch: Epoch): Promise<void> => {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from payments');
  for (const hours of [1, 2]) {
    const clock = fastClock(epoch, hours * HOUR);
    const payments = createSandbox({ db, clock, secret: SECRET });
    const deps = { db, clock, payments, settings: readSettings({}) };
    for (let left = rows[0]!.n; left >= 0; left -= 1)
      if ((await advanceUnsettled(deps as Parameters<typeof advanceUnsettled>[0])) === 0) break;
  }
};

/** Kills servers one after the other over the whole run; the last buyers finish only after enough kills. */
const killer = async (servers: Servers, kills: number, share: () => number): Promise<void> => {
  while (servers.kills.all < kills) {
    if (share() * (kills + 1) > servers.kills.all || share() === 1) await servers.kill();
    else await pause(5);
  }
};

/**
 * Lets companies buy at the same time from servers that are killed repeatedly, and compares both books once everything
 * has settled. The same seed makes the same plans and kills at the same spots in the same order.
 */
export const runMarket = async (
  database: TestDatabase,
  { seed, runs, kills, onProgress }: MarketOptions,
): Promise<Balance & { kills: Servers['kills'] }> => {
  const { pool, url } = database;
  // The run kills servers but not PostgreSQL. Without waiting for the disk it takes a tenth of the time.
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  await pool.query(`alter database ${rows[0]!.name} set synchronous_commit to off`);
  const epoch = { startedAt: Date.now(), base: NOW.getTime() };
  const endPrices = (at: Date) =>
    pool.query('update products set rule_price_ends_at = $1 where rule_price_minor is not null', [at]);
  await endPrices(new Date(NOW.getTime() + MONTH_MS));
  await addBuyers(pool, runs);
  const servers = await startServers({ url, epoch, secret: SECRET }, createRandom(seed));
  const client = clientOf(servers);
  const market = {
    send: client,
    secret: SECRET,
    ...(await catalogueOf(pool)),
    paymentsOf: async (basketId: string) =>
      (await pool.query<{ id: string }>('select id from payments where basket_id = $1', [basketId])).rows.map(
        ({ id }) => id,
      ),
  };
  const reports: BuyerReport[] = [];
  let next = 0;
  const buyNext = async () => {
    while (next < runs) {
      const run = next;
      next += 1;
      if (run === Math.floor(runs / 2)) await endPrices(new Date(fastClock(epoch).now().getTime() + NOTICE_MS));
      reports.push(await buy(market, { run, token: tokenOf(run) }, planOf(seed, run)));
      onProgress?.(reports.length);
    }
  };
  const over = killer(servers, kills, () => reports.length / runs);
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, buyNext));
    await over;
    await pause(realMs(NOTICE_MS));
  } finally {
    client.close();
    await servers.stop();
  }
  await waitUntilIdle(pool);
  await settleAll(database, epoch);
  const balance = await compareBooks(pool, (run) => planOf(seed, run), reports);
  return { ...balance, kills: servers.kills };
};
