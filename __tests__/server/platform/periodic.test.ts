import { createDb, createPool } from '../../../server/platform/database/connect';
import { createLogger } from '../../../server/platform/logger';
import { startPeriodic, type Task } from '../../../server/platform/periodic';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

const FIRST_LOCK = 814_112_000;

describe('what the clock does', () => {
  let database: TestDatabase;
  let said: string[];
  beforeAll(async () => {
    database = await testDatabase(null);
  });
  beforeEach(() => void (said = []));
  afterAll(() => database.drop());

  const log = () => createLogger('error', { write: (line: string) => void said.push(line) });
  const tasks = (count: number, run: (at: number) => Promise<void>): Task[] =>
    Array.from({ length: count }, (_, at) => ({
      name: `task ${at}`,
      everySeconds: 600,
      lock: FIRST_LOCK + at,
      run: () => run(at),
    }));

  it('leaves connections for its own work and for requests, however many tasks start at once', async () => {
    const pool = createPool(database.url, 3);
    const db = createDb(pool);
    let done = 0;
    const started = Date.now();
    const running = startPeriodic(
      pool,
      log(),
      tasks(12, async () => {
        await db.selectNoFrom(({ val }) => val(1).as('one')).execute();
        done += 1;
      }),
    );
    await pool.query('select 1');
    await running.stop();
    expect([done, said]).toEqual([12, []]);
    expect(Date.now() - started).toBeLessThan(4_000);
    // Every connection was given back, and every lock with it.
    expect(pool.idleCount).toBe(pool.totalCount);
    const { rows } = await pool.query(`select 1 from pg_locks where locktype = 'advisory' and objid >= ${FIRST_LOCK}`);
    expect(rows).toEqual([]);
    await pool.end();
  });

  it('is done by one server of a store at a time', async () => {
    const other = createPool(database.url, 2);
    const client = await other.connect();
    await client.query('select pg_advisory_lock($1)', [FIRST_LOCK]);
    const ran: number[] = [];
    await startPeriodic(
      database.pool,
      log(),
      tasks(2, async (at) => void ran.push(at)),
    ).stop();
    expect([ran, said]).toEqual([[1], []]);
    // One that several servers may run at once waits for nobody.
    const queue = tasks(1, async (at) => void ran.push(at)).map((task) => ({ ...task, lock: null }));
    await startPeriodic(database.pool, log(), queue).stop();
    expect(ran).toEqual([1, 0]);
    client.release();
    await other.end();
  });

  it('goes on with another connection when the one that holds the locks breaks', async () => {
    const pool = createPool(database.url, 3);
    const [first, second] = tasks(2, async () => undefined);
    let free = () => undefined as void;
    const wait = new Promise<void>((resolve) => void (free = resolve));
    const running = startPeriodic(pool, log(), [{ ...first!, run: () => wait }]);
    const holders = `select pid from pg_locks where locktype = 'advisory' and objid = ${FIRST_LOCK} and granted`;
    let rows: { pid: number }[] = [];
    while (rows.length === 0) ({ rows } = await database.pool.query<{ pid: number }>(holders));
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    free();
    await running.stop();
    let ran = false;
    await startPeriodic(pool, log(), [{ ...second!, run: async () => void (ran = true) }]).stop();
    expect([ran, said]).toEqual([true, []]);
    expect(pool.idleCount).toBe(pool.totalCount);
    await pool.end();
  });

  it('notes a failure of one and leaves the others alone', async () => {
    const ran: number[] = [];
    const run = async (at: number) => {
      if (at === 0) throw new Error('this one fails');
      ran.push(at);
    };
    await startPeriodic(database.pool, log(), tasks(3, run)).stop();
    expect(ran).toEqual([1, 2]);
    expect(said.map((line) => (JSON.parse(line) as { task: string }).task)).toEqual(['task 0']);
  });
});
