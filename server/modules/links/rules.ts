import type { Settings } from '../../platform/settings';
import { isOwnWorker } from '../workers';

/** Returns whether a worker hears by text message; the others hear through their product. */
export const hearsBySms = (
  workerLinks: Settings['workerLinks'],
  { phone, externalId }: { phone: string | null; externalId: string },
): boolean => {
  if (phone === null || workerLinks === 'off') return false;
  return workerLinks === 'all' || isOwnWorker({ externalId });
};

/** Appointments from this long after the night can wait for the morning. */
const MORNING_MS = 2 * 3_600_000;

/** Returns whether a message about an appointment cannot wait for the end of the night: it begins before 10:00. */
export const isUrgent = (startAt: Date, nightEnds: Date): boolean =>
  startAt.getTime() < nightEnds.getTime() + MORNING_MS;
