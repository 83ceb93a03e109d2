import { sql, type RawBuilder } from 'kysely';
import { fullName } from '../../../contract/constants/text';
import type { Language } from '../../../contract/constants/options';
import type { ApplicationStatus, AppointmentStatus } from '../../../contract/constants/statuses';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/guard';
import { run, idsOf, firstRow } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import type { ApplicationSource } from '../../../contract/schemas/publicPage';
import {
  findApplication,
  findSource,
  findWorkerDetails,
  type ApplicationRecord,
  type WorkerDetails,
} from '../applications';
import { conditionsOf, type FilterMoment } from '../search';
import type { Experience } from '../../../contract/schemas/applications';
import { ENDED_BY_WITHDRAWAL } from '../appointments';
import { inScope, IS_WITHDRAWN } from '../jobs';
import { EXPERIENCES, FIRST_NAME, GIVEN_EXPERIENCE, IS_ERASED, LAST_NAME, withTold } from '../workers';

/** Seconds after which a server that reports no progress loses its export. */
const LEASE_SECONDS = 60;
export const ATTEMPTS_MAX = 3;

interface NewExport {
  id: string;
  userId: number;
  scope: Scope;
  query: ApplicationSearchQuery;
  language: Language;
  /** Null for an export that the user downloads. */
  recipient: string | null;
  now: Date;
}

export const insertExport = async (trx: Trx, { scope, query, now, ...columns }: NewExport): Promise<void> => {
  const { organisationId, userId: scopeUserId } = scope;
  const row = { ...columns, organisationId, scopeUserId, query: JSON.stringify(query), createdAt: now };
  await trx.insertInto('exports').values(row).execute();
};

export type OwnExport = Row<'exports', 'state' | 'done' | 'total' | 'fileKey' | 'createdAt'>;

