import { sql } from 'kysely';
import { SMS_CODE_TRIES } from '../../../contract/constants/limits';
import { hasRow, run } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import { sha256 } from '../../platform/secrets';
import { newToken } from '../../platform/auth/tokens';

/** Why a phone is proven: for a registration, or for a change of one account's profile. */
interface PhonePurpose {
  /** The owner of the profile; null for a registration. */
  userId: number | null;
}

interface CodeRequest extends PhonePurpose {
  phone: string;
  /** The hash that identifies the requester. */
  requester: Buffer;
  now: Date;
}

/**
 * Whether a code belongs to the requester. A code for a profile belongs to its account; a visitor's code belongs to
 * that visitor; a code without a requester belongs to everyone.
 */
const isOwn = ({ userId, requester }: Pick<CodeRequest, 'userId' | 'requester'>) =>
  sql<boolean>`(${userId}::bigint is not null or requester is null or requester = ${requester})`;

const purposeOf = ({ userId }: PhonePurpose) => (userId === null ? 'registration' : 'profile');

/** The first key of the advisory lock below; the hash of the phone is the second. */
const SEND_LOCK = 714_112;

/** Locks the sending of codes to a phone, so that the second of two simultaneous requests sees the first one's code. */
export const lockPhone = (trx: Trx, phone: string): Promise<void> =>
  run(trx)`select pg_advisory_xact_lock(${SEND_LOCK}::int, hashtext(${phone}))`;

/**
 * Locks and returns the codes that the requester may still enter: their own first, then those of others, newest first.
 * `phone` has the country calling code or is ten digits alone; ten digits can match codes of several countries.
 */
export const lockLiveCodes = async (trx: Trx, { phone, userId, requester, now }: CodeRequest) => {
  const own = isOwn({ userId, requester });
  const query = trx
    .selectFrom('phoneCodes')
    .select(['id', 'phone', 'nonce', own.as('isOwn')])
    .where(phone.startsWith('+') ? sql<string>`phone` : sql<string>`right(phone, 10)`, '=', phone)
    .where('purpose', '=', purposeOf({ userId }))
    .where('expiresAt', '>', now)
    .where('proofHash', 'is', null)
    .where('wrongTries', '<', SMS_CODE_TRIES)
    .where(({ or, eb }) => or([own, eb('strangerTries', '<', SMS_CODE_TRIES)]));
  const ofPurpose = userId === null ? query.where('userId', 'is', null) : query.where('userId', '=', userId);
  return ofPurpose.orderBy(own, 'desc').orderBy('id', 'desc').forUpdate().execute();
};

/** Returns whether the visitor has an unexpired code of their own. */
export const hasOwnCode = (db: Db, { phone, userId, requester, now }: CodeRequest): Promise<boolean> => hasRow(db)`
    select 1 from phone_codes
    where phone = ${phone} and purpose = ${purposeOf({ userId })} and user_id is null and requester = ${requester}
      and expires_at > ${now} and proof_hash is null and wrong_tries < ${SMS_CODE_TRIES}`;

