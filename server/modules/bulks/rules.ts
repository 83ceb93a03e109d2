import {
  type BulkAction,
  BULK_MESSAGES_DAILY_MAX,
  BULKS_HOURLY_MAX,
  BULKS_RUNNING_MAX,
} from '../../../contract/constants/bulks';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import type { Trx } from '../../platform/database/schema';
import { tooManyRequests } from '../../platform/errors';
import { refusalOf, refusalOfClosing, type DecidedApplication } from '../decisions';
import * as repository from './repository';

/** The job queues of waiting bulk actions, and of the messages of such actions. */
export const BULKS_QUEUE = 'bulks';
export const BULK_MESSAGES_QUEUE = 'bulk-messages';

/**
 * Returns why an action leaves out each application, or null, in their order. `deletedOwners` are accounts that take
 * no messages any more. A worker with several applications at one account has one conversation there, and so gets a
 * message once. `isClosing`: the action belongs to the closing of a job, which spares interviews and offers.
 */
export const refusalsOf = (
  action: BulkAction,
  applications: readonly DecidedApplication[],
  { deletedOwners, isClosing }: { deletedOwners: ReadonlySet<number>; isClosing: boolean },
): (ErrorKey | null)[] => {
  const conversations = new Set<string>();
  return applications.map((application) => {
    const { userId, workerId } = application;
    if (action === 'message' && deletedOwners.has(userId)) return ERROR_KEYS.notFound;
    const refusal = refusalOf(action, application) ?? (isClosing ? refusalOfClosing(application.openStep) : null);
    if (refusal !== null || action !== 'message') return refusal;
    const sides = `${userId} ${workerId}`;
    if (conversations.has(sides)) return ERROR_KEYS.applicationAlready;
    conversations.add(sides);
    return null;
  });
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Seconds until one of two running actions may have ended. */
const RUNNING_RETRY_SECONDS = 5;

/** Returns the seconds until `oldest` no longer counts. */
const waitFor = (oldest: Date | null, period: number, now: Date): number =>
  Math.max(1, Math.ceil(((oldest ?? now).getTime() + period - now.getTime()) / 1000));

/** Throws 429 while two actions of the user are running, and after 20 within an hour. Undos and closings do not count. */
export const checkUserLimits = async (trx: Trx, userId: number, now: Date): Promise<void> => {
  await repository.lockLimit(trx, `user ${userId}`);
  const counts = await repository.countOfUser(trx, userId, new Date(now.getTime() - HOUR_MS));
  if (counts.running >= BULKS_RUNNING_MAX) throw tooManyRequests(RUNNING_RETRY_SECONDS);
  if (counts.recent >= BULKS_HOURLY_MAX) throw tooManyRequests(waitFor(counts.oldest, HOUR_MS, now));
};

/** Throws 429 when `wanted` more messages would exceed what an organisation may send in 24 hours. */
export const checkDailyMessages = async (
  trx: Trx,
  organisationId: number,
  wanted: number,
  now: Date,
): Promise<void> => {
  await repository.lockLimit(trx, `messages of organisation ${organisationId}`);
  const { sent, oldest } = await repository.countMessages(trx, organisationId, new Date(now.getTime() - DAY_MS));
  if (sent + wanted > BULK_MESSAGES_DAILY_MAX)
    throw tooManyRequests(waitFor(oldest, DAY_MS, now), ERROR_KEYS.bulkMessagesDaily);
};
