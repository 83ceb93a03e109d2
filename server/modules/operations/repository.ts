import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema';

export const isStoreReachable = (db: Kysely<Database>): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
