import { sql } from 'kysely';
import { postErasure, postRequestAnswered, getPrivacyRequests } from '../../../contract/routes/privacy';
import { removeOldExports } from '../../../server/modules/exports';
import { deliverRefusing } from '../../support/deliverRefusing';
import type { Applicant } from '../appointments/candidateWorld';
import { pageWorld, type PageWorld } from './pageWorld';

const DAY = 24;
const PHONE = '5321234567';

describe('a worker’s privacy requests', () => {
  let world: PageWorld;
  beforeAll(async () => {
    world = await pageWorld();
  });
  afterAll(() => world.server.close());

  const somebody = async (): Promise<Applicant & { path: string }> => {
    const applicant = await world.nextApplicant();
    await sql`update workers set phone = ${PHONE} where id = ${applicant.workerId}`.execute(world.server.db);
    return { ...applicant, path: await world.pathOf(applicant) };
  };
  const ask = (path: string, kind: 'data' | 'erase') => world.post(`${path}/privacy`, { confirm: 'yes', kind });
  const requestOf = async ({ workerId }: Applicant) => {
    const { body } = await world.server.call(getPrivacyRequests, { as: 'root', query: { limit: 500 } });
    return body.payload.find(({ worker }: { worker: { id: number } }) => worker.id === workerId);
  };
  const answer = async (person: Applicant, isReachable = true) => {
    const request = await requestOf(person);
    expect(request).toMatchObject({ state: 'open', isReachable });
    return world.server.call(postRequestAnswered, { as: 'root', params: { id: request.id } });
  };
  const textsTo = async (phone: string) => {
    const { rows } = await sql<{ text: string }>`
      select body_text as text from outgoing_messages where channel = 'sms' and recipient = ${`+90${phone}`}`.execute(
      world.server.db,
    );
    return rows.map(({ text }) => text);
  };
  const erase = async ({ workerId }: Applicant) => {
    const { server } = world;
    const { rows } = await sql<{ name: string }>`
      select first_name || ' ' || last_name as name from workers where id = ${workerId}`.execute(server.db);
    return server.call(postErasure, {
      as: 'root',
      params: { id: workerId },
      body: { confirmName: rows[0]!.name },
    });
  };

  it('show since when they are open and until when the organisation has to answer, and are offered once', async () => {
    const { path } = await somebody();
    await ask(path, 'data');
    await ask(path, 'erase');
    const page = (await world.get(`${path}?lang=en`)).body;
    expect(page).toMatch(/You asked for all your data on 11 March 2026\. .+ has until 10 April 2026 to answer\./);
    expect(page).toMatch(
      /You asked for your data to be erased on 11 March 2026\. .+ has until 10 April 2026 to erase it\./,
    );
    expect(page).not.toMatch(/Ask for all my data|Yes, ask for it|That day has passed/);
    // Still the last day.
    await world.later(30 * DAY + 1, async () => {
      expect((await world.get(`${path}?lang=en`)).body).not.toContain('That day has passed');
    });
    await world.later(31 * DAY, async () => {
      expect((await world.get(`${path}?lang=en`)).body).toContain('That day has passed');
    });
  });

  it('keep the link alive while they are open, even if the application ended long ago', async () => {
    const { path, applicationId } = await somebody();
    await sql`
      update applications set status = 'rejected', created_at = ${world.server.clock.now()}::timestamptz - interval '90 days'
      where id = ${applicationId}`.execute(world.server.db);
    expect((await world.get(path)).status).toBe(404);
    const { rows } = await sql<{ id: number }>`
      insert into privacy_requests (organisation_id, worker_id, kind, created_at, due_at)
      select organisation_id, worker_id, 'data', now(), now() from applications where id = ${applicationId}
      returning id`.execute(world.server.db);
    expect((await world.get(path)).status).toBe(200);
    await world.server.call(postRequestAnswered, { as: 'root', params: { id: rows[0]!.id } });
    await world.later(29 * DAY, async () => expect((await world.get(path)).status).toBe(200));
    await world.later(31 * DAY, async () => expect((await world.get(path)).status).toBe(404));
  });

  it('are answered on the page for 30 days and by a text message with the link', async () => {
    const person = await somebody();
    const { path, workerId, applicationId } = person;
    await sql`
      insert into worker_comments (organisation_id, worker_id, user_id, author, message, created_at)
      select organisation_id, worker_id, user_id, 'x', 'a comment', now() from applications where id = ${applicationId}`.execute(
      world.server.db,
    );
    await ask(path, 'data');
    expect((await world.post(`${path}/file`, { digits: '4567' })).status).toBe(409);
    expect((await answer(person)).status).toBe(200);
    const texts = (await textsTo(PHONE)).filter((text) => text?.includes(path));
    expect(texts).toEqual([expect.stringMatching(/istediğiniz veriler|data you asked for|datos que ha pedido/)]);

    const page = (await world.get(`${path}?lang=en`)).body;
    expect(page).toContain('The file is here until 10 April 2026.');
    // The link of the text message shows the file's place at the top.
    expect(page).toContain('<p class="note"><a href="#file">All your data is ready</a></p>');
    expect((await world.post(`${path}/file`, { digits: '0000' })).status).toBe(400);
    // As an Arabic keyboard types 4567.
    const { status, body, headers } = await world.post(`${path}/file`, { digits: '٤٥٦٧' });
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining('all-my-data.json')]);
    const data = JSON.parse(body);
    expect(data.comments[0].message).toBe('a comment');
    expect(data.applications.map(({ id }: { id: number }) => id)).toContain(applicationId);

    await world.later(29 * DAY, async () => {
      await removeOldExports(world.server.deps);
      expect((await world.post(`${path}/file`, { digits: '4567' })).status).toBe(200);
    });
    await world.later(31 * DAY, async () => {
      await removeOldExports(world.server.deps);
      expect((await world.get(`${path}?lang=en`)).body).not.toContain('The file is here');
      const { rows } = await sql`select 1 from exports where worker_id = ${workerId}`.execute(world.server.db);
      expect(rows).toEqual([]);
    });
  });

  it('are answered by text message even if the phone has reached its daily limit of texts', async () => {
    const person = await somebody();
    const { path, workerId } = person;
    await sql`update workers set phone = '5321239999' where id = ${workerId}`.execute(world.server.db);
    const at = world.server.clock.now();
    await sql`
      insert into outgoing_messages (channel, recipient, body_text, created_at, next_attempt_at, useful_until, sent_at)
      select 'sms', '+905321239999', null, ${at}::timestamptz, ${at}, ${at}, ${at} from generate_series(1, 20)`.execute(
      world.server.db,
    );
    await ask(path, 'data');
    await answer(person);
    expect((await textsTo('5321239999')).filter((text) => text?.includes(path))).toHaveLength(1);
  });

  it('are open again, to be answered by hand, once their text message is refused for good', async () => {
    const person = await somebody();
    const phone = '5321238888';
    const mails = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from outgoing_messages
        where channel = 'mail' and recipient = 'root@demo.test'`.execute(world.server.db);
      return rows[0]!.count;
    };
    await sql`update workers set phone = ${phone} where id = ${person.workerId}`.execute(world.server.db);
    await ask(person.path, 'data');
    await answer(person);
    expect(await requestOf(person)).toMatchObject({ state: 'done' });
    const before = await mails();
    await deliverRefusing(world.server, phone);
    expect(await requestOf(person)).toMatchObject({ state: 'open', isReachable: false, closedAt: null });
    expect(await mails()).toBe(before + 1);
    const texts = (await textsTo(phone)).length;
    expect((await answer(person, false)).status).toBe(200);
    expect(await requestOf(person)).toMatchObject({ state: 'done' });
    expect(await textsTo(phone)).toHaveLength(texts);
  });

  it('stay closed when their text message is refused after an erasure, or with another request open', async () => {
    const [erased, repeated] = [await somebody(), await somebody()];
    const phones = ['5321237771', '5321237772'] as const;
    for (const [i, { workerId, path, ...person }] of [erased, repeated].entries()) {
      await sql`update workers set phone = ${phones[i]} where id = ${workerId}`.execute(world.server.db);
      await ask(path, 'data');
      await answer({ workerId, ...person });
    }
    await ask(repeated.path, 'data');
    await sql`update workers set external_id = 'erased:refused' where id = ${erased.workerId}`.execute(world.server.db);
    for (const phone of phones) await deliverRefusing(world.server, phone);
    expect(await requestOf(erased)).toMatchObject({ state: 'done' });
    const { rows } = await sql<{ state: string }>`
      select state from privacy_requests where worker_id = ${repeated.workerId} order by id`.execute(world.server.db);
    expect(rows.map(({ state }) => state)).toEqual(['done', 'open']);
  });

  it('are to be answered by hand where the operator ended the person’s links', async () => {
    const person = await somebody();
    await ask(person.path, 'data');
    await sql`
      insert into worker_links (application_id, worker_id, organisation_id, nonce, created_at)
      select id, worker_id, organisation_id, ${'ab'.repeat(16)}, now() from applications
      where worker_id = ${person.workerId} on conflict do nothing`.execute(world.server.db);
    await sql`update worker_links set revoked_at = now() where worker_id = ${person.workerId}`.execute(world.server.db);
    expect((await answer(person, false)).status).toBe(200);
  });

  it('offer no file to a worker without a phone, who could not open it', async () => {
    const person = await somebody();
    const { path, workerId } = person;
    await ask(path, 'data');
    await answer(person);
    await sql`update workers set phone = null where id = ${workerId}`.execute(world.server.db);
    expect((await world.get(path)).body).not.toContain(`${path}/file`);
  });

  it('give in “My data” the answers from applying and from joining a roster', async () => {
    const { path, applicationId } = await somebody();
    const own = { firstName: 'Ayşe', lastName: 'Yıldız' };
    const experiences = [
      { id: 1, companyName: 'Deniz', position: 'Garson', duration: { key: 12, value: '12', max: 36 } },
    ];
    await sql`
      insert into application_sources (application_id, user_id, source, ref, first_name, last_name, experiences, days,
        parts, start, created_at)
      select id, user_id, 'web', 'poster', ${own.firstName}, ${own.lastName}, ${JSON.stringify(experiences)}::jsonb,
        '{1,6}', '{evening}', 'now', now() from applications where id = ${applicationId}`.execute(world.server.db);
    await sql`
      insert into roster (worker_id, user_id, organisation_id, nonce, text_version, first_name, last_name, consented_at)
      select worker_id, user_id, organisation_id, ${'ab'.repeat(16)}, 1, 'Ayşe', 'Y.', now()
      from applications where id = ${applicationId}`.execute(world.server.db);
    const data = JSON.parse((await world.post(`${path}/data`, { digits: '4567' })).body);
    const answers = { by: 'poster', ...own, experiences, days: ['1', '6'], parts: ['evening'], start: 'now' };
    expect(data.application).toMatchObject({ source: 'web', answers, withdrawReason: null });
    expect(data.profile).toMatchObject({ ...own, experiences });
    expect(data.roster).toMatchObject([{ firstName: 'Ayşe', lastName: 'Y.', textVersion: 1, withdrawnAt: null }]);
    expect(data).toMatchObject({ consents: [], requests: [] });
  });

  it('lose their answer with an erasure, which the page then shows for 30 days in the worker’s language', async () => {
    const person = await somebody();
    const { path, workerId } = person;
    await sql`update workers set language_code = 'es' where id = ${workerId}`.execute(world.server.db);
    await ask(path, 'data');
    await answer(person);
    await ask(path, 'erase');
    expect((await erase(person)).status).toBe(200);
    const { status, body } = await world.get(path);
    expect(status).toBe(200);
    expect(body).toContain('Sus datos se han eliminado');
    expect(body).toContain('11 de marzo de 2026');
    for (const action of ['file', 'data', 'message', 'withdraw', 'privacy'])
      expect((await world.post(`${path}/${action}`, { digits: '4567', confirm: 'yes', text: 'x' })).status).toBe(404);
    await world.later(29 * DAY, async () => expect((await world.get(path)).status).toBe(200));
    await world.later(30 * DAY, async () => expect((await world.get(path)).status).toBe(404));
  });
});
