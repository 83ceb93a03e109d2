import { sql, type Kysely, type Transaction } from 'kysely';
import type { ConsentPurpose, PrivacyRequestKind } from '../../../contract/constants/privacy';
import type { PrivacyRequest } from '../../../contract/schemas/privacy';
import type { Database } from '../../platform/database/schema';
import type { PersonKey } from './personRepository';

/** Adds an open request. Returns false when the worker has asked already. */
export const insertRequest = async (
  trx: Transaction<Database>,
  { organisationId, workerId }: PersonKey,
  { kind, now, dueAt }: { kind: PrivacyRequestKind; now: Date; dueAt: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into privacy_requests (organisation_id, worker_id, kind, created_at, due_at)
    values (${organisationId}, ${workerId}, ${kind}, ${now}, ${dueAt})
    on conflict (organisation_id, worker_id, kind) where state = 'open' do nothing`.execute(trx);
  return numAffectedRows === 1n;
};

export const closeRequests = async (
  trx: Transaction<Database>,
  { organisationId, workerId }: PersonKey,
  { kind, now }: { kind: PrivacyRequestKind; now: Date },
): Promise<void> => {
  await sql`
    update privacy_requests set state = 'done', closed_at = ${now}
    where organisation_id = ${organisationId} and worker_id = ${workerId} and kind = ${kind} and state = 'open'`.execute(
    trx,
  );
};

export type RequestRecord = Omit<PrivacyRequest, 'worker'> & {
  worker: Omit<PrivacyRequest['worker'], 'imageUrl'> & { imageKey: string | null };
};

const utc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Returns requests of the organisation: open ones by their last day, then the others, newest first. */
export const listRequests = async (
  db: Kysely<Database>,
  organisationId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestRecord[]> => {
  const { rows } = await sql<RequestRecord>`
    select r.id, r.kind, r.state, ${utc('r.created_at')} as "createdAt", ${utc('r.due_at')} as "dueAt",
      ${utc('r.closed_at')} as "closedAt",
      json_build_object('id', w.id, 'firstName', w.first_name, 'lastName', w.last_name, 'imageKey', w.image_key,
        'isOnHold', exists (
          select from privacy_holds h where h.organisation_id = r.organisation_id and h.worker_id = w.id)) as worker,
      (
        select json_build_object('id', a.id, 'jobId', a.job_id, 'jobTitle', j.title)
        from applications a join jobs j on j.id = a.job_id
        where a.worker_id = r.worker_id and a.organisation_id = r.organisation_id
        order by a.created_at desc, a.id desc limit 1
      ) as application
    from privacy_requests r join workers w on w.id = r.worker_id
    where r.organisation_id = ${organisationId}
    order by r.state = 'done', case when r.state = 'open' then r.due_at end, r.closed_at desc, r.id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

export const countRequests = async (db: Kysely<Database>, organisationId: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from privacy_requests where organisation_id = ${organisationId}`.execute(db);
  return rows[0]!.total;
};

/** Notes what a worker agreed to. The same consent again changes nothing unless the text changed. */
export const insertConsent = async (
  trx: Transaction<Database>,
  { organisationId, workerId }: PersonKey,
  { purpose, textVersion, now }: { purpose: ConsentPurpose; textVersion: string; now: Date },
): Promise<void> => {
  await sql`
    update consents set withdrawn_at = ${now}
    where organisation_id = ${organisationId} and worker_id = ${workerId} and purpose = ${purpose}
      and withdrawn_at is null and text_version <> ${textVersion}`.execute(trx);
  await sql`
    insert into consents (organisation_id, worker_id, purpose, text_version, given_at)
    values (${organisationId}, ${workerId}, ${purpose}, ${textVersion}, ${now})
    on conflict (organisation_id, worker_id, purpose) where withdrawn_at is null do nothing`.execute(trx);
};
