import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { MESSAGE_MAX } from '../../../contract/constants/limits';
import type { MessageStatus } from '../../../contract/constants/statuses';
import type { Message, StreamEvent, Thread } from '../../../contract/schemas/chat';
import { paths } from '../../lib/paths';
import { isType, type SessionUser } from '../session';

/** Polls in a row that fail before the conversation is told to be out of date. */
export const STALE_AFTER = 5;

/** What is sent of what was typed; null: nothing. Spec 2, point 7. */
export const toBody = (typed: string): string | null => {
  const body = typed.trim();
  return body === '' || body.length > MESSAGE_MAX ? null : body;
};

/**
 * The draft after typing: `before` is what was stored when typing began. A message that was taken back meanwhile was put
 * before the stored draft, and stays there.
 */
export const mergeDraft = (before: string, stored: string, typed: string): string => {
  if (stored === before || !stored.endsWith(before)) return typed;
  return before === '' ? `${stored}\n${typed}` : stored.slice(0, -before.length) + typed;
};

/** Characters that may still be typed; negative when there are too many. */
export const roomLeft = (typed: string): number => MESSAGE_MAX - typed.trim().length;

/** Root and HR look at the inboxes of branches; others have their own. Spec 2, point 8. */
export const picksBranch = (user: Pick<SessionUser, 'userType'>): boolean => isType(user, 'root', 'hr_account');

/** The inbox of whoever is signed in, whose unread messages are the number that is shown; root and HR see that of all branches. */
export const isOwnInbox = (user: Pick<SessionUser, 'id' | 'userType'> | null, userId: number | null): boolean =>
  user !== null && !picksBranch(user) && user.id === userId;

/** The inbox of an employer's side, with a conversation open in it. Spec 2, point 2. */
export const inboxPath = (user: Pick<SessionUser, 'userType'>, userId: number, threadId?: number): string =>
  picksBranch(user) ? paths.branchInbox(userId, threadId) : paths.inbox(threadId);

const STATUS_BY_TYPE: Record<string, MessageStatus> = { [ERROR_KEYS.improperMessage]: 1, [ERROR_KEYS.sleepMode]: 2 };

/**
 * The status with which a message that the content check refused may be sent anyway; null when it was sent with that one
 * already, so that nobody is asked in a loop. Spec 2, point 12.
 */
export const nextStatus = (errorType: string, sentWith: MessageStatus): MessageStatus | null => {
  const status = STATUS_BY_TYPE[errorType];
  return status !== undefined && status > sentWith ? status : null;
};

/** By number, each once; of two versions the newer answer's. */
export const mergeMessages = (held: readonly Message[], fresh: readonly Message[]): Message[] => {
  const byNumber = new Map([...held, ...fresh].map((message) => [message.number, message]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
};

const isNewer = (a: Thread, b: Thread): number =>
  (b.lastMessageAt ?? '').localeCompare(a.lastMessageAt ?? '') || b.id - a.id;

/** The newest first, each once; of two versions the newer answer's. */
export const mergeThreads = (held: readonly Thread[], fresh: readonly Thread[]): Thread[] => {
  const byId = new Map([...held, ...fresh].map((thread) => [thread.id, thread]));
  return [...byId.values()].sort(isNewer);
};

/** An event of the server's stream; null for what this version does not know. */
export const toStreamEvent = (data: unknown): StreamEvent | null => {
  const type = (data as { type?: unknown } | null)?.type;
  return type === 'ready' || type === 'message' || type === 'thread' ? (data as StreamEvent) : null;
};

/** What an `appointment_status` message says. Spec 2, point 6. */
export type StatusChange = 'confirmed' | 'notConfirmed' | 'canceled' | 'canceledOutside' | 'updated';

const CHANGES: Record<string, StatusChange> = {
  ACTIVE: 'confirmed',
  REJECTED: 'notConfirmed',
  CANCELLED: 'canceled',
  CANCELLED_OUTSIDE_24H: 'canceledOutside',
};

export const statusChange = (changedStatus: unknown): StatusChange =>
  (typeof changedStatus === 'string' ? CHANGES[changedStatus] : undefined) ?? 'updated';

/** The point of a location's text `"latitude, longitude"`; null when it is none. */
export const toPoint = (body: string | null): { latitude: number; longitude: number } | null => {
  const [, latitude, longitude] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(body ?? '') ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  const point = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180 ? point : null;
};
