import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import * as chat from '../schemas/chat';
import { Id } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { defineRoute } from './defineRoute';

const threadParams = Type.Object({ threadId: Id });
const removal = {
  summary: 'Hide a thread from the employer’s side until a new message arrives',
  params: threadParams,
  errors: [ERROR_KEYS.notFound],
} as const;

export const getInbox = defineRoute('getInbox', 'GET /api/messages/inbox', {
  summary: 'List threads of a branch, company or organisation; `limit=0` returns only the exact total',
  query: chat.InboxQuery,
  reply: envelope(chat.InboxPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getAllInbox = defineRoute('getAllInbox', 'GET /api/messages/all_inbox', {
  summary: "Count each branch's threads and unread messages",
  access: { level: 'hr_account' },
  reply: envelope(chat.AllInboxPayload),
});

export const checkThread = defineRoute('checkThread', 'PUT /api/messages/check', {
  summary: 'Get the thread of a worker and a branch or company; creates it when absent',
  body: chat.CheckThreadBody,
  reply: envelope(chat.ThreadPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getConversation = defineRoute('getConversation', 'GET /api/messages/thread/:threadId', {
  summary: 'List messages of a thread and mark them as read unless `peek=1`; 304 by its ETag',
  params: threadParams,
  query: chat.ConversationQuery,
  reply: envelope(chat.ConversationPayload),
  errors: [ERROR_KEYS.notFound],
});

export const sendMessage = defineRoute('sendMessage', 'PUT /api/messages/send', {
  summary: 'Send a message to a worker; a repeated client_message_id returns the first message',
  body: chat.SendBody,
  reply: envelope(chat.MessagePayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.improperMessage,
    ERROR_KEYS.sleepMode,
    ERROR_KEYS.threadBlocked,
    ERROR_KEYS.applicationErased,
    ERROR_KEYS.fieldTooLong,
  ],
});

export const blockByThread = defineRoute('blockByThread', 'PUT /api/user-block/by-thread/:threadId', {
  summary: 'Block the worker of a thread; idempotent',
  params: threadParams,
  errors: [ERROR_KEYS.notFound],
});

export const unblockByThread = defineRoute('unblockByThread', 'DELETE /api/user-block/by-thread/:threadId', {
  summary: 'Unblock the worker of a thread; idempotent',
  params: threadParams,
  errors: [ERROR_KEYS.notFound],
});

export const getThreadDelete = defineRoute('getThreadDelete', 'GET /api/messages/thread/delete/:threadId', removal);

export const deleteThread = defineRoute('deleteThread', 'DELETE /api/messages/thread/:threadId', removal);

export const streamEvents = defineRoute('streamEvents', 'GET /api/events', {
  summary: 'Stream the events of the caller’s threads as server-sent events (schema StreamEvent)',
  query: chat.EventsQuery,
  produces: [MEDIA_TYPES.events],
  errors: [ERROR_KEYS.tooManyRequests],
});
