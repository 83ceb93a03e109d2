import { sql, type Kysely, type Transaction } from 'kysely';
import { SMS_CODE_TRIES } from '../../../contract/constants/limits';
import type { Database } from '../../platform/database/schema';

/** For what a phone is proven: a registration, or a change of one account's profile. */
export interface PhonePurpose {
  /** Whose profile; null for a registration. */
  userId: number | null;
}

interface Asked extends PhonePurpose {
  phone: string;
  /** Who asks. */
  requester: Buffer;
  now: Date;
}

/** What an account asked for is its own; of visitors each has their own, and what has no requester is anybody's. */
const isOwn = ({ userId, requester }: Pick<Asked, 'userId' | 'requester'>) =>
  sql<boolean>`(${userId}::bigint is not null or requester is null or requester = ${requester})`;

const purposeOf = ({ userId }: PhonePurpose) => (userId === null ? 'registration' : 'profile');

/** First of the two numbers of the lock below; the second is made of the phone. */
const SENDING = 714_112;

/** Waits until nobody else sends a code to the phone: of two at the same moment the second sees the first one's code. */
export const awaitTurn = async (trx: Transaction<Database>, phone: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${SENDING}::int, hashtext(${phone}))`.execute(trx);
};

/**
 * The codes that the requester may still enter, their own and then those of others, the last one first; their rows are locked.
 * `phone` with the country's code, or its ten digits alone: then there may be one of each country.
 */
export const lockLiveCodes = async (trx: Transaction<Database>, { phone, userId, requester, now }: Asked) => {
  const own = isOwn({ userId, requester });
  const query = trx
    .selectFrom('phone_codes')
    .select(['id', 'phone', 'nonce', own.as('isOwn')])
    .where(phone.startsWith('+') ? sql<string>`phone` : sql<string>`right(phone, 10)`, '=', phone)
    .where('purpose', '=', purposeOf({ userId }))
    .where('expires_at', '>', now)
    .where('proof_hash', 'is', null)
    .where('wrong_tries', '<', SMS_CODE_TRIES)
    .where(({ or, eb }) => or([own, eb('stranger_tries', '<', SMS_CODE_TRIES)]));
  const ofPurpose = userId === null ? query.where('user_id', 'is', null) : query.where('user_id', '=', userId);
  return ofPurpose.orderBy(own, 'desc').orderBy('id', 'desc').forUpdate().execute();
};

/** Stores a new code and answers its id; the requester's own before it for the same phone can no longer be entered. */
export const insertCode = async (
  trx: Transaction<Database>,
  code: Asked & { nonce: string; expiresAt: Date },
): Promise<number> => {
  const { phone, userId, requester, nonce, now, expiresAt } = code;
  await sql`
    update phone_codes set expires_at = ${now}
    where phone = ${phone} and purpose = ${purposeOf(code)} and user_id is not distinct from ${userId}
      and ${isOwn(code)} and expires_at > ${now}`.execute(trx);
  const { id } = await trx
    .insertInto('phone_codes')
    .values({
      phone,
      purpose: purposeOf(code),
      user_id: userId,
      nonce,
      requester,
      sent_at: now,
      expires_at: expiresAt,
      proof_hash: null,
      proof_expires_at: null,
      used_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The same code once more: its life begins anew, its wrong tries stay. */
export const extendCode = (trx: Transaction<Database>, id: number, now: Date, expiresAt: Date) =>
  trx.updateTable('phone_codes').set({ sent_at: now, expires_at: expiresAt }).where('id', '=', id).execute();

/** Counts a wrong try with each of the codes: against the requester's own, and apart from it against those of others. */
export const countWrongTry = (
  trx: Transaction<Database>,
  { ids, ...who }: Pick<Asked, 'userId' | 'requester'> & { ids: number[] },
) =>
  sql`
    update phone_codes
       set wrong_tries = wrong_tries + (${isOwn(who)})::int, stranger_tries = stranger_tries + (not ${isOwn(who)})::int
     where id = any(${ids})`.execute(trx);

/** The code was right: it serves no more, and its proof does until then. */
export const storeProof = (
  trx: Transaction<Database>,
  { id, hash, now, expiresAt }: { id: number; hash: Buffer; now: Date; expiresAt: Date },
) =>
  trx
    .updateTable('phone_codes')
    .set({ proof_hash: hash, proof_expires_at: expiresAt, expires_at: now })
    .where('id', '=', id)
    .execute();

export interface Proof extends PhonePurpose {
  hash: Buffer;
  /** With the country's code. */
  phone: string;
  now: Date;
}

const proofs = ({ hash, phone, userId, now }: Proof) => sql`
  proof_hash = ${hash} and phone = ${phone} and purpose = ${purposeOf({ userId })}
  and user_id is not distinct from ${userId} and used_at is null and proof_expires_at > ${now}`;

/** Whether a proof would serve. */
export const isProofAlive = async (db: Kysely<Database>, proof: Proof): Promise<boolean> => {
  const { rows } = await sql`select 1 from phone_codes where ${proofs(proof)}`.execute(db);
  return rows.length > 0;
};

/** Uses a proof up; false when there is none. Undone with the transaction, so a failed change keeps it. */
export const takeProof = async (trx: Transaction<Database>, proof: Proof): Promise<boolean> => {
  const { rows } = await sql`
    update phone_codes set used_at = ${proof.now} where ${proofs(proof)} returning id`.execute(trx);
  return rows.length > 0;
};

/** Whether a live account other than `exceptId` has the number. `phone` without the country's code. */
export const phoneIsTaken = async (
  db: Kysely<Database>,
  { phone, countryCode, exceptId }: { phone: string; countryCode: string; exceptId: number | null },
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from users
    where phone = ${phone} and country_code = ${countryCode} and deleted_at is null and organisation_id is not null
      and id is distinct from ${exceptId}`.execute(db);
  return rows.length > 0;
};
