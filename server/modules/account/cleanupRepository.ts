import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema';

/** Phone codes stay this many days after sending, so that abuse can be investigated. */
const KEPT_DAYS = 7;

export const removeOldCodes = async (db: Kysely<Database>, now: Date): Promise<void> => {
  await db.deleteFrom('password_codes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('email_restorations').where('expires_at', '<=', now).execute();
  await sql`delete from phone_codes where sent_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
};
