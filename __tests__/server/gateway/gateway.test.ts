import { sql } from 'kysely';
import { searchApplications } from '../../../contract/routes/applications';
import {
  gatewayApply,
  gatewayEvents,
  gatewayJobs,
  gatewayPutWorker,
  gatewayReject,
} from '../../../contract/routes/gateway';
import type { Static } from 'typebox';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { GatewayApplication, GatewayEvent, GatewayJob } from '../../../contract/schemas/gateway';
import { distanceKm } from '../../../server/platform/geo';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

const payloadOf = <T>({ body }: { body: unknown }) => (body as { payload: T }).payload;

describe('the worker gateway', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
  });
  afterAll(() => server.close());

  const as = 'gateway' as const;
  const putWorker = async (externalId: string, fields: Record<string, unknown> = {}) => {
    const body = { firstName: 'Şule', lastName: 'Öz', ...fields };
    const reply = await server.call(gatewayPutWorker, { as, params: { externalId }, body });
    expect(reply.status).toBe(200);
    return payloadOf<{ worker: { id: number } }>(reply).worker.id;
  };
  const apply = (id: number, workerId: number) => server.call(gatewayApply, { as, params: { id }, body: { workerId } });
  const application = (reply: { body: unknown }) =>
    payloadOf<{ application: Static<typeof GatewayApplication> }>(reply).application;
  const rowOf = async (id: number) => {
    const { body } = await server.call(searchApplications, { as: 'root', query: { limit: 500 } });
    return payloadOf<ApplicationRow[]>({ body }).find((row) => row.id === id);
  };
  const events = async (workerId: number) => {
    const all: GatewayEvent[] = [];
    for (;;) {
      const query = { after: all.at(-1)?.seq ?? 0, limit: 500 };
      const page = payloadOf<GatewayEvent[]>(await server.call(gatewayEvents, { as, query }));
      if (page.length === 0) return all.filter((event) => event.workerId === workerId);
      all.push(...page);
    }
  };

  describe('open jobs', () => {
    const near = { latitude: 40.99, longitude: 29.02 };
    const jobs = async (query: Record<string, unknown>) =>
      payloadOf<Static<typeof GatewayJob>[]>(await server.call(gatewayJobs, { as, query: { limit: 500, ...query } }));

    it('lists only active jobs, newest first', async () => {
      const { rows } = await sql<{ id: number }>`
        select id from jobs where status = 'active' order by opened_at desc, id desc`.execute(server.db);
      expect((await jobs({})).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    });

    it('finds jobs near a point by their nearest place, none beyond the radius', async () => {
      const found = await jobs({ near: `${near.latitude}, ${near.longitude}`, radiusKm: 25 });
      expect(found.length).toBeGreaterThan(0);
      const distances = found.map(({ distanceKm: km }) => km!);
      expect(distances).toEqual([...distances].sort((a, b) => a - b));
      expect(Math.max(...distances)).toBeLessThanOrEqual(25);
      for (const job of found) {
        const places = job.locations.map(({ location }) => location.split(',').map(Number) as [number, number]);
        const nearest = Math.min(...places.map(([latitude, longitude]) => distanceKm(near, { latitude, longitude })));
        expect(job.distanceKm).toBeCloseTo(nearest, 2);
      }
    });

    it('folds q and returns pages without overlap', async () => {
      const all = await jobs({ q: 'BARİSTA' });
      expect(all.length).toBeGreaterThan(0);
      const pages = await Promise.all([1, 2].map((page) => jobs({ page, limit: 2 })));
      expect(pages.flat().map(({ id }) => id)).toEqual((await jobs({ limit: 4 })).map(({ id }) => id));
    });

    it.each(['91, 0', '0, 181', '41', 'x, y', '41, 29, 3'])('answers 400 near %s', async (text) => {
      expect((await server.call(gatewayJobs, { as, query: { near: text } })).status).toBe(400);
    });
  });

  describe('applications through the gateway', () => {
    it('creates one application for two requests, even simultaneous ones', async () => {
      const workerId = await putWorker('apply-1');
      const replies = await Promise.all(Array.from({ length: 6 }, () => apply(world.job, workerId)));
      expect(new Set(replies.map((reply) => application(reply).id)).size).toBe(1);
      expect(application(await apply(world.job, workerId)).id).toBe(application(replies[0]!).id);
      expect((await events(workerId)).map(({ type }) => type)).toEqual(['application']);
    });

    it.each([
      ['a branch', 'branch_job', true],
      ['a company', 'company_job', false],
    ])("shortlists at or above the threshold of %s's job", async (_name, kind, expected) => {
      const type = kind === 'branch_job' ? 'branch' : 'company';
      const { rows } = await sql<{ id: number }>`
        update jobs set auto_shortlist_threshold = 0.05 where id = (
          select j.id from jobs j join users u on u.id = j.user_id
          where u.user_type = ${type} and j.status = 'active' order by j.id limit 1) returning id`.execute(server.db);
      const workerId = await putWorker(`auto-${kind}`);
      const { id } = application(await apply(rows[0]!.id, workerId));
      const stored = await sql<{ short: boolean; at: Date | null }>`
        select is_shortlisted as short, shortlisted_at as at from applications where id = ${id}`.execute(server.db);
      expect(stored.rows[0]).toEqual({ short: expected, at: expected ? server.clock.now() : null });
      expect((await events(workerId)).map(({ type: received }) => received)).toEqual(
        expected ? ['application', 'shortlisted'] : ['application'],
      );
    });

    it('rejects closed and draft jobs and answers 404 to deleted jobs and unknown workers', async () => {
      const workerId = await putWorker('apply-2');
      const { rows } = await sql<{ id: number }>`select id from jobs where status = 'draft' limit 1`.execute(server.db);
      expect((await apply(world.closedJob, workerId)).status).toBe(409);
      expect((await apply(rows[0]!.id, workerId)).status).toBe(409);
      expect((await apply(world.deletedJob, workerId)).status).toBe(404);
      expect((await apply(world.job, 999_999_999)).status).toBe(404);
      expect(await events(workerId)).toEqual([]);
    });

    it('withdraws an application once and only for its worker', async () => {
      const workerId = await putWorker('apply-3');
      const { id } = application(await apply(world.job, workerId));
      const reject = (who: number) =>
        server.call(gatewayReject, { as, params: { id }, body: { workerId: who, reason: 'Başka bir iş buldum' } });
      expect((await reject(world.freshWorkerId)).status).toBe(404);
      expect(application(await reject(workerId)).status).toBe('rejected');
      expect(application(await reject(workerId)).status).toBe('rejected');
      const received = (await events(workerId)).filter(({ type }) => type === 'application_status');
      expect(received.map(({ data }) => data)).toEqual([{ applicationId: id, jobId: world.job, status: 'rejected' }]);
    });
  });

  describe('worker profiles', () => {
    const experience = (months: number) => ({ companyName: 'Kafe', position: 'Garson', durationMonths: months });

    it('accepts a profile with every field at its limit', async () => {
      const long = 'ş'.repeat(255);
      const experience = {
        companyName: long,
        position: long,
        durationMonths: 960,
        startDate: '2020-01-01',
        endDate: null,
      };
      const lists = { certificates: Array(50).fill(long), workCategoryPreferences: Array(50).fill(long) };
      await putWorker('profile-full', { ...lists, experiences: Array(50).fill(experience), about: 'ş'.repeat(2000) });
    });

    it('audits only the fields that changed', async () => {
      const workerId = await putWorker('profile-0', { about: 'x', ['a name of nothing']: 1 });
      const { rows } = await sql<{ fields: string[] }>`
        select details -> 'fields' as fields from audit_log where action = 'worker.saved' and subject_id = ${workerId}`.execute(
        server.db,
      );
      expect(rows).toEqual([{ fields: expect.arrayContaining(['first_name', 'last_name', 'about']) }]);
      expect(rows[0]!.fields).toHaveLength(3);
    });

    it('updates filters, score and distance of the worker’s applications after a change', async () => {
      const workerId = await putWorker('profile-1', { gender: 'male', military: 3, birthDate: '2000-02-29' });
      const { id } = application(await apply(world.job, workerId));
      const before = await rowOf(id);
      expect(before?.user).toMatchObject({ experienceMonth: 0, distance: null, location: null });

      const { rows } = await sql<{ place: string }>`
        select l.latitude || ', ' || l.longitude as place from job_locations jl
        join company_locations l on l.id = jl.company_location_id where jl.job_id = ${world.job} limit 1`.execute(
        server.db,
      );
      const fields = { location: rows[0]!.place, experiences: [experience(10), experience(26)], expectedSalary: 312.5 };
      await putWorker('profile-1', { firstName: 'Çağrı', lastName: 'Işık', ...fields, locationName: 'Moda' });
      const after = await rowOf(id);
      expect(after?.user).toMatchObject({ experienceMonth: 36, distance: '0.0 KM', distanceInt: 0, military: 3 });
      expect(after?.user.experiences.map((one) => [one.id, one.duration.key])).toEqual([
        [1, 10],
        [2, 26],
      ]);
      expect(after?.user.location).toEqual({ name: 'Moda' });
      expect(after!.matchScore).toBeGreaterThan(before!.matchScore);

      const query = { q: 'cagri isik', military: 3, experienceMin: 36, distanceMax: 1, ageMin: 18 };
      const found = await server.call(searchApplications, { as: 'branch', query });
      expect(payloadOf<ApplicationRow[]>(found).map((row) => row.id)).toContain(id);
    });

    it('names a location without a name after the nearest place, also when it moves', async () => {
      const stored = async (fields: Record<string, unknown>) => {
        const id = await putWorker('profile-place', fields);
        return (await server.db.selectFrom('workers').select('locationName').where('id', '=', id).executeTakeFirst())
          ?.locationName;
      };
      expect(await stored({ location: '40.9867, 29.0370' })).toContain('Kadıköy');
      expect(await stored({ location: '40.9867, 29.0370', locationName: 'Moda' })).toBe('Moda');
      expect(await stored({ about: 'x' })).toBe('Moda');
      expect(await stored({ location: '39.9208, 32.8541' })).toContain('Ankara');
      expect(await stored({ location: null })).toBeNull();
    });

    it.each([
      [{ firstName: ' ' }, 'firstName'],
      [{ birthDate: '1899-12-31' }, 'birthDate'],
      [{ birthDate: '9999-12-31' }, 'birthDate'],
      [{ location: '91, 0' }, 'location'],
      [{ phone: '123' }, 'phone'],
      [{ military: 4 }, 'military'],
    ])('answers 400 to %j on %s', async (fields, field) => {
      const body = { firstName: 'A', lastName: 'B', ...fields };
      const { status, body: reply } = await server.call(gatewayPutWorker, {
        as,
        params: { externalId: 'bad-1' },
        body,
      });
      expect([status, reply]).toEqual([
        400,
        expect.objectContaining({ errors: { children: { [field]: expect.anything() } } }),
      ]);
    });
  });
});
