import { sql, type Kysely, type Transaction } from 'kysely';
import type { PrivacyRequestKind, PrivacyRequestState } from '../../../contract/constants/privacy';
import type { PrivacyRequest } from '../../../contract/schemas/privacy';
import { instant } from '../../platform/database/instant';
import { changesRow, firstRow, onlyValue, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { FIRST_NAME, LAST_NAME, withNameIn } from '../workers';
import type { PersonKey } from './personRepository';

/** Adds an open request. Returns false when the worker has asked already. */
export const insertRequest = (
  trx: Transaction<Database>,
  { organisationId, workerId }: PersonKey,
  { kind, now, dueAt }: { kind: PrivacyRequestKind; now: Date; dueAt: Date },
): Promise<boolean> => changesRow(trx)`
    insert into privacy_requests (organisation_id, worker_id, kind, created_at, due_at)
    values (${organisationId}, ${workerId}, ${kind}, ${now}, ${dueAt})
    on conflict (organisation_id, worker_id, kind) where state = 'open' do nothing`;

/** Returns whose request for the data it is, and when it was closed; undefined for any other request. */
export const findDataRequest = (
  db: Kysely<Database>,
  { organisationId, id }: { organisationId: number; id: number },
): Promise<{ workerId: number; closedAt: Date | null } | undefined> => firstRow(db)`
    select worker_id as "workerId", closed_at as "closedAt" from privacy_requests
    where id = ${id} and organisation_id = ${organisationId} and kind = 'data'`;

/** Returns the application whose link a worker is told by: the newest one with a link, else the newest one. */
export const findLinkedApplication = (
  trx: Transaction<Database>,
  { organisationId, workerId }: PersonKey,
): Promise<{ applicationId: number; userId: number } | undefined> => firstRow(trx)`
    select a.id as "applicationId", a.user_id as "userId"
    from applications a left join worker_links l on l.application_id = a.id
    where a.worker_id = ${workerId} and a.organisation_id = ${organisationId} and l.revoked_at is null
    order by l.id is null, a.created_at desc, a.id desc limit 1`;

/** Closes a request for the data and returns when it was closed first; undefined for any other request. */
export const closeDataRequest = (
  trx: Transaction<Database>,
  { organisationId, id, now }: { organisationId: number; id: number; now: Date },
): Promise<{ workerId: number; closedAt: Date; isNew: boolean } | undefined> => firstRow(trx)`
    with found as (
      select id, state from privacy_requests
      where id = ${id} and organisation_id = ${organisationId} and kind = 'data' for update
    )
    update privacy_requests r set state = 'done', closed_at = coalesce(r.closed_at, ${now})
    from found f where r.id = f.id
    returning r.worker_id as "workerId", r.closed_at as "closedAt", f.state = 'open' as "isNew"`;

export type RequestRecord = Omit<PrivacyRequest, 'worker' | 'isReachable'> & {
  worker: Omit<PrivacyRequest['worker'], 'imageUrl'> & { imageKey: string | null };
  phone: string | null;
  externalId: string;
};

/** The newest application of the worker of a row, for a link to it. */
export const newestApplication = (alias: string) => sql`(
  select json_build_object('id', a.id, 'jobId', a.job_id, 'jobTitle', j.title)
  from applications a join jobs j on j.id = a.job_id
  where a.worker_id = ${sql.ref(`${alias}.worker_id`)} and a.organisation_id = ${sql.ref(`${alias}.organisation_id`)}
  order by a.created_at desc, a.id desc limit 1)`;

interface RequestFilter {
  organisationId: number;
  /** Both states when it is left out. */
  state?: PrivacyRequestState | undefined;
}

const chosen = ({ organisationId, state }: RequestFilter) =>
  sql`r.organisation_id = ${organisationId} ${state === undefined ? sql`` : sql`and r.state = ${state}`}`;

/** Returns requests of the organisation: open ones by their last day, then the others, newest first. */
export const listRequests = (
  db: Kysely<Database>,
  filter: RequestFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestRecord[]> => rowsOf(db)`
    select r.id, r.kind, r.state, ${instant('r.created_at')} as "createdAt", ${instant('r.due_at')} as "dueAt",
      ${instant('r.closed_at')} as "closedAt",
      json_build_object('id', w.id, 'firstName', ${FIRST_NAME}, 'lastName', ${LAST_NAME}, 'imageKey', w.image_key,
        'isOnHold', exists (
          select from privacy_holds h where h.organisation_id = r.organisation_id and h.worker_id = w.id)) as worker,
      ${newestApplication('r')} as application, w.phone, w.external_id as "externalId"
    from privacy_requests r join workers w on w.id = r.worker_id ${withNameIn(sql.ref('r.organisation_id'))}
    where ${chosen(filter)}
    order by r.state = 'done', case when r.state = 'open' then r.due_at end, r.closed_at desc, r.id
    limit ${limit} offset ${offset}`;

export const countRequests = (db: Kysely<Database>, filter: RequestFilter): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from privacy_requests r where ${chosen(filter)}`;
