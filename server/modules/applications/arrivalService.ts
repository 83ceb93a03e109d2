import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { audit } from '../../platform/audit';
import type { Change } from '../../platform/change';
import { conflict, notFound } from '../../platform/errors';
import { appendApplication } from '../chat';
import { lockScoringJob, scoreOf, type ScoreSettings, type ScoringJob } from '../matching';
import { findProfile } from '../workers';
import { findApplicationFor, insertApplication, insertSource, type Told } from './arrivalRepository';

/**
 * Returns whether the score reaches the job's threshold. Companies have no auto-shortlist. See
 * docs/PRODUCT.md#auto-shortlist.
 */
const isAutoShortlisted = ({ userType, autoShortlistThreshold }: ScoringJob, score: number): boolean =>
  userType !== 'company' && autoShortlistThreshold !== null && score >= autoShortlistThreshold;

/**
 * Adds a worker's application in a change and returns its id. A repeat returns the first one. Throws 404 for an unknown
 * job or worker and 409 unless the job is active.
 */
export const arrive = async (
  change: Change,
  jobId: number,
  given: { workerId: number; told?: Told | null; settings: ScoreSettings },
): Promise<number> => {
  const { trx, now, emit, notifyEmployer } = change;
  const { workerId, told = null, settings } = given;
  const job = await lockScoringJob(trx, jobId);
  const worker = job && (await findProfile(trx, workerId, 'share'));
  if (!worker) throw notFound();
  const first = await findApplicationFor(trx, jobId, workerId);
  if (first) return first.id;
  if (job.status !== 'active') throw conflict(ERROR_KEYS.jobNotActive);
  const { score, distance } = scoreOf(job, worker, { now, told, settings });
  const isShortlisted = isAutoShortlisted(job, score);
  const stored = await insertApplication(trx, { job, workerId, score, distance, isShortlisted, told }, now);
  if (!stored) return arrive(change, jobId, given);
  const { id: applicationId, status } = stored;
  const { organisationId, userId } = job;
  if (told) await insertSource(trx, { applicationId, userId, told, now });
  const details = { jobId, isShortlisted };
  const actor = { kind: 'worker', workerId, organisationId } as const;
  await audit(change, actor, 'application.arrived', ['application', applicationId], details);
  emit({ type: 'application', workerId, data: { applicationId, jobId, status } });
  if (isShortlisted) emit({ type: 'shortlisted', workerId, data: { applicationId, ...details } });
  notifyEmployer(organisationId, { type: 'applications', userId, ids: [applicationId], reason: 'arrived' });
  await appendApplication(change, { userId, workerId }, { id: applicationId, jobId });
  return applicationId;
};
