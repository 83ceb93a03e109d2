import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema';

/** Days that codes of phones stay after their life, for whoever looks into abuse. */
const KEPT_DAYS = 7;

/** Removes mailed links that no longer serve, and old codes of phones. */
export const removeOldCodes = async (db: Kysely<Database>, now: Date): Promise<void> => {
  await db.deleteFrom('password_codes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('email_restorations').where('expires_at', '<=', now).execute();
  await sql`delete from phone_codes where sent_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
};
