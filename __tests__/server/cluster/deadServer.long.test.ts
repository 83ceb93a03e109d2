import { GATEWAY_KEY } from '../../support/demo';
import { eventually } from '../../support/eventually';
import { ask, bundleProduct, freePort, runProduct, type Bundle, type Product } from '../../support/product/product';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';
import { untilWaiting } from '../../support/untilWaiting';
import { JOB_BODY } from '../../support/validationCases/job';
import { findWorld } from '../../support/world';
import { signIn } from './scenario';

jest.setTimeout(240_000);

const KEY = { 'idempotency-key': 'posted-before-the-crash' };

describe('a job posting whose server is killed', () => {
  let bundle: Bundle;
  let database: TestDatabase;
  let servers: Product[] = [];

  beforeAll(async () => {
    [bundle, database] = await Promise.all([bundleProduct(), testDatabase()]);
    const env = {
      DATABASE_URL: database.url,
      DEMO: '1',
      DEMO_PUBLIC: '1',
      DEMO_WORKERS: '0',
      LOG_LEVEL: 'error',
      WORKER_GATEWAY_KEY: GATEWAY_KEY,
    };
    const ports = [await freePort(), await freePort()];
    servers = ports.map((port) => runProduct(bundle, port, env));
    await Promise.all(servers.map((server) => server.ready()));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.drop();
    bundle.remove();
  });

  it('is repeated by the next server as soon as the first is dead, and creates one job', async () => {
    const [first, second] = servers as [Product, Product];
    const world = await findWorld(database.db);
    const token = await signIn(first.origin);
    const body = {
      ...JOB_BODY,
      title: 'Posted once',
      status: 'draft',
      positionId: world.positionId,
      categoryId: world.categoryId,
      companyLocationIds: [world.locationId],
    };
    const post = ({ origin }: Product) => ask(origin, 'POST', '/api/job', { token, body, headers: KEY });
    const count = async (text: string) => (await database.pool.query<{ n: number }>(text)).rows[0]!.n;

    // The lock stops the posting in the middle of its transaction.
    const holder = await database.pool.connect();
    try {
      await holder.query('begin; lock table jobs in exclusive mode');
      const lost = post(first);
      // Tasks of the servers may wait for the lock too.
      await eventually(
        () => count(`select count(*)::int as n from idempotency_keys where key = '${KEY['idempotency-key']}'`),
        (claimed) => expect(claimed).toBe(1),
      );
      await untilWaiting(database.pool);
      expect((await post(second))?.status).toBe(409);

      process.kill(first.pid(), 'SIGKILL');
      expect(await lost).toBeNull();
      await holder.query('commit');
    } finally {
      // A held lock would keep the servers from stopping.
      holder.release(true);
    }
    // Within half of the minute after which a request counts as dead by age alone.
    await eventually(
      () => post(second),
      (reply) => expect(reply?.status).toBe(200),
    );
    expect(await count(`select count(*) as n from jobs where title = 'Posted once'`)).toBe(1);
  });
});
