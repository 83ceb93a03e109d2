import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { IDEMPOTENCY_HOURS } from '../../../contract/constants/limits';
import type { Database } from '../database/schema';
import type { Deps } from '../deps';
import { AppError } from '../errors';
import { SERVER_LOCKS } from '../presence';

const HOUR_MS = 3_600_000;
/** A first try that left no answer for so long is dead whatever its server does: no statement of a transaction may take longer. */
const LEASE_MS = 60_000;
/** Seconds after which it is worth asking again while the first try is running. */
const RETRY_SECONDS = 1;
/** Milliseconds between the tries to give a key back while the store is away. */
const RELEASE_AGAIN_MS = 250;
/** What a client may choose as a key. */
const KEY = /^[\x21-\x7e]{1,128}$/;

/** A write that a client may repeat: its key counts for one user and one route. */
export interface RepeatableCall {
  userId: number;
  route: string;
  /** The header `Idempotency-Key` as it came; undefined: the write is done each time. */
  key: string | string[] | undefined;
  /** What makes a repeat the same write. */
  body: unknown;
  /** Tells whether the first answer leads nowhere any more, such as to a payment page whose payment has ended. */
  isOver?: () => Promise<boolean>;
}

/** Keeps the answer in the transaction of the write itself, so that neither is there without the other. */
export type KeepAnswer = (trx: Transaction<Database>, answer: unknown) => Promise<void>;

/** The same text for the same value, in whatever order its fields came. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.map(([name, inner]) => [name, canonical(inner)]);
};

const fingerprintOf = (body: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonical(body)) ?? '')
    .digest();

const inFlight = () => new AppError(409, ERROR_KEYS.idempotencyInFlight, { retryAfter: RETRY_SECONDS });

interface Held {
  fingerprint: Buffer;
  answer: unknown;
}

/** Whether nobody holds the lock of the server of a key: it died, or lost PostgreSQL for a moment. */
const isServerGone = sql`not exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid = ${sql.lit(SERVER_LOCKS)}::oid and objid = k.server_number::oid)`;

/**
 * Takes the key for this try, or answers who has it. A key older than a day, or of a try that died, is taken over. One that
 * was taken for dead and lives does no harm: its `keep` finds that the key is another's, and its transaction is rolled back.
 */
const claim = async (
  { db, presence }: Pick<Deps, 'db' | 'presence'>,
  call: RepeatableCall,
  fingerprint: Buffer,
  now: Date,
) => {
  const server = (await presence.isShown()) ? presence.number : null;
  const { userId, route, key } = call;
  const [old, dead] = [IDEMPOTENCY_HOURS * HOUR_MS, LEASE_MS].map((ms) => new Date(now.getTime() - ms));
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
  const held = await sql<Held>`
    select fingerprint, answer from idempotency_keys
    where user_id = ${userId} and route = ${route} and key = ${key}`.execute(db);
  // Gone meanwhile: the first try failed, and the next one may have it.
  if (!held.rows[0]) throw inFlight();
  return held.rows[0];
};

const keeper =
  ({ userId, route, key }: RepeatableCall, claimedAt: Date): KeepAnswer =>
  async (trx, answer) => {
    const { rows } = await sql`
      update idempotency_keys set status = 200, answer = ${JSON.stringify(answer)}::jsonb
      where user_id = ${userId} and route = ${route} and key = ${key} and status is null and created_at = ${claimedAt}
      returning 1`.execute(trx);
    // Somebody took this try for dead and does the write: this one is rolled back.
    if (rows.length === 0) throw inFlight();
  };

const release = async ({ db }: Pick<Deps, 'db'>, { userId, route, key }: RepeatableCall, claimedAt: Date) => {
  await sql`
    delete from idempotency_keys
    where user_id = ${userId} and route = ${route} and key = ${key} and status is null and created_at = ${claimedAt}`.execute(
    db,
  );
};

/** Gives the key back when the store has come again, so that a repeat need not wait until the first try counts as dead. */
const releaseLater = async (...args: Parameters<typeof release>): Promise<void> => {
  for (let waited = 0; waited < LEASE_MS; waited += RELEASE_AGAIN_MS) {
    await pause(RELEASE_AGAIN_MS, undefined, { ref: false });
    const isReleased = await release(...args).then(
      () => true,
      () => false,
    );
    if (isReleased) return;
  }
};

/**
 * Does a write once however often it is sent with the same key within a day: a repeat gets the first answer; one with
 * another body, or after the first answer is over, 409 `idempotency.mismatch`; one while the first is running 409
 * `idempotency.in_flight` with Retry-After. A write that failed may be tried again. `work` must call `keep` in its
 * transaction. API contract, section 11.
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
  const held = await claim(deps, call, fingerprint, now);
  if (held) {
    if (!held.fingerprint.equals(fingerprint)) throw new AppError(409, ERROR_KEYS.idempotencyMismatch);
    if (held.answer === null) throw inFlight();
    if (await call.isOver?.()) throw new AppError(409, ERROR_KEYS.idempotencyMismatch);
    return held.answer as T;
  }
  try {
    return await work(keeper(call, now));
  } catch (error) {
    // A failure of the store does not hide the first one.
    await release(deps, call, now).catch(() => void releaseLater(deps, call, now));
    throw error;
  }
};

/** Forgets the keys of more than a day; answers how many. */
export const removeOldKeys = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> => {
  const before = new Date(clock.now().getTime() - IDEMPOTENCY_HOURS * HOUR_MS);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
