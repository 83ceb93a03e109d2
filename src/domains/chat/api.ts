import type {
  BranchInbox,
  ConversationPayload,
  ConversationQuery,
  InboxPayload,
  Message,
  SendBody,
  Thread,
} from '../../../contract/schemas/chat';
import type { Static } from 'typebox';
import { ApiError } from '../../lib/http';
import type { Ports } from '../kit/ports';

type Api = Ports['api'];

/** Threads of an inbox, the newest first; `unread`: unread messages of all of it. */
export const getInbox = async (
  { main }: Api,
  query: { user_id: number; page?: number; limit: number; q?: string },
  signal?: AbortSignal,
): Promise<Static<typeof InboxPayload>> =>
  (await main.request<Static<typeof InboxPayload>>({ method: 'GET', path: '/messages/inbox', query, signal })).payload;

export const getAllInbox = async ({ main }: Api, signal?: AbortSignal): Promise<BranchInbox[]> =>
  (await main.request<{ all_inbox: BranchInbox[] }>({ method: 'GET', path: '/messages/all_inbox', signal })).payload
    .all_inbox;

/** The conversation of a worker and an employer's side; made if it is not there. */
export const putCheck = async (
  { main }: Api,
  body: { worker_id: number; company_id: number },
  signal?: AbortSignal,
): Promise<Thread> =>
  (await main.request<{ thread: Thread }>({ method: 'PUT', path: '/messages/check', body, signal })).payload.thread;

export interface Conversation extends ConversationPayload {
  /** Null where the server says none. */
  etag: string | null;
}

/** Status of an answer that says that nothing changed. */
const NOT_MODIFIED = 304;

/** Messages of a thread; null when nothing changed since the answer with that `etag`. */
export const getConversation = async (
  { main }: Api,
  { threadId, etag, ...query }: { threadId: number; etag?: string | null } & ConversationQuery,
  signal?: AbortSignal,
): Promise<Conversation | null> => {
  const path = `/messages/thread/${threadId}`;
  const headers = etag ? { 'If-None-Match': etag } : undefined;
  try {
    const answer = await main.request<ConversationPayload>({ method: 'GET', path, query, headers, signal });
    return { ...answer.payload, etag: answer.etag ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_MODIFIED) return null;
    throw error;
  }
};

/** Answers the message as it is kept; the same `client_message_id` twice is one message. */
export const putMessage = async ({ main }: Api, body: SendBody): Promise<Message> =>
  (await main.request<{ message: Message }>({ method: 'PUT', path: '/messages/send', body })).payload.message;

export const putBlock = ({ main }: Api, threadId: number) =>
  main.request<null>({ method: 'PUT', path: `/user-block/by-thread/${threadId}` });

/** Hides it for the employer's side. */
export const deleteThread = ({ main }: Api, threadId: number) =>
  main.request<null>({ method: 'DELETE', path: `/messages/thread/${threadId}` });

/** A subscription of web push for this session, as JSON. */
export const postPushSubscription = ({ main }: Api, subscription: string) =>
  main.request<null>({ method: 'POST', path: '/user/update-fcm-token', body: { fcm_token: subscription } });
