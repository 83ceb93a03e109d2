import { sql } from 'kysely';
import * as contract from '../../../contract/routes/chat';
import { putDecline } from '../../../contract/routes/decisions';
import type { Thread } from '../../../contract/schemas/chat';
import { notifyDue } from '../../../server/modules/decisions';
import { testServer, type TestServer } from '../../support/testServer';
import { chatWorld, type ChatWorld } from './chatWorld';

type As = 'root' | 'hr';

describe('the inbox of an organisation', () => {
  let server: TestServer;
  let chat: ChatWorld;
  beforeAll(async () => {
    server = await testServer();
    chat = await chatWorld(server);
  });
  afterAll(() => server.close());

  interface Whole {
    payload: { threads: Thread[]; unread: number; unanswered: number; next: string | null };
    page?: number;
    total?: number;
  }
  const whole = async (query: Record<string, unknown> = {}, as: As = 'hr'): Promise<Whole> =>
    (await server.call(contract.getInbox, { as, query })).body as Whole;
  /** Reads all pages of a size. */
  const list = async (query: Record<string, unknown> = {}, limit = 500): Promise<Thread[]> => {
    const threads: Thread[] = [];
    let after: string | null | undefined;
    do {
      const { payload, page } = await whole({ limit, ...query, ...(after && { after }) });
      expect(page).toBeUndefined();
      threads.push(...payload.threads);
      after = payload.next;
    } while (after);
    return threads;
  };
  const failed = async (query: Record<string, unknown>, as: As | 'branch' | 'company' = 'hr') => {
    const { status, body } = await server.call(contract.getInbox, { as, query });
    return [status, Object.keys(body.errors?.children ?? {})];
  };
  const fail = (given: unknown) => {
    throw given;
  };
  const settleAll = () => sql`update threads set awaiting_since = null`.execute(server.db);

  it('has the conversations of every branch, each with its branch, and those of no other organisation', async () => {
    const branches = (await server.call(contract.getAllInbox, { as: 'root' })).body.payload.all_inbox as {
      id: number;
      companyName: string;
      nbTotal: number;
      nbInbox: number;
    }[];
    const sum = (of: 'nbTotal' | 'nbInbox') => branches.reduce((all, branch) => all + branch[of], 0);
    const threads = await list();
    expect(threads).toHaveLength(sum('nbTotal'));
    const names = new Map(branches.map(({ id, companyName }) => [id, companyName]));
    expect(threads.map(({ companyName }) => companyName)).toEqual(threads.map(({ userId }) => names.get(userId)));
    expect(new Set(threads.map(({ userId }) => userId)).size).toBeGreaterThan(1);
    const { total, payload } = await whole({ limit: 0 }, 'root');
    expect([total, payload.unread]).toEqual([sum('nbTotal'), sum('nbInbox')]);
    expect(payload.unanswered).toBe(threads.filter(({ awaitingSince }) => awaitingSince !== null).length);
    expect(payload.unanswered).toBeGreaterThan(10);
  });

  it('begins with the longest unanswered, then has the newest of the others', async () => {
    const threads = await list();
    const waits = threads.flatMap(({ awaitingSince }) => awaitingSince ?? []);
    expect(threads.findLastIndex(({ awaitingSince }) => awaitingSince)).toBe(waits.length - 1);
    expect(waits).toEqual([...waits].sort());
    const others = threads.slice(waits.length).map(({ lastMessageAt }) => lastMessageAt!);
    expect(others.length).toBeGreaterThan(10);
    expect(others).toEqual([...others].sort().reverse());
  });

  it.each([{}, { isUnread: true }, { q: 'e' }])('pages without repeats or gaps: %j', async (filter) => {
    // Many threads at the same microsecond, on both sides of a page's end.
    await sql`update threads set awaiting_since = '2026-11-01 10:00:00.123456Z' where awaiting_since is not null and id % 3 = 0`.execute(
      server.db,
    );
    await sql`update threads set last_message_at = '2026-11-02 10:00:00.654321Z' where last_number > 0 and id % 2 = 0`.execute(
      server.db,
    );
    const all = (await list(filter)).map(({ id }) => id);
    expect(all.length).toBeGreaterThan(8);
    const paged = (await list(filter, 7)).map(({ id }) => id);
    expect(new Set(paged).size).toBe(paged.length);
    expect(paged).toEqual(all);
  });

  it('skips nobody when a thread of the first page is answered before the next page', async () => {
    const all = (await list()).map(({ id }) => id);
    const first = await whole({ limit: 5 });
    await sql`update threads set awaiting_since = null where id = any(${all.slice(0, 4)}::bigint[])`.execute(server.db);
    const second = await whole({ limit: 5, after: first.payload.next });
    expect(second.payload.threads.map(({ id }) => id)).toEqual(all.slice(5, 10));
  });

  it('ends a wait with an answer, a block or a decline notice, until the worker writes again', async () => {
    await settleAll();
    const { branchId, workerId } = chat.world;
    const { threadId } = chat;
    const first = async () => (await whole()).payload;
    expect((await first()).unanswered).toBe(0);
    await chat.receive('Ne zaman?');
    const waiting = await first();
    expect([waiting.threads[0]!.id, waiting.unanswered]).toEqual([threadId, 1]);
    expect(waiting.threads[0]!.awaitingSince).toBe(server.clock.now().toISOString());
    const block = (route: typeof contract.blockByThread | typeof contract.unblockByThread) =>
      server.call(route, { as: 'branch', params: { threadId } });
    await block(contract.blockByThread);
    expect((await first()).unanswered).toBe(0);
    expect((await list()).find(({ id }) => id === threadId)!.awaitingSince).toBeNull();
    await block(contract.unblockByThread);
    expect((await first()).unanswered).toBe(1);
    await chat.say('Yarın');
    expect((await first()).unanswered).toBe(0);

    await chat.say('Geliyor musunuz?');
    await chat.receive('Olur mu?');
    const { rows } = await sql<{ id: number }>`
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
      select j.organisation_id, j.user_id, j.id, ${workerId}, 0.5, 'x', ${server.clock.now()} from jobs j
      where j.user_id = ${branchId} and j.status = 'active'
        and not exists (select from applications a where a.job_id = j.id and a.worker_id = ${workerId})
      order by j.id limit 2 returning id`.execute(server.db);
    await sql`
      update applications set status = 'rejected'
      where user_id = ${branchId} and worker_id = ${workerId} and id < ${rows[0]!.id}`.execute(server.db);
    for (const { id } of rows) {
      // The other application may still need the answer.
      expect((await first()).unanswered).toBe(1);
      const call = { as: 'branch', params: { id }, body: { cancelAppointment: true, tell: 'now' } } as const;
      expect((await server.call(putDecline, call)).status).toBe(200);
      expect(await notifyDue(server.deps, { log: { warn: fail } })).toBe(1);
    }
    expect((await first()).unanswered).toBe(0);
    const { rows: corrected } = await sql<{ since: Date | null }>`
      select awaiting_since_of(t) as since from threads t where id = ${threadId}`.execute(server.db);
    expect(corrected).toEqual([{ since: null }]);
    await chat.receive('Neden?');
    expect((await first()).unanswered).toBe(1);
  });

  it('refuses parameters of other inboxes, and leaves the inboxes of branches and companies as they are', async () => {
    const next = (await whole({ limit: 1 })).payload.next!;
    expect(await failed({ page: 1 })).toEqual([400, ['page']]);
    expect(await failed({ after: 'x' })).toEqual([400, ['after']]);
    expect(await failed({ after: Buffer.from('1 2').toString('base64url') })).toEqual([400, ['after']]);
    expect(await failed({ after: Buffer.from('9999999999999999 2 3').toString('base64url') })).toEqual([
      400,
      ['after'],
    ]);
    expect(await failed({ user_id: chat.world.branchId, after: next })).toEqual([400, ['after']]);
    expect(await failed({ after: next }, 'branch')).toEqual([400, ['after']]);
    for (const as of ['branch', 'company'] as const) {
      const { body } = await server.call(contract.getInbox, { as, query: {} });
      expect(Object.keys(body.payload).sort()).toEqual(['threads', 'unread']);
      expect(body.page).toBe(1);
    }
  });
});
