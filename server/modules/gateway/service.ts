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
import { type OpenJob, removeOldestEvents, listEvents } from './repository';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { DAY } from '../../../contract/constants/time';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { arrive } from '../applications';
import { rescoreApplications } from '../matching';
import { listWorkerThreads, sendAsWorker, readAsWorker } from '../chat';
import { inChange } from '../../platform/change';
import { parsePoint } from '../../platform/geo';
import { saveProfile } from '../workers';
import { linksOf } from '../workerLinks';

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

/** Adds a worker's application, as `arrive` does. */
export const apply = (deps: Deps, jobId: number, workerId: number) =>
  inChange(deps, async (change) =>
    repository.findApplication(change.trx, await arrive(change, jobId, { workerId, settings: deps.settings })),
  );

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
const EVENTS_KEPT_MS = 90 * DAY;

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
    await rescoreApplications(change.trx, worker, { now: change.now, settings: deps.settings });
    const { id, firstName, lastName } = worker;
    return { id, externalId, firstName, lastName };
  });

type Message = Awaited<ReturnType<typeof readAsWorker>>[number];

/**
 * Returns the application whose link a message carries; only invitations, changed times and system messages carry one.
 */
const applicationOf = ({ type, sender, messagePayload }: Message): number | null => {
  const { applicationId, changed_status: status } = messagePayload;
  const isMoved = type === 'appointment_status' && status === 'WAITING';
  const hasLink = type === 'appointment' || isMoved || (type === 'text' && sender === 'system');
  return hasLink && typeof applicationId === 'number' ? applicationId : null;
};

/**
 * Returns the messages of a worker's thread after a number and marks them as read. Invitations and system messages
 * carry the worker's link if the operator lets products carry links. Throws 404 for another worker's thread.
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
 * Returns the events after a number, oldest first, with the worker's link if the operator lets products carry links. A
 * stored event has only the application's id in `linkOf`, so that no copy of the store contains links.
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
