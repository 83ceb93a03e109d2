import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { getMyAppointments } from '../../../contract/routes/appointments';
import { gatewayAnswerAppointment, gatewayEvents } from '../../../contract/routes/gateway';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { Appointment } from '../../../contract/schemas/appointments';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { expireDue } from '../../../server/modules/appointments/service';
import { sendEvents } from '../../../server/platform/live/outbox';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

const payloadOf = <T>({ body }: { body: unknown }) => (body as { payload: T }).payload;

describe('appointments', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    // Ends the due appointments of the demo world first, which these tests do not count.
    await expireDue(server.deps);
  });
  afterAll(() => server.close());

  const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR);
  const add = async (status: AppointmentStatus, created: number, start: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
        latitude, longitude, created_at)
      select organisation_id, user_id, id, job_id, worker_id, ${status}, ${inHours(start)}::timestamptz,
        ${inHours(start + 0.5)}::timestamptz, 41, 29, ${inHours(created)}::timestamptz
      from applications where id = ${world.application} returning id`.execute(server.db);
    return rows[0]!.id;
  };
  const traces = async (id: number) => {
    await sendEvents(server.db);
    const { rows } = await sql<{
      status: string;
      log: string[];
      messages: object[];
      audits: string[];
      events: object[];
    }>`
      select p.status,
        (select array_agg(l.status || ' by ' || l.changed_by order by l.id) from appointment_status_log l where l.appointment_id = p.id) as log,
        (select json_agg(json_build_object('sender', m.sender, 'payload', m.payload) order by m.id)
          from messages m join threads t on t.id = m.thread_id
          where t.user_id = p.user_id and t.worker_id = p.worker_id and m.type = 'appointment_status'
            and m.created_at = ${server.clock.now()}::timestamptz) as messages,
        (select array_agg(actor || ' ' || action) from audit_log where subject_type = 'appointment' and subject_id = p.id) as audits,
        (select json_agg(data) from worker_events where type = 'appointment' and (data ->> 'appointmentId')::bigint = p.id) as events
      from appointments p where p.id = ${id}`.execute(server.db);
    return rows[0]!;
  };
  const answer = (id: number, status: string, workerId = world.workerId) =>
    server.call(gatewayAnswerAppointment, { as: 'gateway', params: { id }, body: { workerId, status } });

  it.each<[string, AppointmentStatus, number, number, AppointmentStatus]>([
    ['an invitation without an answer for a day', 'WAITING', -24, 48, 'EXPIRED'],
    ['an invitation at its start', 'WAITING', -1, 0, 'EXPIRED'],
    ['an invitation that may wait', 'WAITING', -23.9, 48, 'WAITING'],
    ['an accepted one that ended', 'ACTIVE', -100, -0.5, 'COMPLETED'],
    ['an accepted one in progress', 'ACTIVE', -100, -0.4, 'ACTIVE'],
    ['a refused one', 'REJECTED', -100, -50, 'REJECTED'],
  ])('moves an appointment by the clock: %s (%s) becomes %s', async (_name, status, created, start, expected) => {
    server.clock.set(new Date(server.clock.now().getTime() + 1000));
    const id = await add(status, created, start);
    expect(await expireDue(server.deps)).toBe(status === expected ? 0 : 1);
    expect(await expireDue(server.deps)).toBe(0);
    const after = await traces(id);
    expect(after.status).toBe(expected);
    if (status === expected) return;
    expect(after.log).toEqual([`${expected} by clock`]);
    expect(after.audits).toEqual(['clock appointment.status']);
    expect(after.messages).toEqual([
      { sender: 'system', payload: expect.objectContaining({ status, changed_status: expected }) },
    ]);
    expect(after.events).toEqual([expect.objectContaining({ status: expected, worker: expect.any(Object) })]);
  });

  it.each<[AppointmentStatus, number, number]>([
    ['WAITING', -30, 48],
    ['ACTIVE', -100, -0.5],
  ])('leaves the conversation at its place in the inbox when the clock ends a %s one', async (...given) => {
    const placeOf = async () => {
      const { rows } = await sql<{ number: number; at: Date | null }>`
        select last_number as number, last_message_at as at from threads
        where user_id = ${world.branchId} and worker_id = ${world.workerId}`.execute(server.db);
      return rows[0]!;
    };
    const before = await placeOf();
    await add(...given);
    server.clock.set(new Date(server.clock.now().getTime() + 1000));
    expect(await expireDue(server.deps)).toBe(1);
    expect(await placeOf()).toEqual({ number: before.number + 1, at: before.at });
  });

  it('ends many appointments once each when two servers run at once', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 120; count += 1) ids.push(await add('WAITING', -30, 10));
    const changed = await Promise.all([expireDue(server.deps), expireDue(server.deps)]);
    expect(changed[0] + changed[1]).toBe(120);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from appointment_status_log where appointment_id = any(${ids}) and status = 'EXPIRED'`.execute(
      server.db,
    );
    expect(rows[0]!.n).toBe(120);
  });

  it('lets the worker accept and later cancel, and sends an event for every step', async () => {
    server.clock.set(new Date(server.clock.now().getTime() + 1000));
    const id = await add('WAITING', -1, 30);
    expect(payloadOf(await answer(id, 'active'))).toEqual({ appointment: { id, status: { name: 'ACTIVE' } } });
    expect((await answer(id, 'active')).status).toBe(409);
    expect((await answer(id, 'rejected')).status).toBe(409);
    expect((await answer(id, 'applicant_cancelled')).status).toBe(200);
    expect((await answer(id, 'applicant_cancelled')).status).toBe(409);
    const after = await traces(id);
    expect(after.log).toEqual(['ACTIVE by worker', 'APPLICANT_CANCELLED by worker']);
    expect(after.messages).toHaveLength(2);
    expect(after.messages[0]).toMatchObject({
      sender: 'worker',
      payload: {
        status: 'WAITING',
        changed_status: 'ACTIVE',
        startAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    });
  });

  it('rejects a late answer even before the clock’s task runs', async () => {
    expect((await answer(await add('WAITING', -24, 10), 'active')).status).toBe(409);
    expect((await answer(await add('ACTIVE', -48, -1), 'applicant_cancelled')).status).toBe(409);
    await expireDue(server.deps);
  });

  it('answers 404 to the invitation of another worker', async () => {
    expect((await answer(await add('WAITING', -1, 10), 'active', world.freshWorkerId)).status).toBe(404);
  });

  it('accepts one of two simultaneous answers', async () => {
    const id = await add('WAITING', -1, 10);
    const replies = await Promise.all([answer(id, 'active'), answer(id, 'rejected')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  describe('appointment lists', () => {
    const list = async (query: Record<string, unknown>, as: 'root' | 'branch' = 'branch') => {
      const { status, body } = await server.call(getMyAppointments, { as, query: { limit: 500, ...query } });
      expect(status).toBe(200);
      return body as { payload: Appointment[]; total?: number };
    };

    it.each(['root', 'branch'] as const)(
      'sorts the list of %s in pages: upcoming ones soonest first, then past ones latest first',
      async (as) => {
        const { payload } = await list({}, as);
        const now = server.clock.now().toISOString();
        const keys = payload.map(({ appointmentAt, id }) => `${appointmentAt} ${String(id).padStart(9, '0')}`);
        const isToCome = (key: string) => key >= now;
        const expected = [
          ...keys.filter(isToCome).sort(),
          ...keys
            .filter((key) => !isToCome(key))
            .sort()
            .reverse(),
        ];
        expect(keys.some(isToCome) && !keys.every(isToCome)).toBe(true);
        expect(keys).toEqual(expected);
        const pages = [...(await list({ limit: 3 }, as)).payload, ...(await list({ limit: 3, page: 2 }, as)).payload];
        expect(pages).toEqual(payload.slice(0, 6));
        const { rows } = await sql<{ n: number }>`
        select count(*) as n from appointments where organisation_id = ${world.organisationId}
          and (${as === 'root'} or user_id = ${world.branchId})`.execute(server.db);
        expect((await list({ limit: 0 }, as)).total).toBe(rows[0]!.n);
      },
    );

    it.each([
      ['waiting', ['WAITING']],
      ['active', ['ACTIVE']],
      ['cancelled', ['CANCELLED', 'CANCELLED_OUTSIDE_24H', 'APPLICANT_CANCELLED']],
      [
        'done',
        [
          ...['COMPLETED', 'REJECTED', 'EXPIRED', 'APPOINTMENT_POSITIVE', 'APPOINTMENT_NEGATIVE'],
          ...['OFFER_SENT', 'OFFER_ACCEPTED', 'OFFER_REJECTED'],
        ],
      ],
    ])('filters by statusGroup=%s', async (group, statuses) => {
      const { payload } = await list({ statusGroup: group }, 'root');
      const all = (await list({}, 'root')).payload;
      const expected = all.filter(({ status }) => statuses.includes(status.name));
      if (all.length < 500) expect(payload).toEqual(expected);
      expect(new Set(payload.map(({ status }) => status.name))).toEqual(new Set(statuses));
    });

    it('adds feedback and the log only on request', async () => {
      const plain = (await list({ limit: 1 })).payload[0]!;
      expect(plain).not.toHaveProperty('feedback');
      expect(plain).not.toHaveProperty('statusLog');
      const full = (await list({ limit: 1, withFeedback: true, withStatusLog: true })).payload[0]!;
      expect(full).toHaveProperty('feedback');
      expect(Array.isArray(full.statusLog)).toBe(true);
    });

    it('gives wall times of the marketplace', async () => {
      const { appointmentAt, startAt } = (await list({ limit: 1 })).payload[0]!;
      expect(new Date(`${startAt.replace(' ', 'T')}+03:00`).toISOString()).toBe(appointmentAt);
    });

    it.each([
      ['branch', 'siblingJob'],
      ['root', 'otherJob'],
    ] as const)('answers 404 to %s for %s', async (as, name) => {
      for (const limit of [10, 0]) {
        const { status } = await server.call(getMyAppointments, { as, query: { jobId: world[name], limit } });
        expect(status).toBe(404);
      }
    });

    it('lists only the appointments of the given branch', async () => {
      const { branchId } = world;
      const own = (await list({})).payload;
      expect(own.length).toBeGreaterThan(0);
      expect((await list({ branchId }, 'root')).payload).toEqual(own);
      expect((await list({ branchId, limit: 0 }, 'root')).total).toBe((await list({ limit: 0 })).total);
    });

    it.each([
      ['branch', 'siblingBranchId'],
      ['root', 'otherUserId'],
    ] as const)('answers 404 to %s for the branch %s', async (as, name) => {
      for (const limit of [10, 0]) {
        const { status } = await server.call(getMyAppointments, { as, query: { branchId: world[name], limit } });
        expect(status).toBe(404);
      }
    });

    it('lists only the appointments of the given job', async () => {
      const { payload } = await list({ jobId: world.job });
      expect(payload.every(({ jobId }) => jobId === world.job)).toBe(true);
    });
  });

  it('lets a reader of events skip nothing while many write', async () => {
    const events = async (after: number) =>
      payloadOf<GatewayEvent[]>(await server.call(gatewayEvents, { as: 'gateway', query: { after, limit: 7 } }));
    await sendEvents(server.db);
    const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0) as seq from worker_events`.execute(
      server.db,
    );
    const start = rows[0]!.seq;
    const ids: number[] = [];
    for (let count = 0; count < 40; count += 1) ids.push(await add('WAITING', -1, 10 + count));
    let writing = true;
    const writers = Promise.all(ids.map((id) => answer(id, 'active'))).then(() => (writing = false));
    const seen: GatewayEvent[] = [];
    for (;;) {
      const wasWriting = writing;
      const page = await events(seen.at(-1)?.seq ?? start);
      seen.push(...page);
      if (page.length === 0 && !wasWriting) break;
    }
    await writers;
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => start + 1 + index));
    expect(new Set(seen.map(({ data }) => data.appointmentId))).toEqual(new Set(ids));
  });
});
