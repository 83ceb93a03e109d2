import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import type { GatewayJobsQuery, GatewaySendBody } from '../../../contract/schemas/gateway';
import { audit } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { scoreOf, lockScoringJob, type ScoringJob } from '../matching';
import { listWorkerThreads, sendAsWorker, appendApplication } from '../chat';
import { inChange, type Change } from '../../platform/change';
import { parsePoint } from '../../platform/geo';
import { findProfile } from '../workers';
import { presentOpenJob } from './presenter';
import { removeOldestEvents } from './eventRepository';
import * as repository from './repository';
import type { Told } from './repository';

export const searchOpenJobs = async ({ db }: Deps, query: GatewayJobsQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT, q, radiusKm } = query;
  const near = query.near === undefined ? undefined : parsePoint(query.near, 'near');
  const rows = await repository.listOpenJobs(db, { near, radiusKm, q, limit, offset: (page - 1) * limit });
  return { payload: rows.map(presentOpenJob), page, limit };
};

/**
 * Returns whether the score reaches the job's threshold. Companies have no auto-shortlist. See
 * docs/PRODUCT.md#auto-shortlist.
 */
const isAutoShortlisted = ({ userType, autoShortlistThreshold }: ScoringJob, score: number): boolean =>
  userType !== 'company' && autoShortlistThreshold !== null && score >= autoShortlistThreshold;

const addApplication = async (change: Change, job: ScoringJob, { workerId, told = null }: Applicant) => {
  const { trx, clock, now, emit, notifyEmployer } = change;
  const worker = await findProfile(trx, workerId, 'share');
  if (!worker) throw notFound();
  const { score, distance } = scoreOf(job, worker, { now, told });
  const isShortlisted = isAutoShortlisted(job, score);
  const stored = await repository.insertApplication(trx, { job, workerId, score, distance, isShortlisted, told }, now);
  if (!stored) return repository.findApplicationOf(trx, job.id, workerId);
  const { id: applicationId, status } = stored;
  const actor = { kind: 'worker', workerId, organisationId: job.organisationId } as const;
  const details = { jobId: job.id, isShortlisted };
  const subject = { subjectType: 'application', subjectId: applicationId };
  await audit(trx, clock, actor, { action: 'application.arrived', ...subject, details });
  emit({ type: 'application', workerId, data: { applicationId, jobId: job.id, status } });
  if (isShortlisted) emit({ type: 'shortlisted', workerId, data: { applicationId, ...details } });
  notifyEmployer(job.organisationId, {
    type: 'applications',
    userId: job.userId,
    ids: [applicationId],
    reason: 'arrived',
  });
  await appendApplication(change, { userId: job.userId, workerId }, { id: applicationId, jobId: job.id });
  return stored;
};

interface Applicant {
  workerId: number;
  /** What a visitor of a public page told with this application; it counts instead of the profile. */
  told?: Told | null;
}

/**
 * Adds a worker's application in a change. A repeat returns the first application. Throws 404 for an unknown job or
 * worker and 409 unless the job is active.
 */
export const applyIn = async (change: Change, jobId: number, applicant: Applicant) => {
  const { workerId } = applicant;
  const job = await lockScoringJob(change.trx, jobId);
  if (!job || !(await repository.workerExists(change.trx, workerId))) throw notFound();
  const first = await repository.findApplicationOf(change.trx, jobId, workerId);
  if (first) return { application: first, isNew: false };
  if (job.status !== 'active') throw conflict(ERROR_KEYS.jobNotActive);
  const application = await addApplication(change, job, applicant);
  if (!application) throw notFound();
  return { application, isNew: true };
};

/** Adds a worker's application, as `applyIn` does. */
export const apply = async (deps: Deps, jobId: number, workerId: number) =>
  (await inChange(deps, (change) => applyIn(change, jobId, { workerId }))).application;

export const threadsOf = async ({ db }: Deps, workerId: number) => {
  if (!(await repository.workerExists(db, workerId))) throw notFound();
  return listWorkerThreads(db, workerId, PAGE_LIMIT_MAX);
};

/** Sends a worker's trimmed message. A repeated client id returns the first message. */
export const send = (deps: Deps, threadId: number, { workerId, body, client_message_id }: GatewaySendBody) =>
  inChange(deps, (change) =>
    sendAsWorker(deps, change, { threadId, workerId }, { text: body, clientMessageId: client_message_id }),
  );

/** For how long the worker's product can fetch an event that it missed: 90 days. */
const EVENTS_KEPT_MS = 90 * 86_400_000;

/** Removes old worker events in batches, so that no statement blocks writers for long, and returns their number. */
export const removeOldEvents = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>, batch = 10_000): Promise<number> => {
  const before = new Date(clock.now().getTime() - EVENTS_KEPT_MS);
  let removed = 0;
  for (;;) {
    const count = await removeOldestEvents(db, before, batch);
    removed += count;
    if (count < batch) return removed;
  }
};
