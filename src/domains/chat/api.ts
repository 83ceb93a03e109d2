import type { ConversationPayload, ConversationQuery, InboxQuery } from '../../../contract/schemas/chat';
import type { Api } from '../../lib/api';
import { ApiError } from '../../lib/http';

/** Returns threads of an inbox, newest first; `unread` counts the unread messages of the whole inbox. */
export const getInbox = (api: Api, query: InboxQuery) => api.call('GET /messages/inbox', { query });

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
): Promise<Conversation | null> => {
  const headers = etag ? { 'If-None-Match': etag } : undefined;
  try {
    const answer = await api.envelope('GET /messages/thread/:threadId', {
      params: { threadId },
      query,
      headers,
    });
    return { ...answer.payload, etag: answer.etag ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_MODIFIED) return null;
    throw error;
  }
};
