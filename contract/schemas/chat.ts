import { Type, type Static } from 'typebox';
import { BULK_STATES } from '../constants/bulks';
import { REMINDER_KINDS } from '../constants/attendance';
import { REACHES } from '../constants/decisions';
import { ID_MAX, MESSAGES_PAGE, MESSAGE_MAX, SEARCH_MAX } from '../constants/limits';
import { APPOINTMENT_STATUSES, MESSAGE_STATUSES, MESSAGE_TYPES } from '../constants/statuses';
import { Cursor, FilledText, Id, Instant, Nullable, OneOf, Stage, WallTime, paging } from './common';

/**
 * `user_id` is the employer's side: a branch's or company's user. Without it, the caller, and for root and HR the whole
 * organisation, whose unanswered threads come first.
 */
export const InboxQuery = Type.Object({
  user_id: Type.Optional(Id),
  ...paging(0),
  /** Searches the worker's name and the texts, ignoring case and Turkish letters. */
  q: Type.Optional(Type.String({ maxLength: SEARCH_MAX })),
  /** Only threads with unread messages. */
  isUnread: Type.Optional(Type.Literal(true)),
  /** The `next` of the page before; only for the whole organisation, which takes no `page`. */
  after: Type.Optional(Cursor),
});
export type InboxQuery = Static<typeof InboxQuery>;

export const MESSAGE_SENDERS = ['worker', 'employer', 'system'] as const;

/**
 * `number` rises by one within a thread. `body` is the text, the job title of an application, or `"latitude,
 * longitude"` of a location. It is null for appointment messages.
 */
export const Message = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  type: OneOf(MESSAGE_TYPES),
  sender: OneOf(MESSAGE_SENDERS),
  /** The worker or the account that wrote it. Null for system messages and unknown senders. */
  senderId: Nullable(Id),
  /** The name of that account; only in conversations, and null for other senders. */
  senderName: Type.Optional(Nullable(Type.String())),
  body: Nullable(Type.String()),
  messagePayload: Type.Record(Type.String(), Type.Unknown()),
  date: Instant,
  /** Null unless the employer's side sent the message. */
  client_message_id: Nullable(Type.String()),
});
export type Message = Static<typeof Message>;

/** What an appointment message reports: the status that the appointment took (`NONE` for a reset) and its start. */
export const AppointmentEvent = Type.Object({
  /**
   * `NONE`: the employer took it back. `WITHDRAWN`: the worker withdrew the application before answering. `MISSED`: the
   * worker did not come, which makes the appointment `APPOINTMENT_NEGATIVE`.
   */
  status: OneOf([...APPOINTMENT_STATUSES, 'NONE', 'WITHDRAWN', 'MISSED']),
  startAt: WallTime,
});
export type AppointmentEvent = Static<typeof AppointmentEvent>;

/**
 * A thread in an inbox. `user` is the worker. `application` is the one that the last message names, or else the newest
 * one for the employer's jobs.
 */
export const Thread = Type.Object({
  id: Id,
  /** The account of the employer's side. */
  userId: Id,
  /** The name of that account. Servers of the previous release do not send it. */
  companyName: Type.Optional(Type.String()),
  user: Type.Object({
    id: Id,
    firstName: Type.String(),
    lastName: Type.String(),
    imageUrl: Nullable(Type.String()),
    /** Present for somebody whose data were erased. */
    isErased: Type.Optional(Type.Literal(true)),
  }),
  lastMessage: Nullable(
    Type.Object({
      type: OneOf(MESSAGE_TYPES),
      sender: OneOf(MESSAGE_SENDERS),
      body: Nullable(Type.String()),
      appointment: Nullable(AppointmentEvent),
      /** Present for an automatic reminder. */
      reminder: Type.Optional(OneOf(REMINDER_KINDS)),
    }),
  ),
  lastMessageAt: Nullable(Instant),
  /** When the worker's first unanswered message arrived. Servers of the previous release do not send it. */
  awaitingSince: Type.Optional(Nullable(Instant)),
  nbUnreadMessage: Type.Integer({ minimum: 0 }),
  isBlocked: Type.Boolean(),
  /** How the worker is notified of messages. Servers of the previous release do not send it. */
  reach: Type.Optional(OneOf(REACHES)),
  application: Nullable(Type.Object({ id: Id, jobId: Id, jobTitle: Type.String() })),
  /** The stage of that application. Servers of the previous release do not send it. */
  stage: Type.Optional(Stage),
});
export type Thread = Static<typeof Thread>;
/**
 * Newest first. `unread` counts the unread messages of the whole inbox. The inbox of an organisation begins with the
 * threads that wait longest for an answer, and has their number and where the next page begins.
 */
