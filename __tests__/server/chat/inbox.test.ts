import { sql } from 'kysely';
import * as contract from '../../../contract/routes/chat';
import type { BranchInbox } from '../../../contract/schemas/chat';
import { testServer, type TestServer } from '../../support/testServer';
import { chatWorld, type ChatWorld } from './chatWorld';

describe('inboxes', () => {
  let server: TestServer;
  let chat: ChatWorld;
  beforeAll(async () => {
    server = await testServer();
    chat = await chatWorld(server);
  });
  afterAll(() => server.close());

  const ids = async (query: Record<string, unknown> = {}) =>
    (await chat.inbox({ limit: 500, ...query })).payload.threads.map(({ id }) => id);

  it('lists conversations with a message, newest first', async () => {
    expect(await ids()).not.toContain(chat.threadId);
    await chat.say('Merhaba');
    expect((await ids())[0]).toBe(chat.threadId);
    const { threads } = (await chat.inbox({ limit: 500 })).payload;
    const times = threads.map(({ lastMessageAt }) => lastMessageAt!);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('pages without repeats and counts exactly', async () => {
    const all = await ids();
    const { total, limit, payload } = await chat.inbox({ limit: 0 });
    expect([total, limit, payload.threads]).toEqual([all.length, 0, []]);
    const first = await chat.inbox();
    expect([first.page, first.limit, first.total]).toEqual([1, 10, undefined]);
    const second = await chat.inbox({ page: 2 });
    expect([...first.payload.threads, ...second.payload.threads].map(({ id }) => id)).toEqual(all.slice(0, 20));
  });

  it('counts unread messages', async () => {
    const before = (await chat.inbox()).payload.unread;
    await chat.receive('bir');
    await chat.receive('iki');
    const after = (await chat.inbox()).payload;
    expect(after.unread).toBe(before + 2);
    expect(after.threads[0]).toMatchObject({ id: chat.threadId, nbUnreadMessage: 2, lastMessage: { body: 'iki' } });
    expect((await chat.inbox({ limit: 0 })).payload.unread).toBe(before + 2);
    const { threads } = (await chat.inbox({ limit: 500, isUnread: true })).payload;
    expect(threads[0]?.id).toBe(chat.threadId);
    expect(threads.every(({ nbUnreadMessage }) => nbUnreadMessage > 0)).toBe(true);
    expect((await chat.inbox({ limit: 0, isUnread: true })).total).toBe(threads.length);
    await chat.conversation();
    expect(await ids({ isUnread: true })).not.toContain(chat.threadId);
    expect((await chat.inbox()).payload.unread).toBe(before);
  });

  it('searches name and text with folding', async () => {
    await chat.receive('ŞIRNAK’ta Öğle vardiyası olur mu?');
    expect(await ids({ q: 'sirnak' })).toEqual([chat.threadId]);
    expect(await ids({ q: '  OGLE   vardiyası ' })).toEqual([chat.threadId]);
    const [{ user } = { user: { firstName: '', lastName: '' } }] = (await chat.inbox()).payload.threads;
    expect(await ids({ q: `${user.firstName} ${user.lastName}`.toLocaleUpperCase('tr') })).toContain(chat.threadId);
    expect(await ids({ q: '%' })).toEqual([]);
    expect((await chat.inbox({ q: 'sirnak', limit: 0 })).total).toBe(1);
  });

  it('searches the worker’s current name', async () => {
    await chat.say('Merhaba');
    const { rows } = await sql<{ first: string }>`
      select first_name as first from workers where id = ${chat.world.workerId}`.execute(server.db);
    const rename = (name: string) =>
      sql`update workers set first_name = ${name} where id = ${chat.world.workerId}`.execute(server.db);
    await rename('Çağıl-Şükrü');
    expect(await ids({ q: 'CAGIL-SUKRU' })).toEqual([chat.threadId]);
    await rename(rows[0]!.first);
    expect(await ids({ q: 'cagil-sukru' })).toEqual([]);
  });

  it('shows root and HR the inbox of a branch, and no one a foreign inbox', async () => {
    const { branchId, siblingBranchId, otherUserId } = chat.world;
    const status = async (as: 'root' | 'hr' | 'branch', user_id: number) =>
      (await server.call(contract.getInbox, { as, query: { user_id } })).status;
    expect(await status('root', branchId)).toBe(200);
    expect(await status('hr', siblingBranchId)).toBe(200);
    expect(await status('branch', branchId)).toBe(200);
    expect(await status('branch', siblingBranchId)).toBe(404);
    expect(await status('root', otherUserId)).toBe(404);
    expect(await status('hr', 999_999_999)).toBe(404);
    expect((await chat.inbox({ user_id: branchId }, 'root')).payload.threads[0]!.id).toBe(chat.threadId);
  });

  it('sums the inboxes of each branch for root and HR', async () => {
    const { all_inbox } = (await server.call(contract.getAllInbox, { as: 'hr' })).body.payload as {
      all_inbox: BranchInbox[];
    };
    for (const { id, nbTotal, nbInbox } of all_inbox) {
      const { total, payload } = await chat.inbox({ user_id: id, limit: 0 }, 'root');
      expect([id, total, payload.unread]).toEqual([id, nbTotal, nbInbox]);
    }
    expect(all_inbox.map(({ id }) => id)).toEqual(
      expect.arrayContaining([chat.world.branchId, chat.world.siblingBranchId]),
    );
    expect(all_inbox.map(({ id }) => id)).not.toContain(chat.world.otherUserId);
    const names = all_inbox.map(({ companyName }) => companyName);
    expect(new Set(names).size).toBe(names.length);
  });

  it('keeps a closed branch’s inbox readable while it holds a conversation', async () => {
    await sql`update users set deleted_at = now() where id = ${chat.world.siblingBranchId}`.execute(server.db);
    const query = { user_id: chat.world.siblingBranchId };
    expect((await server.call(contract.getInbox, { as: 'root', query })).status).toBe(200);
    const worker = (await chat.inbox(query, 'root')).payload.threads[0]!;
    expect((await chat.check('root', worker.user.id, query.user_id)).body.payload.thread.id).toBe(worker.id);
    const sent = await chat.say('x', { user_id: query.user_id, recipient_id: worker.user.id }, 'root');
    expect(sent.status).toBe(404);
    await sql`update users set deleted_at = null where id = ${chat.world.siblingBranchId}`.execute(server.db);
  });

  it('creates one conversation, only with a worker known to the caller’s scope', async () => {
    const { branchId, siblingBranchId, workerId } = chat.world;
    const made = await chat.audited('thread.made');
    const replies = await Promise.all(Array.from({ length: 4 }, () => chat.check('hr', workerId, siblingBranchId)));
    expect(new Set(replies.map(({ body }) => body.payload.thread.id)).size).toBe(1);
    expect(await chat.audited('thread.made')).toBeLessThanOrEqual(made + 1);
    expect((await chat.check('branch', workerId, siblingBranchId)).status).toBe(404);
    expect((await chat.check('other', workerId, branchId)).status).toBe(404);
    expect((await chat.check('company', workerId, branchId)).status).toBe(404);
  });

  it('opens a worker to a branch by an application or a conversation there, and to HR by one in the organisation', async () => {
    const { siblingBranchId, organisationId } = chat.world;
    const { rows } = await sql<{ id: number }>`
      insert into workers (external_id, first_name, last_name, created_at, updated_at)
      values ('scope-1', 'Deniz', 'Ak', now(), now()) returning id`.execute(server.db);
    const { id } = rows[0]!;
    const status = async (as: 'branch' | 'hr') => (await chat.check(as, id)).status;
    const send = async () => (await chat.say('Merhaba', { recipient_id: id })).status;
    expect([await status('branch'), await status('hr')]).toEqual([404, 404]);
    await sql`
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
      select ${organisationId}, ${siblingBranchId}, id, ${id}, 0.5, 'deniz ak', now() from jobs
      where user_id = ${siblingBranchId} limit 1`.execute(server.db);
    expect([await status('branch'), await send()]).toEqual([404, 404]);
    // HR opens the conversation at the branch, which may use it from then on.
    expect([await status('hr'), await status('branch'), await send()]).toEqual([200, 200, 200]);
  });
});
