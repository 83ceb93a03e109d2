import { createHash, randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';

/** Only the SHA-256 of a code is stored. */
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

interface NewCode {
  userId: number;
  purpose: 'reset' | 'invitation';
  now: Date;
  /** Milliseconds of life. */
  life: number;
}

/**
 * A new code for a link to set a password, 256 random bits; the account's older ones of that purpose die. Whoever asks for a
 * reset in somebody's name does not end their invitation.
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
      code_hash: hashOf(code),
      user_id: userId,
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + life),
    })
    .execute();
  return code;
};

/** Whose code it is while it serves: it is known, not too old, and its account is there. */
export const ownerOfPasswordCode = async (
  db: Kysely<Database>,
  code: string,
  now: Date,
): Promise<number | undefined> => {
  const found = await db
    .selectFrom('password_codes')
    .innerJoin('users', 'users.id', 'password_codes.user_id')
    .select('password_codes.user_id as userId')
    .where('code_hash', '=', hashOf(code))
    .where('expires_at', '>', now)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.userId;
};

/** Uses a code up; false when it is gone. Of two at the same moment one gets it. */
export const takePasswordCode = async (trx: Transaction<Database>, code: string): Promise<boolean> => {
  const taken = trx.deleteFrom('password_codes').where('code_hash', '=', hashOf(code));
  return (await taken.executeTakeFirst()).numDeletedRows > 0n;
};

/** Ends every link that sets the account's password. */
export const endPasswordCodes = (trx: Transaction<Database>, userId: number) =>
  trx.deleteFrom('password_codes').where('user_id', '=', userId).execute();
