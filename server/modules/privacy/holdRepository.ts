import { sql, type Kysely, type Transaction } from 'kysely';
import type { Hold } from '../../../contract/schemas/privacy';
import { instant } from '../../platform/database/instant';
import { changesRow, onlyValue, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { FIRST_NAME, LAST_NAME, withNameIn } from '../workers';
import type { PersonKey } from './personRepository';
import { newestApplication } from './requestRepository';

/** Puts data on hold. Returns false when they were already; the first reason stays. */
export const insertHold = (
  trx: Transaction<Database>,
  { organisationId, workerId }: PersonKey,
  { userId, reason, now }: { userId: number; reason: string | null; now: Date },
): Promise<boolean> => changesRow(trx)`
    insert into privacy_holds (organisation_id, worker_id, user_id, reason, created_at)
    values (${organisationId}, ${workerId}, ${userId}, ${reason}, ${now}) on conflict do nothing`;

export const deleteHold = (
  trx: Transaction<Database>,
  { organisationId, workerId }: PersonKey,
): Promise<boolean> => changesRow(trx)`
    delete from privacy_holds where organisation_id = ${organisationId} and worker_id = ${workerId}`;

export type HoldRecord = Omit<Hold, 'worker'> & {
  worker: Omit<Hold['worker'], 'imageUrl'> & { imageKey: string | null };
};

interface HoldFilter {
  organisationId: number;
  /** Everybody when it is left out. */
  workerId?: number | undefined;
}

const chosen = ({ organisationId, workerId }: HoldFilter) =>
  sql`h.organisation_id = ${organisationId} ${workerId === undefined ? sql`` : sql`and h.worker_id = ${workerId}`}`;

/** Returns holds of the organisation, newest first. */
export const listHolds = (
  db: Kysely<Database>,
  filter: HoldFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<HoldRecord[]> => rowsOf(db)`
    select json_build_object('id', w.id, 'firstName', ${FIRST_NAME}, 'lastName', ${LAST_NAME}, 'imageKey', w.image_key)
        as worker,
      ${newestApplication('h')} as application, trim(u.first_name || ' ' || u.last_name) as "heldBy", h.reason as note,
      ${instant('h.created_at')} as "createdAt"
    from privacy_holds h join workers w on w.id = h.worker_id join users u on u.id = h.user_id
      ${withNameIn(sql.ref('h.organisation_id'))}
    where ${chosen(filter)}
    order by h.created_at desc, h.worker_id limit ${limit} offset ${offset}`;

export const countHolds = (db: Kysely<Database>, filter: HoldFilter): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from privacy_holds h where ${chosen(filter)}`;
