import { sql } from 'kysely';
import { gatewayPutWorker } from '../../../contract/routes/gateway';
import { nearestDistanceKm } from '../../../server/platform/geo';
import { scoreOf } from '../../../server/modules/matching';
import { findScoringJob, findTold } from '../../../server/modules/matching/repository';
import { findProfiles } from '../../../server/modules/workers/repository';
import { capture } from '../../../bench/support/statements';
import { NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';
import { jobWorld, type JobWorld } from './jobWorld';

const MANY = 20_000;

describe('scores after a change of the job', () => {
  let server: TestServer;
  let world: JobWorld;
  let demo: World;
  beforeAll(async () => {
    server = await testServer();
    world = await jobWorld(server);
    demo = await findWorld(server.db);
  });
  afterAll(() => server.close());

  interface Row {
    id: number;
    workerId: number;
    score: number;
    distance: number | null;
    isShortlisted: boolean;
  }
  const rowsOf = async (jobId: number) => {
    const { rows } = await sql<Row>`
      select id, worker_id as "workerId", match_score as score, distance_km as distance, is_shortlisted as "isShortlisted"
      from applications where job_id = ${jobId} order by id`.execute(server.db);
    return rows;
  };

  /** Compares every row with the score that its function calculates from the stored data. */
  const expectRight = async (jobId: number) => {
    const rows = await rowsOf(jobId);
    const job = (await server.db.transaction().execute((trx) => findScoringJob(trx, jobId)))!;
    const workers = await findProfiles(
      server.db,
      rows.map(({ workerId }) => workerId),
    );
    const byId = new Map(workers.map((worker) => [worker.id, worker]));
    for (const row of rows) {
      const { score, distance } = scoreOf(job, byId.get(row.workerId)!, {
        now: NOW,
        told: await findTold(server.db, row.id),
        settings: { scoreAge: false },
      });
      expect([row.id, row.score]).toEqual([row.id, expect.closeTo(score, 5)]);
      if (distance === null) expect(row.distance).toBeNull();
      else expect(row.distance).toBeCloseTo(distance, 2);
    }
    return rows;
  };

  it.each<[string, Record<string, unknown>]>([
    ['experience', { minExperienceDuration: 96 }],
    ['education', { minEducationStatus: 'university' }],
    ['English', { minEnglishLevel: 4 }],
    ['work times', { isFullTime: false, isPartTime: false, isSeasonal: true }],
  ])('updates every application after a change: %s', async (_name, change) => {
    const before = await rowsOf(demo.job);
    expect((await world.put('branch', demo.job, change)).status).toBe(200);
    const after = await expectRight(demo.job);
    expect(after.map(({ score }) => score)).not.toEqual(before.map(({ score }) => score));
  });

  it('updates them after a change of position', async () => {
    const { rows } = await sql<{ id: number }>`
      select p.id from job_positions p where p.id <> (select position_id from jobs where id = ${demo.job}) limit 1`.execute(
      server.db,
    );
    await world.put('branch', demo.job, { positionId: rows[0]!.id });
    await expectRight(demo.job);
  });

  it('updates scores and distances after a change of places of work', async () => {
    const far = await sql<{ id: number }>`
      insert into company_locations (organisation_id, user_id, name, latitude, longitude, created_at)
      values (${demo.organisationId}, ${demo.branchId}, 'Kars', 40.6, 43.1, now()) returning id`.execute(server.db);
    await world.put('branch', demo.job, { companyLocationIds: [far.rows[0]!.id] });
    const rows = await expectRight(demo.job);
    const near = nearestDistanceKm({ latitude: 41, longitude: 29 }, [{ latitude: 40.6, longitude: 43.1 }])!;
    expect(Math.max(...rows.map(({ distance }) => distance ?? 0))).toBeGreaterThan(near / 2);
  });

  it('changes no score and shortlists no one after a change of title, status or threshold', async () => {
    const before = await rowsOf(demo.job);
    await world.put('branch', demo.job, { title: 'Komi', autoShortlistThreshold: 0 });
    await world.put('branch', demo.job, { status: 'closed', closeReason: 'other' });
    expect(await rowsOf(demo.job)).toEqual(before);
    await world.put('branch', demo.job, { status: 'active' });
  });

  it('uses both changes when a worker and the job change at once', async () => {
    const { rows } = await sql<{ externalId: string }>`
      select w.external_id as "externalId" from applications a join workers w on w.id = a.worker_id
      where a.job_id = ${demo.job} order by a.id limit 6`.execute(server.db);
    for (let round = 0; round < 4; round += 1) {
      const replies = await Promise.all([
        world.put('branch', demo.job, { minExperienceDuration: round % 2 === 0 ? 12 : 60 }),
        ...rows.map(({ externalId }) =>
          server.call(gatewayPutWorker, {
            as: 'gateway',
            params: { externalId },
            body: {
              firstName: 'Ada',
              lastName: 'Ün',
              experiences: [{ companyName: 'x', position: 'y', durationMonths: 6 * (round + 1) }],
            },
          }),
        ),
      ]);
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      await expectRight(demo.job);
    }
  });

  it(`updates ${MANY} applications of one job by a few statements for many rows each`, async () => {
    const { job } = await world.create('branch');
    await sql`
      with fresh as (
        insert into workers (external_id, first_name, last_name, latitude, longitude, experiences, experience_months,
          birth_date, education, english, work_time_preferences, created_at, updated_at)
        select 'many-' || n, 'Ada', 'Ün', 40.9 + (n % 100) * 0.002, 29 + (n % 77) * 0.003,
          '[{"id": 1, "companyName": "x", "position": "Garson", "duration": {"key": 12, "value": "12"}, "startDate": null, "endDate": null}]',
          n % 90, '1990-01-01', 'high_school', 1 + n % 4, '{full_time}', now(), now()
        from generate_series(1, ${MANY}::int) n returning id, birth_date, education, english, experience_months
      )
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, distance_km, worker_name_folded,
        worker_birth_date, worker_education, worker_english, worker_experience_months, created_at)
      select ${demo.organisationId}, ${demo.branchId}, ${job.id}, id, 0.5, 1, 'ada un', birth_date, education, english,
        experience_months, now() from fresh`.execute(server.db);
    for (const body of [{ minExperienceDuration: 24 }, { minEnglishLevel: 4 }]) {
      const { result, statements } = await capture(() => world.put('branch', job.id, body));
      expect(result.status).toBe(200);
      expect(statements.length).toBeLessThan(MANY / 100);
    }
    await expectRight(job.id);
  });
});
