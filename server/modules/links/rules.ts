import type { Reach } from '../../../contract/constants/decisions';
import type { Settings } from '../../platform/settings';
import { isOwnWorker, TOMBSTONE } from '../workers';

type WorkerLinks = Settings['workerLinks'];

export interface ReachFacts {
  phone: string | null;
  externalId: string;
}

/**
 * Returns the channel by which a worker is told: the product that they use, or text messages for people of a public page.
 * Nobody else can be told.
 */
export const reachOf = (workerLinks: WorkerLinks, { phone, externalId }: ReachFacts): Reach => {
  if (externalId.startsWith(TOMBSTONE)) return 'none';
  if (!isOwnWorker({ externalId })) return 'product';
  return phone !== null && workerLinks !== 'off' ? 'sms' : 'none';
};

/** Returns whether a worker hears by text message, perhaps beside their product. */
export const hearsBySms = (workerLinks: WorkerLinks, worker: ReachFacts): boolean =>
  (workerLinks === 'all' && worker.phone !== null) || reachOf(workerLinks, worker) === 'sms';

/** Appointments from this long after the night can wait for the morning. */
const MORNING_MS = 2 * 3_600_000;

/** Returns whether a message about an appointment cannot wait for the end of the night: it begins before 10:00. */
export const isUrgent = (startAt: Date, nightEnds: Date): boolean =>
  startAt.getTime() < nightEnds.getTime() + MORNING_MS;
