import { sql } from 'kysely';
import { fullName } from '../../../contract/constants/text';
import type { Language } from '../../../contract/constants/options';
import type { ExportState } from '../../../contract/constants/statuses';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/guard';
import { run } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import type { ApplicationSource } from '../../../contract/schemas/door';
import {
  findApplication,
  findSource,
  findWorkerDetails,
  type ApplicationRecord,
  type WorkerDetails,
} from '../applications';

/** Seconds after which a server that reports no progress loses its export. */
const LEASE_SECONDS = 60;
export const ATTEMPTS_MAX = 3;

export interface NewExport {
  id: string;
  userId: number;
  scope: Scope;
  query: ApplicationSearchQuery;
  language: Language;
  /** Null for an export that the user downloads. */
  recipient: string | null;
  now: Date;
}

export const insertExport = async (trx: Trx, newExport: NewExport): Promise<void> => {
  const { id, userId, scope, query, language, recipient, now } = newExport;
  await trx
    .insertInto('exports')
    .values({
      id,
      organisationId: scope.organisationId,
      userId,
      scopeUserId: scope.userId,
      query: JSON.stringify(query),
      language,
      recipient,
      fileKey: null,
      leasedUntil: null,
      createdAt: now,
      finishedAt: null,
    })
    .execute();
};

export interface OwnExport {
  state: ExportState;
  done: number;
  total: number;
  fileKey: string | null;
  createdAt: Date;
}

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
    // A file of one person has calls of its own.
    .where('workerId', 'is', null)
    .executeTakeFirst();

/** An export that a server is making. `attempt` distinguishes it from a later attempt by another server. */
export interface LeasedExport {
  id: string;
  attempt: number;
  userId: number;
  scope: Scope;
  query: ApplicationSearchQuery;
  language: Language;
  recipient: string | null;
  createdAt: Date;
}

/** Takes the oldest waiting export, or one whose server has lost its lease. Returns undefined when there is none. */
export const leaseExport = async (db: Db, now: Date): Promise<LeasedExport | undefined> => {
  const { rows } = await sql<Omit<LeasedExport, 'scope'> & { organisationId: number; scopeUserId: number | null }>`
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
      e.scope_user_id, e.query, e.language, e.recipient, e.created_at`.execute(db);
  if (!rows[0]) return undefined;
  const { organisationId, scopeUserId, ...leased } = rows[0];
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

/** Fails exports that reached the most attempts because the server died each time. */
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
