import type { Kysely } from 'kysely';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { findWorkerDetails, type WorkerDetails, findApplication, type ApplicationRecord } from '../applications';

/** Everything that a CV shows. */
export type CvRecord = ApplicationRecord & Omit<WorkerDetails, 'identityNumber'>;

/** An applicant of the caller's for their CV; undefined if it is not theirs, or not of the job. */
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
  return { ...application, ...details };
};