export const InboxPayload = Type.Object({
  threads: Type.Array(Thread),
  unread: Type.Integer({ minimum: 0 }),
  unanswered: Type.Optional(Type.Integer({ minimum: 0 })),
  next: Type.Optional(Nullable(Type.String())),
});

/** `nbTotal` counts the branch's threads, `nbInbox` its unread messages. */
export const BranchInbox = Type.Object({
  id: Id,
  companyName: Type.String(),
  imageUrl: Nullable(Type.String()),
  nbTotal: Type.Integer({ minimum: 0 }),
  nbInbox: Type.Integer({ minimum: 0 }),
});
export type BranchInbox = Static<typeof BranchInbox>;
export const AllInboxPayload = Type.Object({ all_inbox: Type.Array(BranchInbox) });

export const CheckThreadBody = Type.Object({ worker_id: Id, company_id: Id });
export type CheckThreadBody = Static<typeof CheckThreadBody>;
export const ThreadPayload = Type.Object({ thread: Thread });

/**
 * `after` returns only messages with a higher number, `before` those just below that number (to read back), neither of
 * them the newest. `peek=1` marks nothing as read.
 */
export const ConversationQuery = Type.Object({
  user_id: Type.Optional(Id),
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: ID_MAX })),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: ID_MAX })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MESSAGES_PAGE })),
  peek: Type.Optional(Type.Literal('1')),
});
export type ConversationQuery = Static<typeof ConversationQuery>;

/** Messages are in rising order. `hasOlder` is true when older messages precede this page. */
export const ConversationPayload = Type.Object({
  thread: Thread,
  messages: Type.Array(Message),
  hasOlder: Type.Boolean(),
  validation_errors: Type.Array(OneOf(['improper_message'])),
});
export type ConversationPayload = Static<typeof ConversationPayload>;

/** `user_id` is the employer's side, `recipient_id` the worker. */
export const SendBody = Type.Object({
  user_id: Id,
  recipient_id: Id,
  body: FilledText(MESSAGE_MAX * 2),
  message_status: OneOf(MESSAGE_STATUSES),
  type: OneOf(['text', 'location']),
  client_message_id: Type.String({ minLength: 1, maxLength: 64 }),
});
export type SendBody = Static<typeof SendBody>;
export const MessagePayload = Type.Object({ message: Message });

/** `since`: when the caller began to load what it shows, by the server's clock. */
export const EventsQuery = Type.Object({ since: Type.Optional(Instant) });

/** The JSON in `data` of a server-sent event. */
export const StreamEvent = Type.Union([
  /** Comes first and after each reconnection. `isQuiet`: no event came since `since`, so the caller missed none. */
  Type.Object({ type: Type.Literal('ready'), isQuiet: Type.Optional(Type.Literal(true)) }),
  /** A new message: its sender, its thread and the inbox. */
  Type.Object({
    type: Type.Literal('message'),
    threadId: Id,
    userId: Id,
    workerId: Id,
    number: Type.Integer({ minimum: 1 }),
    sender: OneOf(MESSAGE_SENDERS),
    messageType: OneOf(MESSAGE_TYPES),
  }),
  /** A thread was read, blocked or deleted elsewhere, so the client must load it again. */
  Type.Object({ type: Type.Literal('thread'), threadId: Id, userId: Id }),
  /** Applications of an owner arrived or changed elsewhere; at most 50 ids, and none when more changed at once. */
  Type.Object({
    type: Type.Literal('applications'),
    userId: Id,
    ids: Type.Array(Id, { maxItems: 50 }),
    reason: OneOf(['arrived', 'decided', 'attendance', 'need', 'stage']),
  }),
  /** Progress of a bulk action; `done` counts the items with any outcome. */
  Type.Object({
    type: Type.Literal('bulk'),
    userId: Id,
    actorId: Id,
    bulkId: Type.String({ pattern: '^[0-9a-f]{32}$' }),
    state: OneOf(BULK_STATES),
    done: Type.Integer({ minimum: 0 }),
    total: Type.Integer({ minimum: 0 }),
  }),
]);
export type StreamEvent = Static<typeof StreamEvent>;
