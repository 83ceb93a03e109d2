import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';
import { sha256 } from '../../platform/sha256';

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
export const issuePasswordCode = async (
  trx: Transaction<Database>,
  { userId, purpose, now, life }: NewCode,
): Promise<string> => {
  const code = randomBytes(32).toString('base64url');
  await trx.deleteFrom('password_codes').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
  await trx
    .insertInto('password_codes')
    .values({
      code_hash: sha256(code),
      user_id: userId,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + life),
    })
    .execute();
  return code;
};

/** Returns the owner of an unexpired code; undefined when the code is unknown or the account is deleted. */
export const ownerOfPasswordCode = async (
  db: Kysely<Database>,
  code: string,
  now: Date,
): Promise<number | undefined> => {
  const found = await db
    .selectFrom('password_codes')
    .innerJoin('users', 'users.id', 'password_codes.user_id')
    .select('password_codes.user_id as userId')
    .where('code_hash', '=', sha256(code))
    .where('expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.userId;
};

/** Uses a code up. Returns false when it is already gone, so that only one of two simultaneous requests succeeds. */
export const takePasswordCode = async (trx: Transaction<Database>, code: string): Promise<boolean> => {
  const taken = trx.deleteFrom('password_codes').where('code_hash', '=', sha256(code));
  return (await taken.executeTakeFirst()).numDeletedRows > 0n;
};

export const endPasswordCodes = (trx: Transaction<Database>, userId: number) =>
  trx.deleteFrom('password_codes').where('user_id', '=', userId).execute();
