import { sql } from 'kysely';
import { gatewaySend } from '../../../contract/routes/gateway';
import * as chat from '../../../contract/routes/chat';
import type { ConversationPayload, Message, Thread } from '../../../contract/schemas/chat';
import type { CallOptions, CallResult, TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

type As = NonNullable<CallOptions['as']>;

let serial = 0;

export const clientId = (): string => `c-${(serial += 1)}`;

/** Offers a conversation of branch@demo.test and the actions of both sides. */
export const chatWorld = async (server: TestServer) => {
  const world: World = await findWorld(server.db);
  const { branchId, workerId } = world;

  const check = async (as: As = 'branch', worker_id = workerId, company_id = branchId): Promise<CallResult> =>
    server.call(chat.checkThread, { as, body: { worker_id, company_id } });
  const opened: Thread = (await check()).body.payload.thread;

  const sendAsEmployer = (text: string, change: Record<string, unknown> = {}, as: As = 'branch'): Promise<CallResult> =>
    server.call(chat.sendMessage, {
      as,
      body: {
        user_id: branchId,
        recipient_id: workerId,
        body: text,
        message_status: 2,
        type: 'text',
        client_message_id: clientId(),
        ...change,
      },
    });
  const sendAsWorker = async (text: string, threadId = opened.id, worker = workerId): Promise<Message> => {
    const body = { workerId: worker, body: text, client_message_id: clientId() };
    const reply = await server.call(gatewaySend, { as: 'gateway', params: { id: threadId }, body });
    return reply.body.payload.message;
  };
  const read = (query: Record<string, unknown> = {}, options: CallOptions = {}): Promise<CallResult> =>
    server.call(chat.getConversation, { as: 'branch', params: { threadId: opened.id }, query, ...options });
  const conversation = async (query: Record<string, unknown> = {}): Promise<ConversationPayload> =>
    (await read(query)).body.payload;
  const inbox = async (query: Record<string, unknown> = {}, as: As = 'branch') =>
    (await server.call(chat.getInbox, { as, query })).body as {
      payload: { threads: Thread[]; unread: number };
      total?: number;
      page?: number;
      limit?: number;
    };
  const unread = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select unread_by_employer as n from threads where id = ${opened.id}`.execute(server.db);
    return rows[0]!.n;
  };
  const audited = async (action: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_log where action = ${action}`.execute(server.db);
    return rows[0]!.n;
  };
  return {
    world,
    threadId: opened.id,
    check,
    say: sendAsEmployer,
    receive: sendAsWorker,
    read,
    conversation,
    inbox,
    unread,
    audited,
  };
};
export type ChatWorld = Awaited<ReturnType<typeof chatWorld>>;
