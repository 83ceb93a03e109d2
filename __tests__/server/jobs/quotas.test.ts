import { sql } from 'kysely';
import { MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { copyJob, postJobImage } from '../../../contract/routes/jobs';
import { NOW } from '../../support/demo';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';
import { jobWorld, type JobWorld } from './jobWorld';

const DAY_SECONDS = 86_400;

describe('quotas of an organisation', () => {
  let server: TestServer;
  let world: JobWorld;
  beforeAll(async () => {
    server = await testServer({ env: { JOBS_PER_DAY: '4', PARKED_UPLOADS: '3', STORAGE_MEGABYTES: '1' } });
    world = await jobWorld(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.set(NOW);
    await sql`delete from rate_limits`.execute(server.db);
    await sql`delete from job_uploads`.execute(server.db);
    await sql`delete from job_covers`.execute(server.db);
  });

  const expectQuota = (
    { status, body, headers }: CallResult,
    key: string,
    { limit, least, most }: { limit: number; least: number; most: number },
  ) => {
    expect([status, body.key, body.quota.limit]).toEqual([429, key, limit]);
    expect(headers['retry-after']).toBe(String(body.quota.retryAfter));
    expect(body.quota.retryAfter).toBeGreaterThanOrEqual(least);
    expect(body.quota.retryAfter).toBeLessThanOrEqual(most);
  };
  const aDay = { limit: 4, least: DAY_SECONDS - 60, most: DAY_SECONDS };
  const announce = (as: 'branch' | 'root' | 'other', contentLength = 1000, headers = {}) =>
    server.call(postJobImage, {
      as,
      body: { fileName: 'cover.jpg', contentType: 'image/jpeg', contentLength },
      headers,
    });

  it('limits new and copied jobs over all accounts; another organisation is not affected', async () => {
    const { job } = await world.create('branch');
    await world.create('root');
    const copy = () => server.call(copyJob, { as: 'branch', params: { id: job.id } });
    const replies = await Promise.all([1, 2, 3, 4, 5].map(copy));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    expectQuota(await copy(), ERROR_KEYS.quotaJobs, aDay);
    expectQuota(await world.post('root', world.bodyFor('root')), ERROR_KEYS.quotaJobs, aDay);
    expect((await world.post('other', world.bodyFor('other'))).status).toBe(200);
  });

  it('counts neither rejected jobs nor repeats', async () => {
    const post = () => world.post('branch', world.bodyFor('branch'), { 'idempotency-key': 'again' });
    for (let n = 0; n < 6; n += 1) {
      expect((await world.post('branch', world.bodyFor('branch', { positionId: 999_999 }))).status).toBe(400);
      expect((await post()).status).toBe(200);
    }
    for (let n = 0; n < 3; n += 1) await world.create('branch');
    expectQuota(await world.post('branch', world.bodyFor('branch')), ERROR_KEYS.quotaJobs, aDay);
  });

  it('does not count a rejected try, so a higher limit works at once', async () => {
    for (let n = 0; n < 4; n += 1) await world.create('branch');
    for (let n = 0; n < 5; n += 1) expect((await world.post('branch', world.bodyFor('branch'))).status).toBe(429);
    const raised = await testServer({ env: { JOBS_PER_DAY: '5' }, database: server.database });
    const other = await jobWorld(raised);
    const reply = await other.post('branch', other.bodyFor('branch'));
    await raised.close();
    expect(reply.status).toBe(200);
  });

  it('limits unused uploads until the first one expires', async () => {
    const replies = await Promise.all(
      ['branch', 'root', 'branch', 'root', 'branch'].map((as) => announce(as as 'root')),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    expectQuota(await announce('branch'), ERROR_KEYS.quotaUploads, { limit: 3, least: 600, most: 600 });
    expect((await announce('other')).status).toBe(200);
    server.clock.set(new Date(NOW.getTime() + 10 * MINUTE));
    expect((await announce('branch')).status).toBe(200);
  });

  it('limits storage: unused uploads and the covers of jobs', async () => {
    expect((await announce('branch', 600_000)).status).toBe(200);
    expectQuota(await announce('root', 600_000), ERROR_KEYS.quotaStorage, { limit: 1, least: 600, most: 600 });
    server.clock.set(new Date(NOW.getTime() + 10 * MINUTE));
    const picture = await world.picture();
    const { uploadUrl, imageUrl } = await world.announce('branch', picture.length);
    await world.send(uploadUrl, picture);
    const { job } = await world.create('branch', { image: imageUrl });
    const { rows } = await sql<{ bytes: number }>`select bytes from job_covers`.execute(server.db);
    expect(rows.map(({ bytes }) => bytes > 500)).toEqual([true]);
    expect((await announce('branch', 1_000_000 - rows[0]!.bytes)).status).toBe(200);
    await sql`delete from job_uploads`.execute(server.db);
    expectQuota(await announce('branch', 1_000_001 - rows[0]!.bytes), ERROR_KEYS.quotaStorage, {
      limit: 1,
      least: DAY_SECONDS,
      most: DAY_SECONDS,
    });
    await world.put('branch', job.id, { status: 'deleted' });
    expect((await announce('branch', 1_000_000)).status).toBe(200);
  });

  it.each([
    ['en', 'can create 4 jobs in 24 hours', 'in 24 hours.'],
    ['tr', '24 saat içinde 4 ilan', '24 saat sonra'],
    ['es', 'puede crear 4 ', 'dentro de 24 horas.'],
  ])('gives the number and the wait in %s', async (language, number, wait) => {
    for (let n = 0; n < 4; n += 1) await world.create('branch');
    const { body } = await world.post('branch', world.bodyFor('branch'), { 'accept-language': language });
    expect(body.message).toContain(number);
    expect(body.message).toContain(wait);
  });
});
