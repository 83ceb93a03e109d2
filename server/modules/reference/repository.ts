import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/schema';

/** Every job category, in Turkish order. */
export const listCategories = (db: Kysely<Database>): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('job_categories')
    .select(['id', 'name'])
    .orderBy(sql`name collate "tr-TR-x-icu"`)
    .orderBy('id')
    .execute();
