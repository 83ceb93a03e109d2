import { sql } from 'kysely';
import { getOrganisationSettings, putOrganisationSettings } from '../../../contract/routes/organisation';
import { getRetention } from '../../../contract/routes/privacy';
import { keepPrivacy } from '../../../server/modules/privacy';
import { privacyWorld, type Person, type PrivacyWorld } from './privacyWorld';

jest.setTimeout(60_000);
const DAY = 86_400_000;

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

  /** Moves everything that the store knows of a person into the past. */
  const age = async ({ workerId }: Person, days: number) => {
    const at = new Date(start.getTime() - days * DAY);
    const { db } = world.server;
    await sql`delete from worker_comments where worker_id = ${workerId}`.execute(db);
    await sql`update threads set created_at = ${at}, last_message_at = ${at} where worker_id = ${workerId}`.execute(db);
    await sql`update appointments set end_at = ${at} where worker_id = ${workerId}`.execute(db);
    await sql`
      update application_facts f set created_at = ${at}, opened_at = null, answered_at = null, shortlisted_at = null,
        invited_at = null, agreed_at = null, came_at = null, missed_at = null, offer_at = null, hired_at = null,
        started_at = null, told_at = null
      from applications a where a.id = f.application_id and a.worker_id = ${workerId}`.execute(db);
    await sql`delete from hires where worker_id = ${workerId}`.execute(db);
    await sql`update applications set created_at = ${at} where worker_id = ${workerId}`.execute(db);
  };
  const aged = async (days: number) => {
    const person = await world.nextPerson();
    await age(person, days);
    return person;
  };
  const exists = async ({ workerId }: Person): Promise<boolean> =>
    (await sql`select 1 from workers where id = ${workerId}`.execute(world.server.db)).rows.length > 0;
  const dueIn = async (months: number): Promise<number> => {
    const { body } = await world.server.call(getRetention, { as: 'root' });
    return body.payload.retention.due.find((one: { months: number }) => one.months === months).people;
  };
  /** Runs the task at the next night. */
  const atNight = () => {
    const night = new Date(start);
    night.setUTCHours(24, 30, 0, 0);
    world.server.clock.set(night);
    return keepPrivacy(world.server.deps);
  };

  it('counts who goes within seven days and makes them anonymous at night, once, with all counts as before', async () => {
    const [old, soon, fresh] = [await aged(400), await aged(361), await aged(300)];
    expect(await dueIn(12)).toBe(2);
    expect(await dueIn(24)).toBe(0);
    world.server.clock.set(new Date(`${start.toISOString().slice(0, 10)}T12:00:00Z`));
    expect(await keepPrivacy(world.server.deps)).toBe(0);
    const before = await world.figures();
    // Two servers at once.
    const counts = await Promise.all([atNight(), atNight()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await atNight()).toBe(0);
    expect([await exists(old), await exists(soon), await exists(fresh)]).toEqual([false, true, true]);
    expect(await world.figures()).toEqual(before);
  });

  it('keeps the hired for two years, and whom a hold, a message or a comment keeps', async () => {
    const hired = await aged(500);
    const written = await aged(500);
    const held = await aged(500);
    const noted = await aged(500);
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
    await atNight();
    for (const person of [hired, written, held, noted]) expect(await exists(person)).toBe(true);
    await age(hired, 740);
    await atNight();
    expect(await exists(hired)).toBe(false);
  });

  it('follows the organisation’s choice and waits for its first day', async () => {
    const person = await aged(200);
    const { body } = await world.server.call(getOrganisationSettings, { as: 'root' });
    expect(body.payload.settings.retentionMonths).toBe(12);
    const { tellingMinutes, version } = body.payload.settings;
    const settings = { tellingMinutes, version, retentionMonths: 6 };
    await world.server.call(putOrganisationSettings, { as: 'root', body: settings });
    await sql`
      update organisation_settings set retention_from = ${new Date(start.getTime() + 20 * DAY)}
      where organisation_id = ${person.organisationId}`.execute(world.server.db);
    expect(await dueIn(6)).toBe(0);
    await atNight();
    expect(await exists(person)).toBe(true);
    await sql`update organisation_settings set retention_from = null`.execute(world.server.db);
    await atNight();
    expect(await exists(person)).toBe(false);
  });

  it('gives a week of notice when an organisation keeps data for less time', async () => {
    const choose = async (retentionMonths: number) => {
      const { body } = await world.server.call(getOrganisationSettings, { as: 'root' });
      const { tellingMinutes, version } = body.payload.settings;
      const settings = { tellingMinutes, version, retentionMonths };
      await world.server.call(putOrganisationSettings, { as: 'root', body: settings });
    };
    await choose(24);
    const person = await aged(250);
    const { body } = await world.server.call(getRetention, { as: 'root' });
    expect(body.payload.retention.from).toBeNull();
    await choose(6);
    expect(await dueIn(6)).toBeGreaterThan(0);
    await atNight();
    expect(await exists(person)).toBe(true);
    const later = new Date(start.getTime() + 8 * DAY);
    later.setUTCHours(0, 30, 0, 0);
    world.server.clock.set(later);
    await keepPrivacy(world.server.deps);
    expect(await exists(person)).toBe(false);
  });
});
