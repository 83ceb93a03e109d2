import { startPeriodic, type Task } from '../../../server/platform/periodic';
import { testServer, type TestServer } from '../../support/testServer';

// Copying the demo world takes seconds on a busy machine.
jest.setTimeout(60_000);

describe('what is done again and again', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  const failures: unknown[] = [];
  const log = { error: (found: unknown) => void failures.push(found) } as unknown as Parameters<
    typeof startPeriodic
  >[1];
  const LOCK = 5_501;
  const task = (given: Partial<Task>): Task => ({
    name: 'test',
    everySeconds: 3600,
    lock: LOCK,
    run: async () => undefined,
    ...given,
  });
  const runs = async (given: Partial<Task>): Promise<number> => {
    let count = 0;
    await startPeriodic(server.pool, log, [task({ ...given, run: async () => void (count += 1) })]).stop();
    return count;
  };

  it('waits while another server has the lock, and needs none where each takes its own', async () => {
    const other = await server.pool.connect();
    await other.query('select pg_advisory_lock($1)', [LOCK]);
    expect(await runs({})).toBe(0);
    expect(await runs({ lock: null })).toBe(1);
    await other.query('select pg_advisory_unlock($1)', [LOCK]);
    other.release();
    expect(await runs({})).toBe(1);
  });

  it('outlives the connection that holds its lock', async () => {
    const run = async () => {
      await server.pool.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = ${LOCK}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
    };
    await startPeriodic(server.pool, log, [task({ run })]).stop();
    expect(failures).toEqual([]);
    expect(await runs({})).toBe(1);
  });
});
