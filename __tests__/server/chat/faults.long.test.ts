import { sql } from 'kysely';
import type { GatewayMessage } from '../../../contract/schemas/gateway';
import type { SessionUser } from '../../../src/domains/session';
import { memoryStorage } from '../../../src/lib/storage';
import { TIMEOUT_MS, openPage, sleep, type ChatPage } from '../../support/chatPage';
import { GATEWAY_KEY } from '../../support/demo';
import { eventually } from '../../support/eventually';
import { faultyProxy, type FaultyProxy } from '../../support/faultyProxy';
import { newSeed } from '../../support/newSeed';
import { testServer, type TestServer } from '../../support/testServer';
import { chatWorld, type ChatWorld } from './chatWorld';

/** Number of conversations. In each, both sides write as many lines as given below: 300 in all. */
const CONVERSATIONS = 3;
const EMPLOYER_LINES = 65;
const WORKER_LINES = 35;
/** The application, with which every conversation begins, and the lines of both sides. */
const ALL = 1 + EMPLOYER_LINES + WORKER_LINES;
/** The page reloads each time the employer has written this many lines. */
const RELOAD_EVERY = 10;
const RELOADS = 4;
/** The seed of the faults. FAULT_SEED repeats a failed run as far as the requests keep their order. */
const SEED = newSeed('FAULT_SEED');

type Seen = Pick<GatewayMessage, 'id' | 'number' | 'sender' | 'type' | 'body'>;

