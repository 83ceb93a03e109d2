import ICAL from 'ical.js';
import { sql } from 'kysely';
import { DAY } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { logout } from '../../../contract/routes/session';
import {
  deleteCalendarFeed,
  getCalendarFeed,
  postCalendarFeed,
  putAppointmentStatus,
} from '../../../contract/routes/appointments';
import { endAllSessions } from '../../../server/platform/auth/tokens';
import { createLogger } from '../../../server/platform/logger';
import type { CallOptions } from '../../support/testServer';
import { candidateWorld, type Applicant, type CandidateWorld } from './candidateWorld';

type As = CallOptions['as'];

/** What a calendar shows of an event. */
interface FeedEvent {
  uid: string;
  sequence: number;
  status: string;
  summary: string;
  location: string;
  startAt: string;
  minutes: number;
}

const shownOf = (component: ICAL.Component): FeedEvent => {
  const event = new ICAL.Event(component);
  return {
    uid: event.uid,
    sequence: event.sequence,
    status: String(component.getFirstPropertyValue('status')),
    summary: event.summary,
    location: event.location,
    startAt: event.startDate.toJSDate().toISOString(),
    minutes: event.duration.toSeconds() / 60,
  };
};

describe('calendar feeds', () => {
  let world: CandidateWorld;
  const log: string[] = [];
  beforeAll(async () => {
    // Berlin's clock changes on 29 March, within the days that a feed covers.
    const logger = createLogger('trace', { write: (line) => void log.push(line) });
    world = await candidateWorld({ TIME_ZONE: 'Europe/Berlin' }, logger);
  });
  afterAll(() => world.server.close());

  const subscribe = async (as: As = 'branch'): Promise<string> => {
    const { body } = await world.server.call(postCalendarFeed, { as });
    return new URL(body.payload.url as string).pathname;
  };
  const get = (url: string, headers = {}) => world.server.app.inject({ url, headers });
  const eventsOf = async (url: string): Promise<FeedEvent[]> => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBe(200);
    const calendar = new ICAL.Component(ICAL.parse(body));
    const [zone] = calendar.getAllSubcomponents('vtimezone');
    ICAL.TimezoneService.register(new ICAL.Timezone(zone!));
    return calendar.getAllSubcomponents('vevent').map(shownOf);
  };
  const eventOf = async (url: string, id: number) =>
    (await eventsOf(url)).find(({ uid }) => uid.startsWith(`appointment-${id}@`));
  const nameOf = async ({ applicationId }: Applicant) => {
    const { rows } = await sql<{ name: string }>`
      select w.first_name || ' ' || left(w.last_name, 1) || '. – ' || j.title as name
      from applications a join workers w on w.id = a.worker_id join jobs j on j.id = a.job_id
      where a.id = ${applicationId}`.execute(world.server.db);
    return rows[0]!.name;
  };

  it('show an appointment to a calendar through its changes', async () => {
    const url = await subscribe();
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant, '2026-03-30 10:00:00');
    const before = await eventOf(url, id);
    expect(before).toEqual({
      uid: `appointment-${id}@127.0.0.1`,
      sequence: 0,
      status: 'TENTATIVE',
      summary: await nameOf(applicant),
      location: 'Bağdat Caddesi 1',
      // Summer time has begun.
      startAt: '2026-03-30T08:00:00.000Z',
      minutes: 60,
    });
    await world.answer(id, applicant, 'active');
    expect(await eventOf(url, id)).toEqual({ ...before, sequence: 1, status: 'CONFIRMED' });
    const options: CallOptions = { as: 'branch', params: { id }, body: { status: 'cancelled' } };
    await world.server.call(putAppointmentStatus, options);
    expect(await eventOf(url, id)).toEqual({ ...before, sequence: 2, status: 'CANCELLED' });

    const other = await world.nextApplicant();
    const winter = await world.invite(other, '2026-03-27 10:00:00');
    expect(await eventOf(url, winter)).toMatchObject({ startAt: '2026-03-27T09:00:00.000Z' });
    await world.server.call(putAppointmentStatus, { as: 'branch', params: { id: winter }, body: { status: 'none' } });
    expect(await eventOf(url, winter)).toBeUndefined();
  });

  it('show a moved appointment as the cancelled one and a new one', async () => {
    const url = await subscribe();
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant, '2026-03-30 10:00:00');
    const before = (await eventOf(url, id))!;
    await world.server.call(putAppointmentStatus, { as: 'branch', params: { id }, body: { status: 'cancelled' } });
    const moved = await world.invite(applicant, '2026-03-31 15:00:00');
    expect(await eventOf(url, id)).toEqual({ ...before, sequence: 1, status: 'CANCELLED' });
    expect(await eventOf(url, moved)).toEqual({
      ...before,
      uid: `appointment-${moved}@127.0.0.1`,
      startAt: '2026-03-31T13:00:00.000Z',
    });
  });

  it('show 30 days back and 60 ahead of what the account may see, in its language and without a phone', async () => {
    const countOf = async (owner: string) => {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from appointments p join users u on u.id = p.user_id
        where u.organisation_id = (select organisation_id from users where email = ${`${owner}@demo.test`})
          and (${owner} in ('root', 'hr') or u.email = ${`${owner}@demo.test`})
          and (p.start_at at time zone 'Europe/Berlin')::date between date '2026-03-11' - 30 and date '2026-03-11' + 60`.execute(
        world.server.db,
      );
      return rows[0]!.total;
    };
    const phones = await sql<{ phone: string }>`select phone from workers where phone is not null`.execute(
      world.server.db,
    );
    const totals: Record<string, number> = {};
    for (const as of ['branch', 'hr', 'root', 'company'] as const) {
      const url = await subscribe(as);
      expect(await eventsOf(url)).toHaveLength((totals[as] = await countOf(as)));
      const { body } = await get(url);
      expect(body).toContain('\r\nX-WR-CALNAME:Görüşmeler\r\n');
      expect(phones.rows.filter(({ phone }) => body.includes(phone))).toEqual([]);
    }
    expect(totals.root).toBeGreaterThan(totals.branch!);
  });

  it('answer 304 until something changes', async () => {
    const url = await subscribe();
    const { headers } = await get(url);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    const conditional = { 'if-none-match': `W/${String(headers.etag)}` };
    expect(await get(url, conditional)).toMatchObject({ statusCode: 304, body: '' });
    await world.invite(await world.nextApplicant());
    expect((await get(url, conditional)).statusCode).toBe(200);
  });

  it('have one address at a time, and the same answer for every dead one', async () => {
    const dead = async (url: string) => {
      const { statusCode, body } = await get(url);
      const { requestId: _id, ...rest } = JSON.parse(body);
      return { statusCode, rest };
    };
    const first = await subscribe('hr');
    const second = await subscribe('hr');
    expect((await world.server.call(getCalendarFeed, { as: 'hr' })).body.payload).toEqual({
      feed: { createdAt: world.server.clock.now().toISOString() },
    });
    expect((await get(second)).statusCode).toBe(200);
    const gone = await dead(first);
    expect(gone).toMatchObject({ statusCode: 404, rest: { key: ERROR_KEYS.notFound } });
    expect((await world.server.call(deleteCalendarFeed, { as: 'hr' })).body.payload).toEqual({ feed: null });
    expect((await world.server.call(deleteCalendarFeed, { as: 'hr' })).status).toBe(200);
    expect((await world.server.call(getCalendarFeed, { as: 'hr' })).body.payload).toEqual({ feed: null });
    for (const url of [second, `${second.slice(0, -10)}.ics`, '/calendar/x.ics', `/calendar/${'a'.repeat(43)}.ics`])
      expect(await dead(url)).toEqual(gone);
    const { rows } = await sql<{ action: string; details: unknown }>`
      select action, details from audit_log where action like 'calendar_feed.%' order by id desc limit 2`.execute(
      world.server.db,
    );
    expect(rows).toEqual([
      { action: 'calendar_feed.ended', details: {} },
      { action: 'calendar_feed.made', details: {} },
    ]);
  });

  it('outlive a sign-out, but neither the account nor a new password', async () => {
    const { db, clock } = world.server;
    const url = await subscribe('empty');
    await world.server.call(logout, { as: 'empty' });
    expect((await get(url)).statusCode).toBe(200);
    await sql`update users set deleted_at = ${clock.now()} where email = 'empty@demo.test'`.execute(db);
    expect((await get(url)).statusCode).toBe(404);
    await sql`update users set deleted_at = null where email = 'empty@demo.test'`.execute(db);
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'empty@demo.test')
      .executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => endAllSessions(trx, id));
    expect((await get(url)).statusCode).toBe(404);
  });

  it('end with the dashboard access of a company', async () => {
    const url = await subscribe('company');
    const setAccess = (isOpen: boolean) =>
      sql`update users set dashboard_access = ${isOpen} where email = 'company@demo.test'`.execute(world.server.db);
    await setAccess(false);
    const { statusCode } = await get(url);
    await setAccess(true);
    expect(statusCode).toBe(404);
  });

  it('allow 60 requests a minute', async () => {
    const url = await subscribe('empty');
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await get(url)).statusCode));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const refused = await get(url);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('write no token to the log or the store', async () => {
    const url = await subscribe();
    const token = url.slice('/calendar/'.length, -'.ics'.length);
    await get(url);
    await get(`${url}x`);
    await get(url.replace('.ics', ''));
    expect(log.some((line) => line.includes('/calendar/:token.ics'))).toBe(true);
    expect(log.join('\n')).not.toContain(token);
    const { rows } = await sql<{ hash: string }>`select token_hash as hash from calendar_feeds`.execute(
      world.server.db,
    );
    expect(rows.map(({ hash }) => hash)).not.toContain(token);
  });

  const DAYS: readonly [number, boolean][] = [
    [-31, false],
    [-30, true],
    [60, true],
    [61, false],
  ];
  it.each(DAYS)('an appointment %d days from today is shown: %s', async (days, isShown) => {
    const url = await subscribe();
    const id = await world.invite(await world.nextApplicant());
    const startAt = new Date(world.server.clock.now().getTime() + days * DAY);
    const endAt = new Date(startAt.getTime() + 3_600_000);
    await sql`update appointments set start_at = ${startAt}, end_at = ${endAt} where id = ${id}`.execute(
      world.server.db,
    );
    expect((await eventOf(url, id)) !== undefined).toBe(isShown);
  });

  it('show the length of an appointment in the hour that the clock repeats', async () => {
    const { clock } = world.server;
    const before = clock.now();
    // On 25 October the clock goes from 3 back to 2.
    clock.set(new Date('2026-10-24T10:00:00Z'));
    const url = await subscribe('hr');
    const invite = async (startAt: string) => world.invite(await world.nextApplicant(), startAt);
    const [whole, across] = [await invite('2026-10-25 02:30:00'), await invite('2026-10-25 01:45:00')];
    const shown = [await eventOf(url, whole), await eventOf(url, across)];
    clock.set(before);
    expect(shown).toMatchObject([
      { startAt: '2026-10-25T00:30:00.000Z', minutes: 60 },
      { startAt: '2026-10-24T23:45:00.000Z', minutes: 60 },
    ]);
  });
});
