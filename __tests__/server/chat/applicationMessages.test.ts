import { sql } from 'kysely';
import { gatewayApply, gatewayReject, gatewayThreads } from '../../../contract/routes/gateway';
import { testServer, type TestServer } from '../../support/testServer';
import { chatWorld, type ChatWorld } from './chatWorld';

describe('the message of a new application', () => {
  let server: TestServer;
  let chat: ChatWorld;
  beforeAll(async () => {
    server = await testServer();
    chat = await chatWorld(server);
  });
  afterAll(() => server.close());

  /** Applies for a job of the branch for which the worker has not applied yet. */
  const apply = async (workerId: number) => {
    const { rows } = await sql<{ id: number; title: string; description: string }>`
      select id, title, description from jobs j where user_id = ${chat.world.branchId} and status = 'active'
        and not exists (select 1 from applications a where a.job_id = j.id and a.worker_id = ${workerId})
      order by id limit 1`.execute(server.db);
    const { id: jobId, title: jobTitle, description: jobDescription } = rows[0]!;
    const call = { as: 'gateway', params: { id: jobId }, body: { workerId } } as const;
    const { body } = await server.call(gatewayApply, call);
    // A repeat is the same application and adds no second message.
    await server.call(gatewayApply, call);
    return { id: body.payload.application.id as number, jobId, jobTitle, jobDescription };
  };

  it('begins a conversation of the employer with the application, which is unread for no one', async () => {
    await chat.say('Merhaba');
    const { messages, thread } = await chat.conversation({ peek: 1 });
    const { rows } = await sql<{ id: number; title: string; at: Date }>`
      select a.id, j.title, a.created_at as at from applications a join jobs j on j.id = a.job_id
      where a.worker_id = ${chat.world.workerId} and a.user_id = ${chat.world.branchId}
      order by a.created_at desc, a.id desc limit 1`.execute(server.db);
    const { id, title, at } = rows[0]!;
    expect(messages).toEqual([
      expect.objectContaining({
        number: 1,
        type: 'application',
        sender: 'worker',
        body: title,
        date: at.toISOString(),
      }),
      expect.objectContaining({ number: 2, type: 'text', sender: 'employer', body: 'Merhaba' }),
    ]);
    expect(messages[0]!.messagePayload).toMatchObject({ id, jobTitle: title });
    expect(thread).toMatchObject({ nbUnreadMessage: 0, application: { id, jobTitle: title } });
    await chat.say('Müsait misiniz?');
    expect((await chat.conversation({ peek: 1 })).messages).toHaveLength(3);
  });

  it('adds one unread message to an existing conversation', async () => {
    await chat.say('Merhaba');
    await chat.conversation();
    const before = (await chat.conversation()).messages.at(-1)!.number;
    const payload = await apply(chat.world.workerId);
    const { messages, thread } = await chat.conversation({ after: before, peek: 1 });
    expect(messages).toEqual([
      expect.objectContaining({
        number: before + 1,
        type: 'application',
        sender: 'worker',
        body: payload.jobTitle,
        messagePayload: payload,
      }),
    ]);
    expect(thread).toMatchObject({
      lastMessage: { type: 'application', body: payload.jobTitle },
      application: { id: payload.id, jobId: payload.jobId, jobTitle: payload.jobTitle },
      nbUnreadMessage: 1,
    });
  });

  it('leaves the conversation to an application that still runs when the newest was withdrawn', async () => {
    const { workerId } = chat.world;
    const [older, newest] = [await apply(workerId), await apply(workerId)];
    const named = async () => (await chat.conversation({ peek: 1 })).thread?.application?.id;
    await chat.say('Hangi iş için?');
    expect(await named()).toBe(newest.id);
    const body = { workerId, reason: 'Vazgeçtim' };
    await server.call(gatewayReject, { as: 'gateway', params: { id: newest.id }, body });
    await chat.say('Anladım');
    expect(await named()).toBe(older.id);
  });

  it('starts no conversation, since the inbox would then hold every applicant', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into workers (external_id, first_name, last_name, created_at, updated_at)
      values ('newcomer', 'Ece', 'Ak', now(), now()) returning id`.execute(server.db);
    const { id } = rows[0]!;
    await apply(id);
    expect((await server.call(gatewayThreads, { as: 'gateway', params: { id } })).body.payload).toEqual([]);
  });

  it('adds nothing to a blocked conversation', async () => {
    await apply(chat.world.blockedWorkerId);
    const { rows } = await sql<{ n: number }>`
      select last_number as n from threads where id = ${chat.world.blockedThreadId}`.execute(server.db);
    expect(rows[0]!.n).toBe(0);
  });
});