/** Stores a new code and returns its id. It expires the requester's older codes for the same phone. */
export const insertCode = async (trx: Trx, code: CodeRequest & { nonce: string; expiresAt: Date }): Promise<number> => {
  const { phone, userId, requester, nonce, now, expiresAt } = code;
  await run(trx)`
    update phone_codes set expires_at = ${now}
    where phone = ${phone} and purpose = ${purposeOf(code)} and user_id is not distinct from ${userId}
      and ${isOwn(code)} and expires_at > ${now}`;
  const { id } = await trx
    .insertInto('phoneCodes')
    .values({ phone, purpose: purposeOf(code), userId, nonce, requester, sentAt: now, expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Restarts the lifetime of a code that is sent again. Its wrong attempts stay counted. */
export const extendCode = (trx: Trx, id: number, now: Date, expiresAt: Date) =>
  trx.updateTable('phoneCodes').set({ sentAt: now, expiresAt }).where('id', '=', id).execute();

/** Counts a wrong attempt on each code. The requester's own codes and those of others have separate counters. */
export const countWrongTry = (
  trx: Trx,
  { ids, ...owner }: Pick<CodeRequest, 'userId' | 'requester'> & { ids: number[] },
) =>
  sql`
    update phone_codes
       set wrong_tries = wrong_tries + (${isOwn(owner)})::int, stranger_tries = stranger_tries + (not ${isOwn(owner)})::int
     where id = any(${ids})`.execute(trx);

/** Stores the proof for a right code. The code stops working; the proof is valid until `expiresAt`. */
export const storeProof = (
  trx: Trx,
  { id, hash, now, expiresAt }: { id: number; hash: Buffer; now: Date; expiresAt: Date },
) =>
  trx
    .updateTable('phoneCodes')
    .set({ proofHash: hash, proofExpiresAt: expiresAt, expiresAt: now })
    .where('id', '=', id)
    .execute();

interface Proof extends PhonePurpose {
  hash: Buffer;
  /** With the country calling code. */
  phone: string;
  now: Date;
}

const matchesProof = ({ hash, phone, userId, now }: Proof) => sql`
  proof_hash = ${hash} and phone = ${phone} and purpose = ${purposeOf({ userId })}
  and user_id is not distinct from ${userId} and used_at is null and proof_expires_at > ${now}`;

export const isProofAlive = (db: Db, proof: Proof): Promise<boolean> =>
  hasRow(db)`select 1 from phone_codes where ${matchesProof(proof)}`;

/** Consumes a proof; returns false without one. A rollback of the transaction restores it. */
export const consumeProof = (trx: Trx, proof: Proof): Promise<boolean> => hasRow(trx)`
    update phone_codes set used_at = ${proof.now} where ${matchesProof(proof)} returning id`;

/** Whether a live account other than `exceptId` has the number. `phone` has no country calling code. */
export const phoneIsTaken = (
  db: Db,
  { phone, countryCode, exceptId }: { phone: string; countryCode: string; exceptId: number | null },
): Promise<boolean> => hasRow(db)`
    select 1 from users
    where phone = ${phone} and country_code = ${countryCode} and deleted_at is null and organisation_id is not null
      and id is distinct from ${exceptId}`;

interface NewCode {
  userId: number;
  purpose: 'reset' | 'invitation';
  now: Date;
  /** In milliseconds. */
  life: number;
}

/**
 * Creates a code of 256 random bits for a link that sets a password. It deletes the account's older codes of the same
 * purpose only, so that a stranger's reset request does not end an invitation.
 */
export const issuePasswordCode = async (trx: Trx, { userId, purpose, now, life }: NewCode): Promise<string> => {
  const code = newToken();
  await trx.deleteFrom('passwordCodes').where('userId', '=', userId).where('purpose', '=', purpose).execute();
  const expiresAt = new Date(now.getTime() + life);
  const row = { codeHash: sha256(code), userId, purpose, createdAt: now, expiresAt };
  await trx.insertInto('passwordCodes').values(row).execute();
  return code;
};

/** Returns the owner of an unexpired code; undefined when the code is unknown or the account is deleted. */
export const ownerOfPasswordCode = async (db: Db, code: string, now: Date): Promise<number | undefined> => {
  const found = await db
    .selectFrom('passwordCodes')
    .innerJoin('users', 'users.id', 'passwordCodes.userId')
    .select('passwordCodes.userId')
    .where('codeHash', '=', sha256(code))
    .where('expiresAt', '>', now)
    .where('users.deletedAt', 'is', null)
    .executeTakeFirst();
  return found?.userId;
};

/**
 * Deletes a used code. Returns false when it is already gone, so that only one of two simultaneous requests succeeds.
 */
export const takePasswordCode = async (trx: Trx, code: string): Promise<boolean> => {
  const taken = trx.deleteFrom('passwordCodes').where('codeHash', '=', sha256(code));
  return (await taken.executeTakeFirst()).numDeletedRows > 0n;
};

export const endPasswordCodes = (trx: Trx, userId: number) =>
  trx.deleteFrom('passwordCodes').where('userId', '=', userId).execute();
