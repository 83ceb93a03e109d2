import { sql } from 'kysely';
import { DAY } from '../../../contract/constants/time';
import { getOrganisationSettings, putOrganisationSettings } from '../../../contract/routes/organisation';
import { getRetention } from '../../../contract/routes/privacy';
import { keepPrivacy } from '../../../server/modules/privacy';
import { readErasures } from '../../../server/modules/privacy/eraseService';
import { privacyWorld, type Person, type PrivacyWorld } from './privacyWorld';

describe('retention', () => {
  let world: PrivacyWorld;
  let start: Date;
  beforeAll(async () => {
    world = await privacyWorld();
    start = world.server.clock.now();
    await sql`update organisation_settings set retention_from = null`.execute(world.server.db);
  });
  beforeEach(() => world.server.clock.set(start));
  afterAll(() => world.server.close());

  const aged = async (days: number) => {
    const person = await world.nextPerson();
    await world.age(person, start, days);
    return person;
  };
  const exists = async ({ workerId }: Person): Promise<boolean> =>
    (await sql`select 1 from workers where id = ${workerId}`.execute(world.server.db)).rows.length > 0;
  /** Runs the task in the next night. */
  const atNight = () => {
    const night = new Date(start);
    night.setUTCHours(24, 30, 0, 0);
    world.server.clock.set(night);
    return keepPrivacy(world.server.deps);
  };

  it('counts who is due within seven days and makes them anonymous once, at night, with all counts kept', async () => {
    const [old, soon, fresh] = [await aged(400), await aged(361), await aged(300)];
    expect(await world.dueIn(12)).toBe(2);
    expect(await world.dueIn(24)).toBe(0);
    world.server.clock.set(new Date(`${start.toISOString().slice(0, 10)}T12:00:00Z`));
    expect(await keepPrivacy(world.server.deps)).toBe(0);
    const before = await world.figures();
    // Two servers at once.
    const counts = await Promise.all([atNight(), atNight()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await atNight()).toBe(0);
    expect([await exists(old), await exists(soon), await exists(fresh)]).toEqual([false, true, true]);
    expect(await world.figures()).toEqual(before);
    // A restored backup must not bring them back.
    const listed = (await readErasures(world.server.deps)).map(({ workerId }) => workerId);
    expect(listed).toEqual([old.workerId]);
  });

  it('keeps hired people for two years, and people with a hold, a request, a message or a comment', async () => {
    const hired = await aged(500);
    const written = await aged(500);
    const held = await aged(500);
    const noted = await aged(500);
    const asked = await aged(500);
    const answered = await aged(500);
    const { db } = world.server;
    await sql`
      update application_facts set hired_at = created_at where application_id = ${hired.applicationId}`.execute(db);
    await sql`update threads set last_message_at = ${start} where id = ${written.threadId}`.execute(db);
    await sql`
      insert into privacy_holds (organisation_id, worker_id, user_id, created_at)
      values (${held.organisationId}, ${held.workerId}, ${held.userId}, ${start})`.execute(db);
    await sql`
      insert into worker_comments (organisation_id, worker_id, user_id, author, message, created_at)
      values (${noted.organisationId}, ${noted.workerId}, ${noted.userId}, 'x', 'x', ${start})`.execute(db);
    await sql`
      insert into privacy_requests (organisation_id, worker_id, kind, created_at, due_at)
      values (${asked.organisationId}, ${asked.workerId}, 'data', ${start}, ${start})`.execute(db);
    const answer = (days: number) => sql`${start}::timestamptz - make_interval(days => ${days})`;
    await sql`
      insert into privacy_requests (organisation_id, worker_id, kind, state, created_at, due_at, closed_at)
      values (${answered.organisationId}, ${answered.workerId}, 'data', 'done', ${start}, ${start}, ${answer(28)})`.execute(
      db,
    );
    await atNight();
    for (const person of [hired, written, held, noted, asked, answered]) expect(await exists(person)).toBe(true);
    await world.age(hired, start, 740);
    await sql`
      update privacy_requests set closed_at = ${answer(32)} where worker_id = ${answered.workerId}`.execute(db);
    await atNight();
    for (const person of [hired, answered]) expect(await exists(person)).toBe(false);
  });

  it('continues after a failed person, and stops when the night ends', async () => {
    const people = [await aged(500), await aged(500), await aged(500)];
    const [first, second, third] = people.map(({ workerId }) => workerId);
    const { db, clock } = world.server;
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'a name'; end $$`.execute(
      db,
    );
    await sql
      .raw(
        `create trigger refuse before insert on erasures for each row when (new.worker_id = ${first}) execute function refuse()`,
      )
      .execute(db);
    const night = new Date(start);
    night.setUTCHours(24, 30, 0, 0);
    clock.set(night);
    let asked = 0;
    const stopping = new AbortController().signal;
    // The morning comes before the third person.
    const morning = () => {
      asked += 1;
      if (asked === 3) clock.set(new Date(night.getTime() + 6 * 3_600_000));
      return false;
    };
    Object.defineProperty(stopping, 'aborted', { get: morning });
    await expect(keepPrivacy(world.server.deps, { stopping })).rejects.toThrow(
      '1 people could not be made anonymous: P0001',
    );
    const { rows } = await sql<{ id: number }>`
      select id from workers where id in (${first}, ${second}, ${third}) order by id`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual([first, third]);
    await sql`drop trigger refuse on erasures`.execute(db);
  });

  it('follows the organisation’s choice and waits for its first day', async () => {
    const person = await aged(200);
    const { body } = await world.server.call(getOrganisationSettings, { as: 'root' });
    expect(body.payload.settings.retentionMonths).toBe(12);
    const { tellingMinutes, version } = body.payload.settings;
    const settings = { tellingMinutes, version, retentionMonths: 6 };
    await world.server.call(putOrganisationSettings, { as: 'root', body: settings });
    // A shorter period begins after a week of notice.
    const retention = await world.server.call(getRetention, { as: 'root' });
    expect(retention.body.payload.retention.from).toBe(new Date(start.getTime() + 7 * DAY).toISOString());
    await atNight();
    expect(await exists(person)).toBe(true);
    world.server.clock.set(start);
    await sql`
      update organisation_settings set retention_from = ${new Date(start.getTime() + 20 * DAY)}
      where organisation_id = ${person.organisationId}`.execute(world.server.db);
    expect(await world.dueIn(6)).toBe(0);
    await atNight();
    expect(await exists(person)).toBe(true);
    await sql`update organisation_settings set retention_from = null`.execute(world.server.db);
    await atNight();
    expect(await exists(person)).toBe(false);
  });
});
