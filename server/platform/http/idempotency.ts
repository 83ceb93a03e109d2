import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { IDEMPOTENCY_HOURS } from '../../../contract/constants/limits';
import { HOUR } from '../../../contract/constants/time';
import { run } from '../database/query';
import type { Trx } from '../database/schema';
import type { Deps } from '../deps';
import { AppError } from '../errors';
import { SERVER_LOCKS } from '../presence';
import { sha256 } from '../secrets';

/**
 * Milliseconds after which a first try without a response counts as dead. No statement of a transaction may take
 * longer.
 */
const LEASE_MS = 60_000;
/** Seconds until a retry makes sense while the first try is running. */
const RETRY_SECONDS = 1;
/** Milliseconds between attempts to release a key while PostgreSQL is unavailable. */
const RELEASE_RETRY_MS = 250;
/** The keys that a client may choose. */
const KEY = /^[\x21-\x7e]{1,128}$/;

/** A write that a client may repeat. Its key counts for one user and one route. */
export interface RepeatableCall {
  userId: number;
  route: string;
  /** The `Idempotency-Key` header as received; undefined means that the write is done each time. */
  key: string | string[] | undefined;
  /** The body; a repeat must send the same one. */
  body: unknown;
  /** Returns whether the first response is obsolete, such as a link to a payment page whose payment has ended. */
  isOver?: () => Promise<boolean>;
}

/** Stores the response in the transaction of the write, so that both are committed or neither. */
export type KeepAnswer = (trx: Trx, answer: unknown) => Promise<void>;

/** Returns the value with sorted fields, so that equal values give the same text. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.map(([name, inner]) => [name, canonical(inner)]);
};

const fingerprintOf = (body: unknown): Buffer => sha256(JSON.stringify(canonical(body)) ?? '');

const inFlight = () => new AppError(409, ERROR_KEYS.idempotencyInFlight, { retryAfter: RETRY_SECONDS });

interface FirstTry {
  fingerprint: Buffer;
  answer: unknown;
}

/** True when no process holds the lock of the key's server: the server died, or lost PostgreSQL for a moment. */
const isServerGone = sql`not exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(SERVER_LOCKS)}::oid and objid = k.server_number::oid)`;

/**
 * Takes the key for this try, or returns its holder. Takes over a key that is older than a day or belongs to a dead
 * try. A try that was wrongly taken for dead does no harm: its `keep` finds that the key has a new holder, and its
 * transaction is rolled back.
 */
const claim = async (
  { db, presence }: Pick<Deps, 'db' | 'presence'>,
  call: RepeatableCall,
  fingerprint: Buffer,
  now: Date,
) => {
  const server = (await presence.isShown()) ? presence.number : null;
  const { userId, route, key } = call;
  const [old, dead] = [IDEMPOTENCY_HOURS * HOUR, LEASE_MS].map((ms) => new Date(now.getTime() - ms));
  const { rows } = await sql`
    insert into idempotency_keys as k (user_id, route, key, fingerprint, created_at, server_number)
    values (${userId}, ${route}, ${key}, ${fingerprint}, ${now}, ${server})
    on conflict (user_id, route, key) do update
      set fingerprint = excluded.fingerprint, created_at = excluded.created_at, status = null, answer = null,
        server_number = excluded.server_number
      where k.created_at <= ${old} or (k.status is null and k.fingerprint = excluded.fingerprint
        and (k.created_at <= ${dead} or (k.server_number <> ${presence.number} and ${isServerGone})))
    returning 1`.execute(db);
  if (rows.length > 0) return null;
  const firstTry = await sql<FirstTry>`
    select fingerprint, answer from idempotency_keys
    where user_id = ${userId} and route = ${route} and key = ${key}`.execute(db);
  // The row is gone because the first try failed; a retry may take the key.
  if (!firstTry.rows[0]) throw inFlight();
  return firstTry.rows[0];
};

const keeper =
  ({ userId, route, key }: RepeatableCall, claimedAt: Date): KeepAnswer =>
  async (trx, answer) => {
    const { rows } = await sql`
      update idempotency_keys set status = 200, answer = ${JSON.stringify(answer)}::jsonb
      where user_id = ${userId} and route = ${route} and key = ${key} and status is null and created_at = ${claimedAt}
      returning 1`.execute(trx);
    // Another try took this one for dead and does the write, so this one is rolled back.
    if (rows.length === 0) throw inFlight();
  };

const release = (
  { db }: Pick<Deps, 'db'>,
  { userId, route, key }: RepeatableCall,
  claimedAt: Date,
): Promise<void> => run(db)`
    delete from idempotency_keys
    where user_id = ${userId} and route = ${route} and key = ${key} and status is null and created_at = ${claimedAt}`;

/**
 * Releases the key when PostgreSQL is available again, so that a repeat need not wait until the first try counts as
 * dead.
 */
const releaseLater = async (...args: Parameters<typeof release>): Promise<void> => {
  for (let waited = 0; waited < LEASE_MS; waited += RELEASE_RETRY_MS) {
    await pause(RELEASE_RETRY_MS, undefined, { ref: false });
    const isReleased = await release(...args).then(
      () => true,
      () => false,
    );
    if (isReleased) return;
  }
};

/**
 * Does a write once, however often it is sent with the same key within a day. A repeat gets the first response. A
 * repeat with another body, or after the first response is obsolete, gets 409 `idempotency.mismatch`; a repeat while
 * the first try is running gets 409 `idempotency.in_flight` with Retry-After. A failed write may be retried. `work`
 * must call `keep` in its transaction (docs/API.md#idempotency).
 */
export const idempotently = async <T>(
  deps: Pick<Deps, 'db' | 'clock' | 'presence'>,
  call: RepeatableCall,
  work: (keep: KeepAnswer) => Promise<T>,
): Promise<T> => {
  if (call.key === undefined) return work(async () => undefined);
  if (typeof call.key !== 'string' || !KEY.test(call.key)) throw new AppError(400, ERROR_KEYS.invalid);
  const now = deps.clock.now();
  const fingerprint = fingerprintOf(call.body);
  const firstTry = await claim(deps, call, fingerprint, now);
  if (firstTry) {
    if (!firstTry.fingerprint.equals(fingerprint)) throw new AppError(409, ERROR_KEYS.idempotencyMismatch);
    if (firstTry.answer === null) throw inFlight();
    if (await call.isOver?.()) throw new AppError(409, ERROR_KEYS.idempotencyMismatch);
    return firstTry.answer as T;
  }
  try {
    return await work(keeper(call, now));
  } catch (error) {
    // A failure to release the key must not hide the first failure.
    await release(deps, call, now).catch(() => void releaseLater(deps, call, now));
    throw error;
  }
};

/** Deletes keys older than a day; returns how many. */
export const removeOldKeys = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> => {
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_HOURS * HOUR);
  const { numDeletedRows } = await db.deleteFrom('idempotencyKeys').where('createdAt', '<=', before).executeTakeFirst();
  return Number(numDeletedRows);
};
