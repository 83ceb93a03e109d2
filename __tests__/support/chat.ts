import type { ConversationPayload, Message, Thread } from '../../contract/schemas/chat';
import type { Envelope } from '../../src/lib/http';
import type { OutboxEntry } from '../../src/domains/chat';
import { ok } from './fakeApi';

/** Returns a message of the worker whose number and id are equal. */
export const aMessage = (number: number, given: Partial<Message> = {}): Message => ({
  id: number,
  number,
  type: 'text',
  sender: 'worker',
  senderId: 501,
  body: `Message ${number}`,
  messagePayload: {},
  date: '2026-11-20T08:00:00.000Z',
  client_message_id: null,
  ...given,
});

export const messages = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, at) => aMessage(from + at));

export const aThread = (given: Partial<Thread> = {}): Thread => ({
  id: 5,
  userId: 7,
  user: { id: 40, firstName: 'Ece', lastName: 'Yıldız', imageUrl: null },
  lastMessage: { type: 'text', sender: 'worker', body: 'Hello', appointment: null },
  lastMessageAt: '2026-11-20T08:00:00.000Z',
  nbUnreadMessage: 0,
  isBlocked: false,
  application: { id: 101, jobId: 11, jobTitle: 'Barista' },
  ...given,
});

export const aConversation = (given: Partial<ConversationPayload> = {}, etag?: string): Envelope<unknown> =>
  ok(
    { thread: aThread(), messages: [], hasOlder: false, validation_errors: [], ...given },
    etag === undefined ? {} : { etag },
  );

export const anEntry = (clientId: string, given: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientId,
  ownerId: 7,
  threadId: 5,
  userId: 7,
  workerId: 40,
  body: `Text ${clientId}`,
  status: 0,
  writtenAt: Date.parse('2026-11-20T08:59:00.000Z'),
  ...given,
});
