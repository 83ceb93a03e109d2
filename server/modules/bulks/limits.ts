import type { Transaction } from 'kysely';
import { BULK_MESSAGES_DAILY_MAX, BULKS_HOURLY_MAX, BULKS_RUNNING_MAX } from '../../../contract/constants/bulks';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Database } from '../../platform/database/schema';
import { tooManyRequests } from '../../platform/errors';
import type { LimitRule } from '../../platform/limiter';
import * as repository from './limitRepository';

/** The most previews that an account may request. Each reads up to 20,000 applications. */
export const PREVIEW_LIMIT: LimitRule = { name: 'bulk-preview', points: 300, seconds: 600 };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Seconds until one of two running actions may have ended. */
const RUNNING_RETRY_SECONDS = 5;

/** Returns the seconds until `oldest` no longer counts. */
const waitFor = (oldest: Date | null, period: number, now: Date): number =>
  Math.max(1, Math.ceil(((oldest ?? now).getTime() + period - now.getTime()) / 1000));

/** Throws 429 while two actions of the user are running, and after 20 within an hour. Undos and closings do not count. */
export const checkUserLimits = async (trx: Transaction<Database>, userId: number, now: Date): Promise<void> => {
  await repository.lockLimit(trx, `user ${userId}`);
  const counts = await repository.countOfUser(trx, userId, new Date(now.getTime() - HOUR_MS));
  if (counts.running >= BULKS_RUNNING_MAX) throw tooManyRequests(RUNNING_RETRY_SECONDS);
  if (counts.recent >= BULKS_HOURLY_MAX) throw tooManyRequests(waitFor(counts.oldest, HOUR_MS, now));
};

/** Throws 429 when `wanted` more messages would exceed what an organisation may send in 24 hours. */
export const checkDailyMessages = async (
  trx: Transaction<Database>,
  organisationId: number,
  wanted: number,
  now: Date,
): Promise<void> => {
  await repository.lockLimit(trx, `messages of organisation ${organisationId}`);
  const { sent, oldest } = await repository.countMessages(trx, organisationId, new Date(now.getTime() - DAY_MS));
  if (sent + wanted > BULK_MESSAGES_DAILY_MAX)
    throw tooManyRequests(waitFor(oldest, DAY_MS, now), ERROR_KEYS.bulkMessagesDaily);
};
