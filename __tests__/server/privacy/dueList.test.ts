import { sql } from 'kysely';
import { postDueList } from '../../../contract/routes/privacy';
import { dueDay } from '../../../server/modules/privacy/eraseService';
import { dayAt } from '../../../contract/zone';
import type { CallOptions } from '../../support/testServer';
import { readWorkbook } from '../exports/reading';
import { privacyWorld, type Person, type PrivacyWorld } from './privacyWorld';

describe('the list of the people who are made anonymous within seven days', () => {
  let world: PrivacyWorld;
  let start: Date;
  beforeAll(async () => {
    world = await privacyWorld();
    start = world.server.clock.now();
    await sql`update organisation_settings set retention_from = null`.execute(world.server.db);
  });
  afterAll(() => world.server.close());

  const aged = async (days: number): Promise<Person> => {
    const person = await world.nextPerson();
    await world.age(person, start, days);
    return person;
  };
  const rename = ({ workerId }: Person, firstName: string, lastName: string) =>
    sql`update workers set first_name = ${firstName}, last_name = ${lastName} where id = ${workerId}`.execute(
      world.server.db,
    );
  const call = (body: Record<string, unknown>, as: CallOptions['as'] = 'root') =>
    world.server.call(postDueList, { as, body, headers: { 'accept-language': 'en' } });
  const rowsOf = async (months: number, as: CallOptions['as'] = 'root') => {
    const reply = await call({ months }, as);
    expect(reply.status).toBe(200);
    return readWorkbook(reply.file!)[0]!.rows;
  };

  const day = (days: number) => new Date(dayAt(new Date(start.getTime() + days * 86_400_000), 'Europe/Istanbul'));
  const dayBefore = (days: number) => day(-days);
  const dayAfter = (days: number) => day(days);

  it('names the people of the forecast with job, last action and day, the oldest last action first', async () => {
    const [soon, old, fresh, hired] = [await aged(361), await aged(400), await aged(300), await aged(500)];
    await rename(soon, '=HYPERLINK("http://x")', '+1');
    await rename(old, 'Ayşe', 'Yılmaz');
    await rename(fresh, 'Not', 'Yet');
    await rename(hired, 'Hired', 'Still');
    const { db } = world.server;
    await sql`
      update application_facts set hired_at = created_at where application_id = ${hired.applicationId}`.execute(db);
    const rows = await rowsOf(12);
    expect(rows).toHaveLength(await world.dueIn(12));
    expect(rows.map((row) => [row['First name'], row['Last name']])).toEqual([
      ['Ayşe', 'Yılmaz'],
      ['=HYPERLINK("http://x")', '+1'],
    ]);
    const { rows: jobs } = await sql<{ title: string }>`
      select j.title from applications a join jobs j on j.id = a.job_id
      where a.worker_id = ${old.workerId} order by a.created_at desc, a.id desc limit 1`.execute(db);
    expect(rows[0]!.Job).toBe(jobs[0]!.title);
    expect(Object.keys(rows[0]!)).toEqual(expect.arrayContaining(['Branch', 'Last action', 'Anonymized on']));
    expect(rows.map((row) => [row['Last action'], row['Anonymized on']])).toEqual([
      [dayBefore(400), dayAfter(1)],
      [dayBefore(361), dayAfter(5)],
    ]);
    expect(await rowsOf(24)).toEqual([]);
  });

  it('counts a comment as an action, keeps people who were hired longer, and starts a shorter period in seven days', async () => {
    const { db } = world.server;
    const [talked, hired] = [await aged(1500), await aged(1501)];
    await rename(talked, 'Talked', 'About');
    await rename(hired, 'Hired', 'Long ago');
    const at = new Date(start.getTime() - 800 * 86_400_000);
    await sql`
      insert into worker_comments (organisation_id, worker_id, user_id, author, message, created_at)
      values (${talked.organisationId}, ${talked.workerId}, ${talked.userId}, 'x', 'y', ${at})`.execute(db);
    await sql`
      update application_facts set hired_at = created_at where application_id = ${hired.applicationId}`.execute(db);
    const find = async (months: number, name: string) =>
      (await rowsOf(months)).find((row) => row['First name'] === name);
    expect(await find(12, 'Talked')).toMatchObject({ 'Last action': dayBefore(800), 'Anonymized on': dayAfter(1) });
    expect(await find(12, 'Hired')).toMatchObject({ 'Last action': dayBefore(1501), 'Anonymized on': dayAfter(1) });
    expect(await find(6, 'Talked')).toMatchObject({ 'Anonymized on': dayAfter(8) });
  });

  it('leaves out people on hold and erased people, and is empty before the first day', async () => {
    const [held, gone] = [await aged(500), await aged(500)];
    const { db } = world.server;
    await rename(held, 'On', 'Hold');
    await rename(gone, 'Gone', 'Person');
    await sql`
      insert into privacy_holds (organisation_id, worker_id, user_id, created_at)
      values (${held.organisationId}, ${held.workerId}, ${held.userId}, ${start})`.execute(db);
    expect((await rowsOf(12)).map((row) => row['First name'])).toContain('Gone');
    expect((await world.erase(gone.workerId, 'Gone Person')).status).toBe(200);
    const names = (await rowsOf(12)).map((row) => row['First name']);
    expect(names).not.toContain('On');
    expect(names).not.toContain('Gone');
    const later = new Date(start.getTime() + 20 * 86_400_000);
    await sql`
      insert into organisation_settings (organisation_id, telling_minutes, version, retention_from)
      values (${held.organisationId}, 120, 0, ${later})
      on conflict (organisation_id) do update set retention_from = ${later}`.execute(db);
    expect(await rowsOf(12)).toEqual([]);
    await sql`update organisation_settings set retention_from = null`.execute(db);
  });

  it('is only for root and companies, about their own organisation, and only its length is audited', async () => {
    expect(await rowsOf(12, 'company')).toHaveLength(await world.dueIn(12, 'company'));
    expect((await rowsOf(12, 'company')).map((row) => row['First name'])).not.toContain('Ayşe');
    for (const as of ['branch', 'hr'] as const) expect((await call({ months: 12 }, as)).status).toBe(403);
    const { rows } = await sql<{ details: Record<string, unknown> }>`
      select details from audit_log where action = 'privacy.due_exported' order by id limit 1`.execute(world.server.db);
    expect(rows[0]!.details).toEqual({ rows: 2, months: 12, language: 'en' });
  });

  it('refuses other months, and more than 30 lists an hour', async () => {
    for (const body of [{}, { months: 7 }, { months: '12' }, { months: null }])
      expect([body, (await call(body)).status]).toEqual([body, 400]);
    let status = 200;
    for (let at = 0; at < 31 && status === 200; at += 1) ({ status } = await call({ months: 24 }));
    expect(status).toBe(429);
  });
});

describe('the day of somebody who is due', () => {
  const timeZone = 'Europe/Istanbul';
  const day = (lastAt: string, now: string, from: string | null = null, months = 12) =>
    dueDay(new Date(lastAt), { months, now: new Date(now), from: from === null ? null : new Date(from), timeZone });

  it.each([
    ['this night, before it ends', '2025-01-01T00:00Z', '2026-11-26T01:00Z', null, '2026-11-26'],
    ['the next night, in the morning', '2025-01-01T00:00Z', '2026-11-26T06:00Z', null, '2026-11-27'],
    ['the night in which the period ends', '2025-11-29T00:00Z', '2026-11-26T06:00Z', null, '2026-11-29'],
    ['the night after a period that ends by day', '2025-11-29T12:00Z', '2026-11-26T06:00Z', null, '2026-11-30'],
    [
      'the first night of a shorter period',
      '2025-01-01T00:00Z',
      '2026-11-26T06:00Z',
      '2026-11-28T12:00Z',
      '2026-11-29',
    ],
  ])('is %s', (_what, lastAt, now, from, expected) => {
    expect(day(lastAt, now, from)).toBe(expected);
  });
});