interface Conversation {
  threadId: number;
  workerId: number;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const employerLines = ({ threadId }: Conversation) => numbers(EMPLOYER_LINES).map((at) => `Satır ${threadId}/${at}`);
const workerLines = ({ threadId }: Conversation) => numbers(WORKER_LINES).map((at) => `Cevap ${threadId}/${at}`);

describe('conversations over a line that loses two of five requests', () => {
  let server: TestServer;
  let chat: ChatWorld;
  let proxy: FaultyProxy;
  let user: SessionUser;
  let token: string;
  let conversations: Conversation[];
  let page: ChatPage | undefined;
  let isClosed = false;
  const storage = memoryStorage();

  beforeAll(async () => {
    server = await testServer();
    chat = await chatWorld(server);
    const { rows } = await sql<{ workerId: number }>`
      select distinct a.worker_id as "workerId" from applications a
      where a.user_id = ${chat.world.branchId} and not exists (
        select 1 from threads t where t.user_id = a.user_id and t.worker_id = a.worker_id)
      order by 1 limit ${CONVERSATIONS}`.execute(server.db);
    conversations = [];
    for (const { workerId } of rows)
      conversations.push({ workerId, threadId: (await chat.check('branch', workerId)).body.payload.thread.id });
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    proxy = await faultyProxy(origin, { seed: SEED, isHit: (path) => /\/(messages|threads)\//.test(path) });
    token = await server.tokenOf('branch');
    const me = await fetch(`${origin}/api/user/me`, { headers: { authorization: `Bearer ${token}` } });
    ({ user } = ((await me.json()) as { payload: { user: SessionUser } }).payload);
  });
  afterAll(async () => {
    isClosed = true;
    await page?.close();
    await proxy.close();
    await server.close();
  });

  /** Repeats a call of the worker's product until it gets an answer, at most until the test is over. */
  const asWorker = async ({ threadId }: Conversation, query: string, body?: unknown): Promise<unknown> => {
    for (;;) {
      try {
        const reply = await fetch(`${proxy.origin}/worker-gateway/threads/${threadId}/messages${query}`, {
          method: body ? 'POST' : 'GET',
          headers: { 'x-gateway-key': GATEWAY_KEY, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        expect(reply.status).toBe(200);
        return ((await reply.json()) as { payload: unknown }).payload;
      } catch (error) {
        // The line broke or timed out; any other error is a mistake of the test.
        if (isClosed || !['TypeError', 'TimeoutError'].includes((error as Error).name)) throw error;
      }
    }
  };

  /** Sends the worker's next line each time more of the employer's lines have arrived. */
  const sendAsWorker = async (
    conversation: Conversation,
    received: readonly GatewayMessage[],
    isOver: () => boolean,
  ): Promise<void> => {
    for (const [at, body] of workerLines(conversation).entries()) {
      const isDue = () => isOver() || received.length - at >= (at * EMPLOYER_LINES) / WORKER_LINES;
      await eventually(isDue, (due) => due, 60_000);
      await asWorker(conversation, '', { workerId: conversation.workerId, body, client_message_id: `w-${at}` });
    }
  };

  /** Polls for the worker's messages after the last number until all have arrived. */
  const receiveAsWorker = async (
    conversation: Conversation,
    received: GatewayMessage[],
    isOver: () => boolean,
  ): Promise<void> => {
    for (;;) {
      const wasOver = isOver();
      const query = `?workerId=${conversation.workerId}&after=${received.at(-1)?.number ?? 0}`;
      const fresh = (await asWorker(conversation, query)) as GatewayMessage[];
      received.push(...fresh);
      if (wasOver && fresh.length === 0) return;
      await sleep(50);
    }
  };

  /** Writes the employer's lines in all conversations at once and reloads the page while messages are on their way. */
  const write = async (): Promise<ChatPage> => {
    const load = (at: number) =>
      openPage({ origin: proxy.origin, user, token, storage, threadId: conversations[at % CONVERSATIONS]!.threadId });
    page = await load(0);
    for (let at = 0; at < EMPLOYER_LINES; at += 1) {
      for (const conversation of conversations) page.write(conversation, employerLines(conversation)[at]!);
      await sleep(10);
      const reload = (at + 1) / RELOAD_EVERY;
      if (!Number.isInteger(reload) || reload > RELOADS) continue;
      await page.flushStorage();
      expect(page.outbox().entries).not.toEqual([]);
      await page.close();
      page = await load(reload);
    }
    return page;
  };

  it('deliver every message once and in order to both sides', async () => {
    expect(conversations).toHaveLength(CONVERSATIONS);
    let isSent = false;
    let isOver = false;
    const atWorkers: GatewayMessage[][] = conversations.map(() => []);
    const sending = Promise.all(
      conversations.map((conversation, at) => sendAsWorker(conversation, atWorkers[at]!, () => isSent)),
    );
    const receiving = Promise.all(
      conversations.map((conversation, at) => receiveAsWorker(conversation, atWorkers[at]!, () => isOver)),
    );
    const last = await write();
    // Waits for one message after the other, because all of them take as long as the machine is slow.
    for (let left = last.outbox().entries.length; left > 0; left = last.outbox().entries.length)
      await eventually(
        () => ({ ...last.outbox(), counts: proxy.counts }),
        ({ entries }) => entries.length < left,
      );
    isSent = true;
    await sending.finally(() => (isOver = true));
    await receiving;

    const textsOf = (received: readonly GatewayMessage[], sender: string) =>
      received.filter((one) => one.sender === sender && one.type === 'text').map(({ body }) => body);
    for (const [at, conversation] of conversations.entries()) {
      expect(textsOf(atWorkers[at]!, 'employer')).toEqual(employerLines(conversation));
      expect(textsOf(atWorkers[at]!, 'worker')).toEqual(workerLines(conversation));
      expect(atWorkers[at]!.map(({ number }) => number)).toEqual(numbers(ALL));
    }
    // First the conversation that stayed open, then the others, opened anew.
    const order = conversations.map((_, at) => (at + RELOADS) % CONVERSATIONS);
    for (const [round, at] of order.entries()) {
      if (round > 0) last.open(conversations[at]!.threadId);
      const shown = await last.readAll(ALL);
      // The dashboard shows the job's title as the text of an application, which has none in the worker's product.
      const seen = ({ id, number, sender, type, body }: Seen) =>
        [id, number, sender, type, type === 'application' ? '' : body].join(' ');
      expect(shown.map(seen)).toEqual(atWorkers[at]!.map(seen));
    }
    expect(Math.min(...Object.values(proxy.counts))).toBeGreaterThan(0);
    process.stdout.write(`requests: ${JSON.stringify(proxy.counts)}\n`);
  });
});
