import type { Kysely } from 'kysely';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import type { ApplicationSource } from '../../../contract/schemas/door';
import {
  findApplication,
  findSource,
  findWorkerDetails,
  type ApplicationRecord,
  type WorkerDetails,
} from '../applications';

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
