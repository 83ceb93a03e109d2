import { sql, type Kysely, type Transaction } from 'kysely';
import { fullName } from '../../../contract/constants/text';
import type { Language } from '../../../contract/constants/options';
import type { ExportState } from '../../../contract/constants/statuses';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/guard';
import { run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { ApplicationSource } from '../../../contract/schemas/publicPage';
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

export const insertExport = async (trx: Transaction<Database>, newExport: NewExport): Promise<void> => {
  const { id, userId, scope, query, language, recipient, now } = newExport;
  await trx
    .insertInto('exports')
    .values({
      id,
      organisation_id: scope.organisationId,
      user_id: userId,
      scope_user_id: scope.userId,
      query: JSON.stringify(query),
      language,
      recipient,
      file_key: null,
      leased_until: null,
      created_at: now,
      finished_at: null,
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
  db: Kysely<Database>,
  { id: userId, organisationId }: { id: number; organisationId: number },
  id: string,
): Promise<OwnExport | undefined> =>
  db
    .selectFrom('exports')
    .select(['state', 'done', 'total', 'file_key as fileKey', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('organisation_id', '=', organisationId)
    .where('recipient', 'is', null)
    // A file of one person has calls of its own.
    .where('worker_id', 'is', null)
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
export const leaseExport = async (db: Kysely<Database>, now: Date): Promise<LeasedExport | undefined> => {
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
    returning e.id, e.attempts as attempt, e.user_id as "userId", e.organisation_id as "organisationId",
      e.scope_user_id as "scopeUserId", e.query, e.language, e.recipient, e.created_at as "createdAt"`.execute(db);
  if (!rows[0]) return undefined;
  const { organisationId, scopeUserId, ...leased } = rows[0];
  return { ...leased, scope: { organisationId, userId: scopeUserId } };
};

type ExportLease = Pick<LeasedExport, 'id' | 'attempt'>;

const leasedRow = (db: Kysely<Database>, { id, attempt }: ExportLease) =>
  db.updateTable('exports').where('id', '=', id).where('attempts', '=', attempt).where('state', '=', 'running');

/** Records the progress and renews the lease. Returns false when another server has taken the export. */
export const recordProgress = async (
  db: Kysely<Database>,
  export_: ExportLease,
  { done, total, now }: { done: number; total: number; now: Date },
): Promise<boolean> => {
  const until = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const { numUpdatedRows } = await leasedRow(db, export_).set({ done, total, leased_until: until }).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Marks the export as done. Returns false when another server has taken it. */
export const finishExport = async (
  trx: Transaction<Database>,
  export_: ExportLease,
  { done, fileKey, now }: { done: number; fileKey: string | null; now: Date },
): Promise<boolean> => {
  const end = { state: 'done' as const, done, total: done, file_key: fileKey, leased_until: null, finished_at: now };
  const { numUpdatedRows } = await leasedRow(trx, export_).set(end).executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Returns the export to the queue without counting the attempt, or marks it as failed. */
export const releaseExport = async (
  db: Kysely<Database>,
  export_: ExportLease,
  state: 'queued' | 'failed',
  now: Date,
) => {
  const end = state === 'failed' ? { finished_at: now } : { attempts: export_.attempt - 1 };
  await leasedRow(db, export_)
    .set({ state, leased_until: null, ...end })
    .execute();
};

/** Fails exports that reached the most attempts because the server died each time. */
export const failExhausted = (db: Kysely<Database>, now: Date): Promise<void> => run(db)`
    update exports set state = 'failed', leased_until = null, finished_at = ${now}
    where state = 'running' and leased_until <= ${now} and attempts >= ${ATTEMPTS_MAX}`;

/** Returns the exports created before `oldest`, in any state. */
export const listOldExports = async (
  db: Kysely<Database>,
  { oldest, now }: { oldest: Date; now: Date },
): Promise<{ id: string; fileKey: string | null }[]> =>
  db
    .selectFrom('exports')
    .select(['id', 'file_key as fileKey'])
    .where('created_at', '<', oldest)
    .where((where) => where.or([where('keep_until', 'is', null), where('keep_until', '<=', now)]))
    .where((where) => where.or([where('state', 'in', ['done', 'failed']), where('attempts', '>=', ATTEMPTS_MAX)]))
    .orderBy('created_at')
    .limit(500)
    .execute();

export const deleteExport = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom('exports').where('id', '=', id).execute();
};

/** Returns the name of the account that requested the export, or undefined when the account is deleted. */
export const findRequesterName = async (db: Kysely<Database>, userId: number): Promise<string | undefined> => {
  const user = await db
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user && fullName(user);
};

/** Returns a workbook that was too large for its mail and has a signed address. */
export const findMailedFile = async (
  db: Kysely<Database>,
  id: string,
): Promise<{ fileKey: string | null; createdAt: Date } | undefined> =>
  db
    .selectFrom('exports')
    .select(['file_key as fileKey', 'created_at as createdAt'])
    .where('id', '=', id)
    .where('state', '=', 'done')
    .where('recipient', 'is not', null)
    .executeTakeFirst();

export type CvRecord = ApplicationRecord & Omit<WorkerDetails, 'identityNumber'> & { source: ApplicationSource | null };

/** Returns an applicant for a CV, or undefined when the application is outside the caller's scope or of another job. */
export const findCv = async (
  db: Kysely<Database>,
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
