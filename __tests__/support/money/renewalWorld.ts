import type { Pool } from 'pg';
import { DAY, HOUR, MINUTE } from '../../../contract/constants/time';
import { createRandom, type Random } from '../../../server/seeds/insert';
import { advance, findPurchase, findUnanswered, renewDue, settleManually } from '../../../server/modules/payment';
import { cancelPlan } from '../../../server/modules/product';
import type { Deps } from '../../../server/platform/deps';
import { createIyzico } from '../../../server/adapters/payment/iyzico/iyzico';
import { IYZICO_KEYS } from '../counterparts/iyzicoWorld';
import type { TestServer } from '../testServer';
import { takeBackup } from './renewalBackup';
import { problemsOf } from './renewalBooks';
import { slowBank, SLOWEST_MS, type SlowBank } from './slowBank';

const DAYS = 40;

export interface Company {
  seed: number;
  userId: number;
  organisationId: number;
  subscriptionId: number;
}

export interface World {
  server: TestServer;
  deps: Deps;
  bank: SlowBank;
  companies: Company[];
  random: Random;
}

interface Tally {
  charges: number;
  crashes: number;
  restores: number;
  byHand: number;
  problems: string[];
}

const addCompanies = async (pool: Pool, seeds: number[], now: Date): Promise<Company[]> => {
  const { rows } = await pool.query<Company>(
    `with given as (select seed from unnest($1::int[]) as t(seed)),
     made as (insert into organisations (name, created_at) select 'renewing-' || seed, $2 from given returning id, name),
     people as (
       insert into users (organisation_id, user_type, email, first_name, last_name, tax_office_number, company_address,
         location_name, country_code, created_at)
       select id, 'company', name || '@demo.test', 'Ayşe', 'Yılmaz', '1234567890', 'Bağdat Cad. 1', 'Şişli, İstanbul', 'TR', $2
       from made returning id, organisation_id, email),
     begun as (
       insert into subscriptions (organisation_id, user_id, plan_id, status, starts_at, next_attempt_at, created_at, provider,
         provider_token)
       select p.organisation_id, p.id, l.id, 'active', b.at, b.at + b.period, b.at, 'iyzico',
         '{"cardUserKey":"user-key","cardToken":"card-token"}'
       from people p cross join lateral (select substring(p.email from '\\d+')::int as seed) s
       cross join lateral (select $2::timestamptz - make_interval(mins => (s.seed * 997) % 8000) as at,
         case when s.seed % 4 = 0 then interval '1 month' else interval '7 days' end as period,
         case when s.seed % 4 = 0 then 'monthly' else 'weekly' end as name) b
       join subscription_plans l on l.period = b.name
       returning id, user_id, organisation_id)
     select substring(p.email from '\\d+')::int as seed, b.id as "subscriptionId", b.user_id as "userId",
       b.organisation_id as "organisationId"
     from begun b join people p on p.id = b.user_id order by seed`,
    [seeds, now],
  );
  return rows;
};

/** Makes a provider whose caller dies at the n-th call, before sending it or before reading its answer. */
const dyingAt = (payments: Deps['payments'], call: number, isSent: boolean, died: () => void): Deps['payments'] => {
  let calls = 0;
  const never = () => new Promise<never>(() => died());
  return new Proxy(payments, {
    get: (target, name: keyof Deps['payments']) => {
      const method = target[name];
      if (typeof method !== 'function') return method;
      return async (...given: never[]) => {
        const isLast = (calls += 1) === call;
        if (isLast && !isSent) return never();
        const answer: unknown = await (method as (...all: never[]) => Promise<unknown>)(...given).catch(
          (error: unknown) => (isLast ? never() : Promise.reject(error)),
        );
        return isLast ? never() : answer;
      };
    },
  });
};

/** Renews as the clock's task does. A failure is ignored here, since the task logs it and runs again. */
const renew = async (deps: Deps): Promise<void> => void (await renewDue(deps).catch(() => 0));

const renewAndDie = async ({ deps, random }: World): Promise<void> => {
  let died = () => undefined as void;
  const death = new Promise<void>((resolve) => (died = resolve));
  const payments = dyingAt(deps.payments, random.int(1, 12), random.chance(0.6), () => died());
  await Promise.race([renew({ ...deps, payments }), death]);
};

