import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema';

interface Photo {
  organisationId: number;
  workerId: number;
  imageKey: string;
}

/** Photos in one run. */
const BATCH = 100;

/** Returns photos of deleted profiles that are still in the file store. */
export const listPhotos = async (db: Kysely<Database>): Promise<Photo[]> => {
  const { rows } = await sql<Photo>`
    select organisation_id as "organisationId", worker_id as "workerId", image_key as "imageKey" from erasures
    where image_key is not null limit ${BATCH}`.execute(db);
  return rows;
};

export const clearPhoto = async (db: Kysely<Database>, { organisationId, workerId }: Photo): Promise<void> => {
  await sql`
    update erasures set image_key = null
    where organisation_id = ${organisationId} and worker_id = ${workerId}`.execute(db);
};
