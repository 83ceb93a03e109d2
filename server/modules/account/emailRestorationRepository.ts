import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';

export const insertRestoration = (
  trx: Transaction<Database>,
  row: { code_hash: Buffer; user_id: number; email: string; created_at: Date; expires_at: Date },
) => trx.insertInto('email_restorations').values(row).execute();

/** Whether an account has an unexpired link that restores an older email. */
export const hasRestoration = async (trx: Transaction<Database>, userId: number, now: Date): Promise<boolean> => {
  const query = trx.selectFrom('email_restorations').select('user_id').where('user_id', '=', userId);
  return (await query.where('expires_at', '>', now).limit(1).executeTakeFirst()) !== undefined;
};

/** Returns the account and the email of an unexpired restoration link. */
export const findRestoration = (db: Kysely<Database>, codeHash: Buffer, now: Date) =>
  db
    .selectFrom('email_restorations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.user_id as userId', 'r.email'])
    .where('r.code_hash', '=', codeHash)
    .where('r.expires_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();

/** Sets the old email and removes the password. The owner sets a new password by a mailed link. */
export const restoreEmail = (trx: Transaction<Database>, userId: number, email: string) =>
  trx.updateTable('users').set({ email, password_hash: null }).where('id', '=', userId).execute();

export const endMailedLinks = async (trx: Transaction<Database>, userId: number): Promise<void> => {
  await trx.deleteFrom('password_codes').where('user_id', '=', userId).execute();
  await trx.deleteFrom('email_restorations').where('user_id', '=', userId).execute();
};
