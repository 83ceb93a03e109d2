import type { Kysely } from 'kysely';
import { rowsOf, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

interface Photo {
  organisationId: number;
  workerId: number;
  imageKey: string;
}

/** Photos in one run. */
const BATCH = 100;

/** Returns photos of deleted profiles that are still in the file store. */
export const listPhotos = (db: Kysely<Database>): Promise<Photo[]> => rowsOf(db)`
    select organisation_id as "organisationId", worker_id as "workerId", image_key as "imageKey" from erasures
    where image_key is not null limit ${BATCH}`;

export const clearPhoto = (db: Kysely<Database>, { organisationId, workerId }: Photo): Promise<void> => run(db)`
    update erasures set image_key = null
    where organisation_id = ${organisationId} and worker_id = ${workerId}`;