/** Settles each renewal of the alarm by the bank's book, as an operator does, and returns their number. */
const decideByHand = async ({ deps, bank }: World): Promise<number> => {
  let settled = 0;
  for (const { paymentId, sentAt } of await findUnanswered(deps)) {
    // By now the bank has no open request.
    if (deps.clock.now().getTime() - sentAt.getTime() < 2 * SLOWEST_MS) continue;
    const wasTaken = bank.charges.some((one) => one.orderId === paymentId && one.takenAt !== null);
    if ((await settleManually(deps, { paymentId, wasTaken })) === 'settled') settled += 1;
  }
  return settled;
};

const settleQuietly = async ({ server, deps }: World, minutes: readonly number[]): Promise<void> => {
  for (const wait of minutes) {
    server.clock.set(new Date(server.clock.now().getTime() + wait * MINUTE));
    await renew(deps);
  }
};

const cancelSome = async ({ deps, companies, random }: World): Promise<void> => {
  for (const { userId, organisationId, subscriptionId: id } of companies) {
    if (!random.chance(0.004)) continue;
    const user = { id: userId, organisationId, name: 'Ayşe Yılmaz' } as Parameters<typeof cancelPlan>[1]['user'];
    await cancelPlan(deps, { user, requestId: 'x', id }).catch((error: { status?: number }) => {
      if (error.status !== 409) throw error;
    });
  }
};

/**
 * Lets the companies of the given seeds renew for weeks at a slow, late and silent bank, and returns the problems at
 * the end.
 */
export const runHistories = async (server: TestServer, seeds: number[]): Promise<Tally> => {
  const random = createRandom(seeds[0]! * 7_919 + 1);
  const begun = server.clock.now().getTime();
  const companies = await addCompanies(server.pool, seeds, server.clock.now());
  const seedOf = new Map(companies.map(({ userId, seed }) => [userId, seed]));
  const declined = new Set<number>();
  const bank = await slowBank(
    server.clock,
    (userId) => seedOf.get(userId) ?? 0,
    (userId) => declined.has(userId),
  );
  const settings = { ...IYZICO_KEYS, apiUrl: bank.url };
  const payments = createIyzico({
    settings,
    purchaseOf: (orderId) => findPurchase(server.db, orderId),
    timeoutMs: 10_000,
  });
  const deps = { ...server.deps, payments };
  const world: World = { server, deps, bank, companies, random };
  const tally: Tally = { charges: 0, crashes: 0, restores: 0, byHand: 0, problems: [] };
  const doubled: Promise<unknown>[] = [];
  bank.onDoubled = (orderId) => void doubled.push(advance(deps, orderId).catch(() => undefined));
  let backup: Awaited<ReturnType<typeof takeBackup>> | null = null;

  const now = () => server.clock.now().getTime();
  const go = (ms: number) => server.clock.set(new Date(now() + ms));
  while (now() - begun < DAYS * DAY) {
    go(random.int(MINUTE, 20 * HOUR));
    for (const { userId } of companies) if (random.chance(0.02) && !declined.delete(userId)) declined.add(userId);
    await cancelSome(world);
    const event = random.next();
    if (event < 0.15) {
      tally.crashes += 1;
      await renewAndDie(world);
    } else if (event < 0.22) {
      backup = await takeBackup(server.pool, companies);
    } else if (event < 0.26 && backup) {
      tally.restores += 1;
      await backup.restore();
      // Servers start again only after the bank's longest delay, as docs/OPERATIONS.md requires.
      go(SLOWEST_MS + random.int(MINUTE, 10 * DAY));
    }
    await Promise.all(Array.from({ length: random.int(1, 2) }, () => renew(deps)));
    await settleQuietly(world, [2, 2].slice(0, random.int(0, 2)));
    await Promise.all(doubled.splice(0));
    if (random.chance(0.1)) tally.byHand += await decideByHand(world);
  }
  bank.stopFaults = true;
  declined.clear();
  // Weeks without a decline: failed charges are retried, and an operator settles those without an answer.
  for (const hours of [1, 1, 24, 48, 48, 120, 1]) {
    await settleQuietly(world, [hours * 60, 2, 2]);
    tally.byHand += await decideByHand(world);
  }
  tally.charges = bank.charges.length;
  tally.problems = await problemsOf(world);
  await server.pool.query(
    `update subscriptions set status = 'ended', next_attempt_at = null, unpaid_since = null where user_id = any($1)`,
    [companies.map(({ userId }) => userId)],
  );
  await bank.close();
  return tally;
};
