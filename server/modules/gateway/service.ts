import type { Static } from 'typebox';
import type {
  GatewayJob,
  GatewayJobsQuery,
  GatewaySendBody,
  WorkerBody,
  GatewayMessage,
  GatewayEvent,
} from '../../../contract/schemas/gateway';
import * as repository from './repository';
import { type OpenJob, removeOldestEvents, type Told, listEvents } from './repository';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { audit } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { scoreOf, lockScoringJob, type ScoringJob, rescoreApplications } from '../matching';
import { listWorkerThreads, sendAsWorker, appendApplication, readAsWorker } from '../chat';
import { inChange, type Change } from '../../platform/change';
import { parsePoint } from '../../platform/geo';
import { findProfile, saveProfile } from '../workers';
import { linksOf } from '../links';

/** Seven decimals are a centimetre. `toFixed` avoids the exponent form, which the contract forbids. */
const decimal = (degrees: number): string => degrees.toFixed(7);

const presentOpenJob = (job: OpenJob): Static<typeof GatewayJob> => ({
  id: job.id,
  title: job.title,
  description: job.description,
  companyName: job.companyName,
  position: { id: job.positionId, name: job.positionName },
  openedAt: job.openedAt,
  locations: job.places.map(({ name, latitude, longitude }) => ({
    name,
    location: `${decimal(latitude)}, ${decimal(longitude)}`,
  })),
  distanceKm: job.distanceKm,
});

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
  await audit({ trx, clock }, actor, 'application.arrived', ['application', applicationId], details);
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

/**
 * Saves a worker's profile, which also updates the worker's applications: the columns that lists filter by, the match
 * score and the distance.
 */
export const putWorker = (deps: Deps, externalId: string, body: WorkerBody) =>
  inChange(deps, async (change) => {
    const worker = await saveProfile(change, { externalId, body, timeZone: deps.settings.timeZone });
    await rescoreApplications(change.trx, worker, change.now);
    const { id, firstName, lastName } = worker;
    return { id, externalId, firstName, lastName };
  });

type Message = Awaited<ReturnType<typeof readAsWorker>>[number];

/** Returns the application whose link to attach to a message: an invitation or a message of the system. */
const applicationOf = ({ type, sender, messagePayload: { applicationId } }: Message): number | null => {
  const hasLink = type === 'appointment' || (type === 'text' && sender === 'system');
  return hasLink && typeof applicationId === 'number' ? applicationId : null;
};

/**
 * Returns the messages of a worker's thread after a number and marks them as read. Invitations and news carry the worker's
 * link where products carry links. Throws 404 for another worker's thread.
 */
export const messagesOf = async (
  deps: Deps,
  threadId: number,
  workerId: number,
  after: number,
): Promise<GatewayMessage[]> => {
  const messages = await readAsWorker(deps, threadId, workerId, after);
  const applicationIds = messages.flatMap((message) => applicationOf(message) ?? []);
  const links = await linksOf(deps.db, deps, [...new Set(applicationIds)]);
  return messages.map((message) => {
    const workerLink = links.get(applicationOf(message) ?? 0);
    return { ...message, ...(workerLink !== undefined && { workerLink }) };
  });
};

/**
 * Returns the events after a number, oldest first, with the worker's link where products carry links. A stored event
 * names only the application in `linkOf`, so that no copy of the store holds links.
 */
export const eventsOf = async (deps: Deps, after: number, limit: number): Promise<GatewayEvent[]> => {
  const events = await listEvents(deps.db, after, limit);
  const ids = events.flatMap(({ data: { linkOf } }) => (typeof linkOf === 'number' ? linkOf : []));
  const links = await linksOf(deps.db, deps, [...new Set(ids)]);
  return events.map(({ data: { linkOf, ...data }, ...event }) => {
    const link = links.get(Number(linkOf));
    return { ...event, data: { ...data, ...(link !== undefined && { link }) } };
  });
};
