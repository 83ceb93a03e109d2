import { isBlank } from '../../../contract/constants/cleanText';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { MESSAGE_MAX } from '../../../contract/constants/limits';
import type { MessageStatus } from '../../../contract/constants/statuses';
import type { Message, StreamEvent, Thread } from '../../../contract/schemas/chat';
import { paths } from '../../lib/paths';
import { isType, type SessionUser } from '../session';

/** Number of failed polls in a row after which the conversation shows that it is out of date. */
export const STALE_AFTER = 5;

/** Returns the text to send, or null when there is nothing to send. */
export const toBody = (typed: string): string | null => {
  const body = typed.trim();
  return isBlank(body) || body.length > MESSAGE_MAX ? null : body;
};

/**
 * Returns the draft after typing; `before` was stored when typing began. Keeps a message that was put before it in
 * `stored` meanwhile, because the user wants to edit it again.
 */
export const mergeDraft = (before: string, stored: string, typed: string): string => {
  if (stored === before || !stored.endsWith(before)) return typed;
  return before === '' ? `${stored}\n${typed}` : stored.slice(0, -before.length) + typed;
};

/** Returns how many more characters fit; negative when the text is too long. */
export const roomLeft = (typed: string): number => MESSAGE_MAX - typed.trim().length;

/** Root and HR choose the inbox of a branch; others have one inbox of their own. See docs/PRODUCT.md#inbox. */
export const picksBranch = (user: Pick<SessionUser, 'userType'>): boolean => isType(user, 'root', 'hr_account');

/**
 * True for the inbox whose unread messages the badge counts. Root and HR have no such inbox: their badge counts all
 * branches.
 */
export const isOwnInbox = (user: Pick<SessionUser, 'id' | 'userType'> | null, userId: number | null): boolean =>
  user !== null && !picksBranch(user) && user.id === userId;

/** The owner of the inbox of all branches, which root and HR have beside those of each branch. */
export const ALL_BRANCHES = 0;

/** A conversation by the employer's side and its id. */
export interface OpenThread {
  userId: number;
  threadId: number;
}

/** Returns the address of a list of conversations, with one of them open if `open` is given. */
export const listPath = (user: Pick<SessionUser, 'userType'>, listId: number, open?: OpenThread): string =>
  listId === ALL_BRANCHES ? paths.wholeInbox(open) : inboxPath(user, open?.userId ?? listId, open?.threadId);

/** Returns the address of an employer's inbox, with a conversation open if `threadId` is given. */
export const inboxPath = (user: Pick<SessionUser, 'userType'>, userId: number, threadId?: number): string =>
  picksBranch(user) ? paths.branchInbox(userId, threadId) : paths.inbox(threadId);

const STATUS_BY_TYPE: Record<string, MessageStatus> = { [ERROR_KEYS.improperMessage]: 1, [ERROR_KEYS.sleepMode]: 2 };

/**
 * Returns the status with which the user may send a refused message anyway; null when it was already sent with that
 * status, so that the question does not repeat. See docs/PRODUCT.md#message-check.
 */
export const nextStatus = (errorType: string, sentWith: MessageStatus): MessageStatus | null => {
  const status = STATUS_BY_TYPE[errorType];
  return status !== undefined && status > sentWith ? status : null;
};

/** Merges messages by number; the fresh version wins. */
export const mergeMessages = (current: readonly Message[], fresh: readonly Message[]): Message[] => {
  const byNumber = new Map([...current, ...fresh].map((message) => [message.number, message]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
};

/** True for new stages of applications; of one owner, if `userId` is given. */
export const isStageChange = (event: StreamEvent, userId?: number): boolean =>
  event.type === 'applications' && event.reason === 'stage' && (userId ?? event.userId) === event.userId;

const isNewer = (a: Thread, b: Thread): number =>
  (b.lastMessageAt ?? '').localeCompare(a.lastMessageAt ?? '') || b.id - a.id;

/** Sorts the longest unanswered first, then the newest of the others. */
const waitsLonger = (a: Thread, b: Thread): number => {
  const [one, two] = [a.awaitingSince ?? null, b.awaitingSince ?? null];
  if (one === null || two === null) return Number(one === null) - Number(two === null) || isNewer(a, b);
  return one.localeCompare(two) || isNewer(a, b);
};

/** Merges the threads of an inbox, the newest first, of all branches the longest unanswered; the fresh version wins. */
export const mergeThreads = (
  current: readonly Thread[],
  fresh: readonly Thread[],
  { userId }: { userId: number | null },
): Thread[] => {
  const byId = new Map([...current, ...fresh].map((thread) => [thread.id, thread]));
  return [...byId.values()].sort(userId === ALL_BRANCHES ? waitsLonger : isNewer);
};

/**
 * True when the last word is an automatic message or the employer's own act, and nothing waits for an answer. See
 * docs/PRODUCT.md#inbox.
 */
export const isQuiet = ({ lastMessage, awaitingSince }: Thread): boolean => {
  if (!lastMessage || awaitingSince) return false;
  const { sender, type } = lastMessage;
  return sender === 'employer' || (sender === 'system' && type !== 'appointment_status');
};

const STREAM_EVENTS = ['ready', 'message', 'thread', 'applications', 'bulk'] as const satisfies StreamEvent['type'][];

/** Parses an event of the stream; returns null for a type that this version does not know. */
export const toStreamEvent = (data: unknown): StreamEvent | null => {
  const type = (data as { type?: unknown } | null)?.type;
  return STREAM_EVENTS.some((known) => known === type) ? (data as StreamEvent) : null;
};

/** What an `appointment_status` message reports. See docs/PRODUCT.md#appointment-messages. */
export type StatusChange =
  'confirmed' | 'notConfirmed' | 'canceled' | 'canceledOutside' | 'noAnswer' | 'withdrawn' | 'updated';

const CHANGES: Record<string, StatusChange> = {
  ACTIVE: 'confirmed',
  REJECTED: 'notConfirmed',
  CANCELLED: 'canceled',
  CANCELLED_OUTSIDE_24H: 'canceledOutside',
  EXPIRED: 'noAnswer',
  WITHDRAWN: 'withdrawn',
};

export const statusChange = (changedStatus: unknown): StatusChange =>
  (typeof changedStatus === 'string' ? CHANGES[changedStatus] : undefined) ?? 'updated';

/** Parses a location message, `"latitude, longitude"`; returns null for any other text. */
export const toPoint = (body: string | null): { latitude: number; longitude: number } | null => {
  const [, latitude, longitude] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(body ?? '') ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null;
};
