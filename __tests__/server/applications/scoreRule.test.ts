import { sql } from 'kysely';
import { DAY } from '../../../contract/constants/time';
import { getApplication } from '../../../contract/routes/applications';
import { followScoreRule } from '../../../server/modules/matching';
import { NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld } from '../../support/world';

describe('scores by the weights in use', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  const scores = async () => {
    const { rows } = await sql<{ id: number; score: number }>`
      select a.id, a.match_score as score from applications a join jobs j on j.id = a.job_id
      where j.status <> 'deleted' order by a.id`.execute(server.db);
    return rows;
  };
  const spoil = () => sql`update applications set match_score = 0.5`.execute(server.db);
  const follow = (scoreAge = false, stopping?: AbortSignal) =>
    followScoreRule({ db: server.db, clock: server.clock, settings: { scoreAge } }, stopping ? { stopping } : {});

  it('are computed for what an earlier release stored, again after a day, and then no more', async () => {
    await sql`delete from score_runs`.execute(server.db);
    expect(await follow()).toBeGreaterThan(0);
    const right = await scores();
    expect(new Set(right.map(({ score }) => score)).size).toBeGreaterThan(20);

    await spoil();
    expect(await follow()).toBe(0);
    server.clock.set(new Date(NOW.getTime() + DAY));
    expect(await follow()).toBeGreaterThan(0);
    expect(await scores()).toEqual(right);
    server.clock.set(new Date(NOW.getTime() + 30 * DAY));
    expect(await follow()).toBe(0);
    server.clock.set(NOW);
  });

  it('are computed again when the operator changes the setting, and when it is changed back', async () => {
    const without = await scores();
    expect(await follow(true)).toBeGreaterThan(0);
    expect(await scores()).not.toEqual(without);
    expect(await follow(false)).toBeGreaterThan(0);
    expect(await scores()).toEqual(without);
  });

  it('are computed from where an interrupted run stopped', async () => {
    await follow(true);
    const right = await scores();
    await sql`update score_runs set rounds = 0, finished_at = null, after_job = 0`.execute(server.db);
    await spoil();
    expect(await follow(true, AbortSignal.abort())).toBe(0);
    expect((await scores()).every(({ score }) => score === 0.5)).toBe(true);
    const middle = Math.floor(right.length / 2);
    const { rows } = await sql<{ jobId: number }>`
      select job_id as "jobId" from applications where id = ${right[middle]!.id}`.execute(server.db);
    await sql`update score_runs set after_job = ${rows[0]!.jobId}`.execute(server.db);
    await follow(true);
    const { rows: kept } = await sql<{ spoilt: boolean }>`
      select bool_and(match_score = 0.5) as spoilt from applications where job_id <= ${rows[0]!.jobId}`.execute(
      server.db,
    );
    expect(kept[0]!.spoilt).toBe(true);
    await sql`update score_runs set rounds = 0, finished_at = null`.execute(server.db);
    await follow(true);
    expect(await scores()).toEqual(right);
  });

  it('have no reason for an age unless the setting says so', async () => {
    const world = await findWorld(server.db);
    const other = await testServer({ database: server.database, env: { SCORE_AGE: '1' } });
    const { rows } = await sql<{ id: number }>`select id from applications where job_id = ${world.job} limit 1`.execute(
      server.db,
    );
    const factorsOn = async (one: TestServer): Promise<string[]> => {
      const { body } = await one.call(getApplication, { as: 'branch', params: { id: rows[0]!.id } });
      return body.payload.application.scoreReasons.map(({ factor }: { factor: string }) => factor);
    };
    expect(await factorsOn(server)).not.toContain('age');
    expect(await factorsOn(other)).toContain('age');
    await other.close();
  });
});
