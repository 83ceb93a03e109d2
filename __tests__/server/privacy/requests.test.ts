import { sql } from 'kysely';
import * as contract from '../../../contract/routes/privacy';
import { addRequest } from '../../../server/modules/privacy';
import { untilWaiting } from '../../support/untilWaiting';
import { privacyWorld, type Person, type PrivacyWorld } from './privacyWorld';

describe('requests and holds', () => {
  let world: PrivacyWorld;
  beforeAll(async () => {
    world = await privacyWorld();
  });
  afterAll(() => world.server.close());

  const rowsOf = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> =>
    (await query.execute(world.server.db)).rows;
  const requestsOf = async ({ workerId }: Person, state?: 'open' | 'done') => {
    const query = { limit: 500, ...(state && { state }) };
    const { body } = await world.server.call(contract.getPrivacyRequests, { as: 'root', query });
    return body.payload.filter(({ worker }: { worker: { id: number } }) => worker.id === workerId);
  };
  const answer = (id: number, as: 'root' | 'company' | 'other' = 'root') =>
    world.server.call(contract.postRequestAnswered, { as, params: { id } });
  const auditedAs = (action: string, { workerId }: Person) =>
    rowsOf(sql<{ details: object }>`
      select details from audit_log where action = ${action} and subject_id = ${workerId}`);

  it('are closed for data when a user answers them, not when a file is made', async () => {
    const person = await world.nextPerson();
    await addRequest(world.server.deps, person, 'data');
    expect((await world.exportOf(person.workerId)).status).toBe(202);
    const [{ id, state }] = await requestsOf(person, 'open');
    expect(state).toBe('open');

    for (const as of ['company', 'other'] as const) expect((await answer(id, as)).status).toBe(404);
    const { body } = await answer(id);
    expect(body.payload.request.closedAt).toBe(world.server.clock.now().toISOString());
    expect(await requestsOf(person, 'open')).toEqual([]);
    expect((await requestsOf(person, 'done'))[0]).toMatchObject({ id, closedAt: body.payload.request.closedAt });
    world.server.clock.set(new Date(world.server.clock.now().getTime() + 60_000));
    expect((await answer(id)).body).toEqual(body);
    expect(await auditedAs('privacy.answered', person)).toHaveLength(1);
  });

  it('get one file when they are answered twice at once', async () => {
    const { db, pool, deps } = world.server;
    const person = await world.nextPerson();
    await addRequest(deps, person, 'data');
    const [{ id }] = await requestsOf(person, 'open');
    const put = jest.spyOn(deps.fileStore, 'put');
    const answers = await db.transaction().execute(async (trx) => {
      await sql`select 1 from workers where id = ${person.workerId} for update`.execute(trx);
      const both = [answer(id), answer(id)];
      await untilWaiting(pool, 2);
      return { both };
    });
    const [first, second] = await Promise.all(answers.both);
    expect(first!.status).toBe(200);
    expect(second!.body).toEqual(first!.body);
    const files = await rowsOf(sql<{ fileKey: string }>`
      select file_key as "fileKey" from exports where worker_id = ${person.workerId}`);
    expect(files).toHaveLength(1);
    const keys = put.mock.calls.map(([key]) => key);
    put.mockRestore();
    expect(keys).toHaveLength(2);
    const kept = await Promise.all(keys.map(async (key) => ((await deps.fileStore.get(key)) ? [key] : [])));
    expect(kept.flat()).toEqual([files[0]!.fileKey]);
    expect(await auditedAs('privacy.answered', person)).toHaveLength(1);
  });

  it('are not closed in that way when they are for an erasure', async () => {
    const person = await world.nextPerson();
    await addRequest(world.server.deps, person, 'erase');
    const [{ id }] = await requestsOf(person);
    expect((await answer(id)).status).toBe(404);
    expect(await requestsOf(person, 'open')).toHaveLength(1);
  });

  it('are listed page by page, at most 500 at once, with their total', async () => {
    for (let i = 0; i < 2; i += 1) await addRequest(world.server.deps, await world.nextPerson(), 'erase');
    for (const route of [contract.getPrivacyRequests, contract.getHolds])
      expect((await world.server.call(route, { as: 'root', query: { limit: 501 } })).status).toBe(400);
    const pageOf = async (page: number) => {
      const query = { page, limit: 1 };
      return (await world.server.call(contract.getPrivacyRequests, { as: 'root', query })).body;
    };
    const [first, second] = [await pageOf(1), await pageOf(2)];
    expect([first.payload, second.payload].map(({ length }) => length)).toEqual([1, 1]);
    expect(first.payload[0].id).not.toBe(second.payload[0].id);
    expect(first.total).toBeGreaterThan(1);
  });

  it('are counted without being listed', async () => {
    const { body } = await world.server.call(contract.getPrivacyRequests, {
      as: 'root',
      query: { state: 'open', limit: 0 },
    });
    const [{ open }] = (await rowsOf(sql<{ open: number }>`
      select count(*)::int as open from privacy_requests r join users u on u.organisation_id = r.organisation_id
      where u.email = 'root@demo.test' and r.state = 'open'`)) as [{ open: number }];
    expect(body).toMatchObject({ payload: [], total: open });
  });

  it.each([
    ['data', 'tr', /verilerini istiyor: son gün 10 Nisan 2026/],
    ['erase', 'en', /asked to be erased: answer by 10 April 2026/],
    ['erase', 'es', /eliminación de datos: responda a más tardar el 10 de abril de 2026/],
  ] as const)('mails root once about a request (%s) in %s, and names nobody', async (kind, language, said) => {
    const person = await world.nextPerson();
    const { db } = world.server;
    await sql`update users set language_code = ${language} where email = 'root@demo.test'`.execute(db);
    await sql`delete from outgoing_messages`.execute(db);
    for (let i = 0; i < 2; i += 1) await addRequest(world.server.deps, person, kind);
    const mails = await rowsOf(sql<{ recipient: string; subject: string; text: string; html: string }>`
      select recipient, subject, body_text as text, body_html as html from outgoing_messages where channel = 'mail'`);
    expect(mails.map(({ recipient }) => recipient)).toEqual(['root@demo.test']);
    const [{ subject, text, html }] = mails as [(typeof mails)[0]];
    expect(subject).toMatch(said);
    expect(html).toContain(`${world.server.deps.settings.publicUrl}/dashboard/privacy`);
    const [{ words }] = (await rowsOf(sql<{ words: string[] }>`
      select array_remove(array[first_name, last_name, email, phone], null) as words from workers
      where id = ${person.workerId}`)) as [{ words: string[] }];
    for (const word of words) expect(`${subject}${text}${html}`).not.toContain(word);
  });

  it('are mailed to the company concerned, and to nobody in another organisation', async () => {
    const { db } = world.server;
    const [person] = (await rowsOf(sql<Person>`
      select a.worker_id as "workerId", a.organisation_id as "organisationId" from applications a
      join users u on u.id = a.user_id where u.email = 'company@demo.test' limit 1`)) as [Person];
    await sql`delete from outgoing_messages`.execute(db);
    await addRequest(world.server.deps, person, 'data');
    const mails = await rowsOf(sql`select recipient from outgoing_messages where channel = 'mail'`);
    expect(mails).toEqual([{ recipient: 'company@demo.test' }]);
  });

  it('show who is on hold, since when, by whom and why, until the data are released', async () => {
    const person = await world.nextPerson();
    const { workerId: id } = person;
    const put = (body: object) => world.server.call(contract.putHold, { as: 'root', params: { id }, body });
    const list = async (as: 'root' | 'company' = 'root') =>
      (await world.server.call(contract.getHolds, { as, query: { workerId: id } })).body;
    await put({ isOnHold: true, note: ' a dispute about pay ' });
    // A repeat keeps the first reason and time.
    await put({ isOnHold: true, note: 'another' });
    const held = await list();
    expect(held.total).toBe(1);
    const [{ newest }] = (await rowsOf(sql<{ newest: number }>`
      select id as newest from applications where worker_id = ${id} order by created_at desc, id desc limit 1`)) as [
      { newest: number },
    ];
    expect(held.payload[0]).toMatchObject({
      worker: { id },
      application: { id: newest },
      note: 'a dispute about pay',
      createdAt: world.server.clock.now().toISOString(),
    });
    const [{ name }] = (await rowsOf(sql<{ name: string }>`
      select first_name || ' ' || last_name as name from users where email = 'root@demo.test'`)) as [{ name: string }];
    expect(held.payload[0].heldBy).toBe(name);
    expect(await list('company')).toMatchObject({ ok: false, key: 'error.not_found' });
    const { body } = await world.server.call(contract.postPersonExport, { as: 'root', params: { id } });
    const { file } = await world.server.call(contract.getPersonExportFile, {
      as: 'root',
      params: { id: body.payload.exportId },
    });
    expect(JSON.parse(file!.toString()).hold.reason).toBe('a dispute about pay');
    await put({ isOnHold: false });
    expect((await list()).payload).toEqual([]);
    expect(JSON.stringify(await auditedAs('privacy.held', person))).not.toContain('dispute');
  });

  it.each([
    ['a blank note', { isOnHold: true, note: '' }],
    ['a long note', { isOnHold: true, note: 'x'.repeat(301) }],
  ])('answers 400 to %s', async (_name, body) => {
    const { workerId: id } = await world.nextPerson();
    expect((await world.server.call(contract.putHold, { as: 'root', params: { id }, body })).status).toBe(400);
  });

  it.each([
    ['postRequestAnswered', contract.postRequestAnswered, { params: { id: 0 } }],
    ['getHolds', contract.getHolds, { query: { workerId: 'x' } }],
    ['getPrivacyRequests', contract.getPrivacyRequests, { query: { state: 'late' } }],
  ] as const)('answers 400 to a wrong call of %s', async (_id, route, call) => {
    expect((await world.server.call(route, { as: 'root', ...call })).status).toBe(400);
  });
});