/** Returns an export of the user that can be fetched, or undefined when it is missing or expired. */
export const findOwnExport = async (
  db: Db,
  { id: userId, organisationId }: { id: number; organisationId: number },
  id: string,
): Promise<OwnExport | undefined> =>
  db
    .selectFrom('exports')
    .select(['state', 'done', 'total', 'fileKey', 'createdAt'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('organisationId', '=', organisationId)
    .where('recipient', 'is', null)
    // Files of one person have their own routes.
    .where('workerId', 'is', null)
    .executeTakeFirst();

/** An export that a server is making. `attempt` distinguishes it from a later attempt by another server. */
export interface LeasedExport extends Row<'exports', 'id' | 'userId' | 'language' | 'recipient' | 'createdAt'> {
  query: ApplicationSearchQuery;
  attempt: number;
  scope: Scope;
}

/** Leases the oldest waiting export, or one whose server has lost its lease. Returns undefined when there is none. */
export const leaseExport = async (db: Db, now: Date): Promise<LeasedExport | undefined> => {
  const row = await firstRow(db)<Omit<LeasedExport, 'scope'> & { organisationId: number; scopeUserId: number | null }>`
    update exports e
    set state = 'running', attempts = e.attempts + 1, done = 0,
      leased_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    from (
      select id from exports
      where (state = 'queued' or (state = 'running' and leased_until <= ${now})) and attempts < ${ATTEMPTS_MAX}
      order by created_at, id limit 1 for update skip locked
    ) next
    where e.id = next.id
    returning e.id, e.attempts as attempt, e.user_id, e.organisation_id,
      e.scope_user_id, e.query, e.language, e.recipient, e.created_at`;
  if (!row) return undefined;
  const { organisationId, scopeUserId, ...leased } = row;
  return { ...leased, scope: { organisationId, userId: scopeUserId } };
};

type ExportLease = Pick<LeasedExport, 'id' | 'attempt'>;

const leasedRow = (db: Db, { id, attempt }: ExportLease) =>
  db.updateTable('exports').where('id', '=', id).where('attempts', '=', attempt).where('state', '=', 'running');

/** Records the progress and renews the lease. Returns false when another server has taken the export. */
export const recordProgress = async (
  db: Db,
  export_: ExportLease,
  { done, total, now }: { done: number; total: number; now: Date },
): Promise<boolean> => {
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const { numUpdatedRows } = await leasedRow(db, export_).set({ done, total, leasedUntil: until }).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Marks the export as done. Returns false when another server has taken it. */
export const finishExport = async (
  trx: Trx,
  export_: ExportLease,
  { done, fileKey, now }: { done: number; fileKey: string | null; now: Date },
): Promise<boolean> => {
  const end = { state: 'done' as const, done, total: done, fileKey, leasedUntil: null, finishedAt: now };
  const { numUpdatedRows } = await leasedRow(trx, export_).set(end).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Returns the export to the queue without counting the attempt, or marks it as failed. */
export const releaseExport = async (db: Db, export_: ExportLease, state: 'queued' | 'failed', now: Date) => {
  const end = state === 'failed' ? { finishedAt: now } : { attempts: export_.attempt - 1 };
  await leasedRow(db, export_)
    .set({ state, leasedUntil: null, ...end })
    .execute();
};

/** Fails exports whose last allowed attempt ended with a dead server. */
export const failExhausted = (db: Db, now: Date): Promise<void> => run(db)`
    update exports set state = 'failed', leased_until = null, finished_at = ${now}
    where state = 'running' and leased_until <= ${now} and attempts >= ${ATTEMPTS_MAX}`;

/** Returns the exports created before `oldest`, in any state. */
export const listOldExports = async (
  db: Db,
  { oldest, now }: { oldest: Date; now: Date },
): Promise<{ id: string; fileKey: string | null }[]> =>
  db
    .selectFrom('exports')
    .select(['id', 'fileKey'])
    .where('createdAt', '<', oldest)
    .where((where) => where.or([where('keepUntil', 'is', null), where('keepUntil', '<=', now)]))
    .where((where) => where.or([where('state', 'in', ['done', 'failed']), where('attempts', '>=', ATTEMPTS_MAX)]))
    .orderBy('createdAt')
    .limit(500)
    .execute();

export const deleteExport = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('exports').where('id', '=', id).execute();
};

/** Returns the name of the account that requested the export, or undefined when the account is deleted. */
export const findRequesterName = async (db: Db, userId: number): Promise<string | undefined> => {
  const user = await db
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return user && fullName(user);
};

/** Returns a workbook that was too large for its mail and has a signed address. */
export const findMailedFile = async (
  db: Db,
  id: string,
): Promise<{ fileKey: string | null; createdAt: Date } | undefined> =>
  db
    .selectFrom('exports')
    .select(['fileKey', 'createdAt'])
    .where('id', '=', id)
    .where('state', '=', 'done')
    .where('recipient', 'is not', null)
    .executeTakeFirst();

export type CvRecord = ApplicationRecord & Omit<WorkerDetails, 'identityNumber'> & { source: ApplicationSource | null };

/** Returns an applicant for a CV, or undefined when the application is outside the caller's scope or of another job. */
export const findCv = async (
  db: Db,
  scope: Scope,
  applicationId: number,
  jobId?: number,
): Promise<CvRecord | undefined> => {
  const application = await findApplication(db, scope, applicationId);
  if (!application || (jobId !== undefined && application.jobId !== jobId)) return undefined;
  const worker = await findWorkerDetails(db, application.workerId);
  if (!worker) return undefined;
  const { identityNumber: _hidden, ...details } = worker;
  return { ...application, ...details, source: await findSource(db, applicationId) };
};

/** A former job of a worker as the database stores it. */
export type StoredExperience = Experience & { positionId?: number | null };

/** An application with all fields of the export row. See docs/PRODUCT.md#workbook-row. */
export interface ExportRow extends Row<
  'workers',
  Names<
    | 'id createdAt firstName lastName email phone countryCode birthDate military university universityStatus'
    | 'universityDepartment english locationName latitude longitude'
  >
> {
  isErased: boolean;
  /** A rejected application that the organisation did not decline was withdrawn. */
  status: ApplicationStatus | 'withdrawn';
  isSeen: boolean;
  isShortlisted: boolean;
  shortlistedAt: Date | null;
  isShortlistedByAnother: boolean;
  matchScore: number;
  distanceKm: number | null;
  unread: number;
  jobId: number;
  jobTitle: string;
  branch: string;
  /** `WITHDRAWN` and `MISSED` say why the status is `REJECTED` or `APPOINTMENT_NEGATIVE`. */
  appointmentStatus: AppointmentStatus | 'WITHDRAWN' | 'MISSED' | null;
  appointmentAt: Date | null;
  came: boolean | null;
  positive: boolean | null;
  offerSent: boolean | null;
  offerAccepted: boolean | null;
  workerId: number;
  gender: string | null;
  education: string | null;
  experienceMonths: number | null;
  experiences: StoredExperience[];
}

/**
 * Returns the rows of the applications in `page`, a select of ids, newest first. The look-ups run only for these rows.
 */
const inFull = (page: RawBuilder<unknown>): RawBuilder<ExportRow> => sql<ExportRow>`
  select a.id, a.created_at,
    case when ${IS_WITHDRAWN} then 'withdrawn' else a.status end as status,
    a.is_seen, a.is_shortlisted, a.shortlisted_at,
    exists (
      select 1 from applications x where x.worker_id = a.worker_id and x.organisation_id = a.organisation_id
        and x.is_shortlisted and x.user_id <> a.user_id
    ) as is_shortlisted_by_another,
    a.match_score, a.distance_km, coalesce(t.unread_by_employer, 0) as unread,
    a.job_id, j.title as job_title, coalesce(u.company_name, '') as branch,
    case when ${ENDED_BY_WITHDRAWAL} then 'WITHDRAWN'
      when p.status = 'APPOINTMENT_NEGATIVE' and not a.came then 'MISSED' else p.status end as appointment_status,
    p.start_at as appointment_at, a.came, a.positive, a.offer_sent, a.offer_accepted, a.worker_id, ${FIRST_NAME} as first_name,
    ${LAST_NAME} as last_name, ${IS_ERASED} as is_erased, w.email, w.phone, w.country_code, w.gender, w.birth_date, w.military, w.education,
    w.university, w.university_status, w.university_department,
    w.english, ${GIVEN_EXPERIENCE} as experience_months, ${EXPERIENCES} as experiences, w.location_name,
    w.latitude, w.longitude
  from (${page}) chosen
  join applications a on a.id = chosen.id
  join jobs j on j.id = a.job_id
  join users u on u.id = a.user_id
  join workers w on w.id = a.worker_id
  left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
  left join appointments p on p.id = a.appointment_id
  ${withTold()}
  order by a.created_at desc, a.id desc`;

/** Returns at most `limit` rows of a query, newest first, from the start or after the application `last`. */
export const listExportRows = async (
  db: Db,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  { last, limit }: { last: number | null; limit: number },
): Promise<ExportRow[]> => {
  const after =
    last === null
      ? sql``
      : sql`and (a.created_at, a.id) < (select b.created_at, b.id from applications b where b.id = ${last})`;
  const { rows } = await inFull(sql`
    select a.id from applications a where ${conditionsOf(scope, query, moment)} ${after}
    order by a.created_at desc, a.id desc limit ${limit}`).execute(db);
  return rows;
};

/** Returns the rows of those named applications that are in the caller's scope. */
export const findExportRows = async (db: Db, scope: Scope, ids: readonly number[]): Promise<ExportRow[]> => {
  const { rows } = await inFull(
    sql`select a.id from applications a where a.id = any(${[...ids]}) and ${inScope(scope)}`,
  ).execute(db);
  return rows;
};

/** Returns the ids of those named applications that are in the caller's scope, newest first. */
export const findExportIds = (db: Db, scope: Scope, ids: readonly number[]) => idsOf(db)`
    select a.id from applications a where a.id = any(${[...ids]}) and ${inScope(scope)}
    order by a.created_at desc, a.id desc`;
