import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import {
  AllInboxPayload,
  CheckThreadBody,
  ConversationPayload,
  ConversationQuery,
  InboxPayload,
  InboxQuery,
  MessagePayload,
  SendBody,
  ThreadPayload,
} from '../schemas/chat';
import { Id } from '../schemas/common';
import { NoPayload, envelope } from '../schemas/envelope';
import { defineRoute } from './defineRoute';

const threadParams = Type.Object({ threadId: Id });
const removal = {
  summary: 'Hide a thread from the employer’s side until a new message arrives',
  access: { level: 'branch' },
  params: threadParams,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound],
} as const;

export const getInbox = defineRoute({
  id: 'getInbox',
  summary: 'List threads of a branch, company or organisation; `limit=0` returns only the exact total',
  method: 'GET',
  path: '/api/messages/inbox',
  access: { level: 'branch' },
  query: InboxQuery,
  reply: envelope(InboxPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getAllInbox = defineRoute({
  id: 'getAllInbox',
  summary: "Count each branch's threads and unread messages",
  method: 'GET',
  path: '/api/messages/all_inbox',
  access: { level: 'hr_account' },
  reply: envelope(AllInboxPayload),
  errors: [],
});

export const checkThread = defineRoute({
  id: 'checkThread',
  summary: 'Get the thread of a worker and a branch or company; creates it when absent',
  method: 'PUT',
  path: '/api/messages/check',
  access: { level: 'branch' },
  body: CheckThreadBody,
  reply: envelope(ThreadPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getConversation = defineRoute({
  id: 'getConversation',
  summary: 'List messages of a thread and mark them as read unless `peek=1`; 304 by its ETag',
  method: 'GET',
  path: '/api/messages/thread/:threadId',
  access: { level: 'branch' },
  params: threadParams,
  query: ConversationQuery,
  reply: envelope(ConversationPayload),
  errors: [ERROR_KEYS.notFound],
});

export const sendMessage = defineRoute({
  id: 'sendMessage',
  summary: 'Send a message to a worker; a repeated client_message_id returns the first message',
  method: 'PUT',
  path: '/api/messages/send',
  access: { level: 'branch' },
  body: SendBody,
  reply: envelope(MessagePayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.improperMessage,
    ERROR_KEYS.sleepMode,
    ERROR_KEYS.threadBlocked,
    ERROR_KEYS.applicationErased,
    ERROR_KEYS.fieldTooLong,
  ],
});

export const blockByThread = defineRoute({
  id: 'blockByThread',
  summary: 'Block the worker of a thread; idempotent',
  method: 'PUT',
  path: '/api/user-block/by-thread/:threadId',
  access: { level: 'branch' },
  params: threadParams,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound],
});

export const unblockByThread = defineRoute({
  id: 'unblockByThread',
  summary: 'Unblock the worker of a thread; idempotent',
  method: 'DELETE',
  path: '/api/user-block/by-thread/:threadId',
  access: { level: 'branch' },
  params: threadParams,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getThreadDelete = defineRoute({
  id: 'getThreadDelete',
  method: 'GET',
  path: '/api/messages/thread/delete/:threadId',
  ...removal,
});
export const deleteThread = defineRoute({
  id: 'deleteThread',
  method: 'DELETE',
  path: '/api/messages/thread/:threadId',
  ...removal,
});

export const streamEvents = defineRoute({
  id: 'streamEvents',
  summary: 'Stream the events of the caller’s threads as server-sent events (schema StreamEvent)',
  method: 'GET',
  path: '/api/events',
  access: { level: 'branch' },
  reply: envelope(NoPayload),
  produces: [MEDIA_TYPES.events],
  errors: [ERROR_KEYS.tooManyRequests],
});
