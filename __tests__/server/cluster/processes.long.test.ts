import { readMigrations } from '../../../server/db/migrate';
import { listTasks } from '../../../server/tasks';
import { s3Counterpart, type S3Counterpart } from '../../support/counterparts/s3';
import { GATEWAY_KEY } from '../../support/demo';
import { ask, bundleProduct, freePort, runProduct, type Bundle, type Product } from '../../support/product/product';
import { eventually } from '../../support/eventually';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';
import { JOB_BODY } from '../../support/validationCases/job';
import { findWorld, type World } from '../../support/world';
import { exportAcross, messageAcross, signIn, uploadAndServe } from './scenario';

jest.setTimeout(240_000);

const GRACEFUL = 0;

describe('several servers on one store', () => {
  let bundle: Bundle;
  let s3: S3Counterpart;
  let database: TestDatabase;
  let world: World;
  let servers: Product[];
  let origins: { one: string; other: string; third: string };
  let token: string;

  const environment = (url: string) => ({
    DATABASE_URL: url,
    DEMO: '1',
    DEMO_PUBLIC: '1',
    DEMO_WORKERS: '0',
    LOG_LEVEL: 'error',
    WORKER_GATEWAY_KEY: GATEWAY_KEY,
    USER_RATE: '0',
    JOBS_PER_DAY: '0',
    NETWORK_RATE: '0',
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.account.region,
    S3_BUCKET: s3.account.bucket,
    S3_ACCESS_KEY_ID: s3.account.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.account.secretAccessKey,
  });
  const start = async (count: number, url: string): Promise<Product[]> => {
    const started: Product[] = [];
    for (let at = 0; at < count; at += 1) started.push(runProduct(bundle, await freePort(), environment(url)));
    await Promise.all(started.map((server) => server.ready()));
    return started;
  };

  beforeAll(async () => {
    [bundle, s3, database] = await Promise.all([bundleProduct(), s3Counterpart(), testDatabase()]);
    world = await findWorld(database.db);
    servers = await start(3, database.url);
    const [one, other, third] = servers.map(({ origin }) => origin);
    origins = { one: one!, other: other!, third: third! };
    token = await signIn(one!);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
    await s3.close();
    bundle.remove();
  });

  it('share the start and the end of a session', async () => {
    const mine = await signIn(origins.one);
    const me = () =>
      Promise.all(
        servers.map(async ({ origin }) => (await ask(origin, 'GET', '/api/user/me', { token: mine }))?.status),
      );
    expect(await me()).toEqual([200, 200, 200]);
    expect((await ask(origins.third, 'POST', '/api/user/logout', { token: mine }))?.status).toBe(200);
    expect((await me())[2]).toBe(401);
    // The others hear of it, or look again after a second.
    await eventually(me, (seen) => expect(seen).toEqual([401, 401, 401]));
  });

  it('serve files that another server received', async () => {
    const job = {
      ...JOB_BODY,
      status: 'draft',
      positionId: world.positionId,
      categoryId: world.categoryId,
      companyLocationIds: [world.locationId],
    };
    const [first, ...others] = await uploadAndServe(origins, token, job);
    expect(first!.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    for (const served of others) expect(served.equals(first!)).toBe(true);
  });

  it('make exports that another requested and a third serves', async () => {
    const file = await exportAcross(origins, token, world.job);
    expect(file.subarray(0, 2).toString()).toBe('PK');
    const { rows } = await database.pool.query("select attempts from exports where state = 'done'");
    expect(rows).toEqual([{ attempts: 1 }]);
  });

  it('push a worker’s message from another server at once', async () => {
    const { threadId, threadWorkerId: workerId } = world;
    const event = await messageAcross(origins, token, { threadId, workerId, key: GATEWAY_KEY });
    expect(event).toMatchObject({ type: 'message', threadId, sender: 'worker' });
  });

  it('run each periodic job once', async () => {
    const look = () =>
      database.pool.query<{ name: string; jobs: number; stretches: number; open: number }>(`
      select name, count(*)::int as jobs, count(distinct singleton_on)::int as stretches,
        (count(*) filter (where state <> 'completed' and created_on < now() - interval '30 seconds'))::int as open
      from pgboss.job where singleton_on is not null group by 1`);
    // A server that finds the store busy at its start retries after five seconds.
    const tasks = listTasks({} as never, {} as never).map(({ name }) => name);
    const { rows } = await eventually(look, (seen) =>
      expect(seen.rows.map(({ name }) => name).sort()).toEqual(tasks.sort()),
    );
    for (const { jobs, stretches, open } of rows) expect([jobs, open]).toEqual([stretches, 0]);
  });

  it('migrate and fill an empty store together from five processes, and stop cleanly', async () => {
    const empty = await testDatabase(null);
    const five = await start(5, empty.url);
    const { rows } = await empty.pool.query<{ name: string }>('select name from schema_migrations order by name');
    expect(rows).toEqual(readMigrations('server/db/migrations').map(({ name }) => ({ name })));
    expect(await Promise.all(five.map((server) => server.stop()))).toEqual(five.map(() => GRACEFUL));
    expect(five.map((server) => server.said()).join('')).not.toMatch(/Migration|duplicate|"level":[56]0/);
    await empty.drop();
  });
});
