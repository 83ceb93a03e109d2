import type {
  CheckThreadBody,
  ConversationPayload,
  ConversationQuery,
  InboxQuery,
  SendBody,
} from '../../../contract/schemas/chat';
import type { Api } from '../../lib/api';
import { ApiError } from '../../lib/http';

/** Returns threads of an inbox, newest first; `unread` counts the unread messages of the whole inbox. */
export const getInbox = (api: Api, query: InboxQuery, signal?: AbortSignal) =>
  api.call('GET /messages/inbox', { query, signal });

export const getAllInbox = async (api: Api, signal?: AbortSignal) =>
  (await api.call('GET /messages/all_inbox', { signal })).all_inbox;

/** Returns the conversation of a worker and an employer; the server creates it if there is none. */
export const putCheck = async (api: Api, body: CheckThreadBody, signal?: AbortSignal) =>
  (await api.call('PUT /messages/check', { body, signal })).thread;

export interface Conversation extends ConversationPayload {
  /** Null when the response has none. */
  etag: string | null;
}

/** Status of a response without changes. */
const NOT_MODIFIED = 304;

/** Returns messages of a thread, or null if nothing has changed since the response with that `etag`. */
export const getConversation = async (
  api: Api,
  { threadId, etag, ...query }: { threadId: number; etag?: string | null } & ConversationQuery,
  signal?: AbortSignal,
): Promise<Conversation | null> => {
  const headers = etag ? { 'If-None-Match': etag } : undefined;
  try {
    const answer = await api.envelope('GET /messages/thread/:threadId', {
      params: { threadId },
      query,
      headers,
      signal,
    });
    return { ...answer.payload, etag: answer.etag ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_MODIFIED) return null;
    throw error;
  }
};

/** Returns the saved message; the same `client_message_id` twice is one message. */
export const putMessage = async (api: Api, body: SendBody) => (await api.call('PUT /messages/send', { body })).message;

/** Blocks or unblocks the worker of a thread. */
export const putBlock = (api: Api, threadId: number, isBlocked: boolean) =>
  api.call(`${isBlocked ? 'PUT' : 'DELETE'} /user-block/by-thread/:threadId`, { params: { threadId } });

/** Hides the thread from the employer. */
export const deleteThread = (api: Api, threadId: number) =>
  api.call('DELETE /messages/thread/:threadId', { params: { threadId } });

/** Saves this session's web push subscription, given as JSON. */
export const postPushSubscription = (api: Api, subscription: string) =>
  api.call('POST /user/update-fcm-token', { body: { fcm_token: subscription } });
