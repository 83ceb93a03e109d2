import { REMINDER_KINDS } from '../../../contract/constants/attendance';
import { AppointmentEvent, type Message, type Thread } from '../../../contract/schemas/chat';
import type { Deps } from '../../platform/deps';
import type { Files } from '../../platform/files';
import { matches } from '../../platform/http/validation';
import type { EmployerEvent } from '../../platform/live/streams';
import { reachOf } from '../workerLinks';
import type { LockedThread, StoredMessage } from './repository';
import type { BranchInboxRecord, ThreadRecord } from './inboxRepository';

const titleOf = ({ jobTitle }: Record<string, unknown>): string | null =>
  typeof jobTitle === 'string' ? jobTitle : null;

/**
 * Returns the displayed text: the body, the job title of an application, or the place of a location. An appointment
 * has none.
 */
const bodyOf = ({ type, body, messagePayload }: Pick<StoredMessage, 'type' | 'body' | 'messagePayload'>) =>
  type === 'application' ? titleOf(messagePayload) : body;

/** Returns what an appointment message reports; null for other messages. */
const appointmentOf = ({ type, messagePayload }: Pick<StoredMessage, 'type' | 'messagePayload'>) => {
  if (type !== 'appointment' && type !== 'appointment_status') return null;
  const { startAt, changed_status } = messagePayload;
  const event = { status: type === 'appointment' ? 'WAITING' : changed_status, startAt };
  return matches(AppointmentEvent, event) ? (event as AppointmentEvent) : null;
};

type ThreadDeps = Pick<Deps, 'files'> & { settings: Pick<Deps['settings'], 'workerLinks'> };

/** Returns what an automatic reminder is about; nothing for other messages. */
const reminderOf = ({ messagePayload }: Pick<StoredMessage, 'messagePayload'>) => {
  const kind = REMINDER_KINDS.find((one) => one === messagePayload.reminder);
  return kind && { reminder: kind };
};

/** Returns the JSON of a message. The worker's product keeps its `clientMessageId` to itself. */
export const presentMessage = (message: StoredMessage, { workerId }: { workerId: number }): Message => ({
  id: message.id,
  number: message.number,
  type: message.type,
  sender: message.sender,
  senderId: message.sender === 'worker' ? workerId : message.senderUserId,
  ...(message.senderName !== undefined && { senderName: message.senderName }),
  body: bodyOf(message),
  messagePayload: message.messagePayload,
  date: message.date,
  client_message_id: message.sender === 'employer' ? message.clientMessageId : null,
});

export const presentThread = (record: ThreadRecord, { files, settings }: ThreadDeps): Thread => ({
  id: record.id,
  userId: record.userId,
  user: {
    id: record.workerId,
    firstName: record.firstName,
    lastName: record.lastName,
    imageUrl: files.imageUrl(record.imageKey),
  },
  lastMessage: record.lastMessage && {
    type: record.lastMessage.type,
    sender: record.lastMessage.sender,
    body: bodyOf(record.lastMessage),
    appointment: appointmentOf(record.lastMessage),
    ...reminderOf(record.lastMessage),
  },
  lastMessageAt: record.lastMessage && record.lastMessageAt,
  nbUnreadMessage: record.unread,
  isBlocked: record.isBlocked,
  reach: reachOf(settings.workerLinks, record),
  application: record.application,
});

export const presentBranchInbox = ({ imageKey, ...inbox }: BranchInboxRecord, files: Files) => ({
  ...inbox,
  imageUrl: files.imageUrl(imageKey),
});

/** Returns the event that the event stream sends for a message. */
export const eventOf = (thread: LockedThread, message: StoredMessage): EmployerEvent['event'] => ({
  type: 'message',
  threadId: thread.id,
  userId: thread.userId,
  workerId: thread.workerId,
  number: message.number,
  sender: message.sender,
  messageType: message.type,
});
