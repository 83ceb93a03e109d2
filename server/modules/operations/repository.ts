import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema';

export const isStoreReachable = (db: Kysely<Database>): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );

/** Returns whether the store holds no accounts. */
export const isStoreEmpty = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
