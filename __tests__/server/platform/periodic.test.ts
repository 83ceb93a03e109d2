import { readFileSync } from 'node:fs';
import PgBoss from 'pg-boss';
import type { Pool } from 'pg';
import { systemClock } from '../../../server/platform/clock';
import { createDb } from '../../../server/platform/database/connect';
import { createLogger } from '../../../server/platform/logger';
import { startPeriodic, type Task, sendJob } from '../../../server/platform/queue';
import { NOW } from '../../support/demo';
import { eventually } from '../../support/eventually';
import { testDatabase, testPool, type TestDatabase } from '../../support/testDatabase';

const FIRST_LOCK = 814_112_000;

/** The view also shows the locks of other tests' databases. */
const OWN_LOCKS = `pg_locks where locktype = 'advisory' and objsubid = 1
  and database = (select oid from pg_database where datname = current_database())`;

describe('periodic tasks', () => {
  let database: TestDatabase;
  let said: string[];
  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(async () => {
    said = [];
    await database.pool.query('truncate pgboss.job, pgboss.archive');
  });
  afterAll(() => database.drop());

  const log = () => createLogger('error', { write: (line: string) => void said.push(line) });
  /** Starts tasks; by default in periods of the machine's clock, which is also that of the queue. */
  const start = (pool: Pool, own: readonly Task[], clock = systemClock) =>
    startPeriodic({ pool, clock, log: log() }, own);
  const tasks = (count: number, run: (at: number) => Promise<void>): Task[] =>
    Array.from({ length: count }, (_, at) => ({
      name: `task-${at}`,
      everySeconds: 600,
      lock: FIRST_LOCK + at,
      run: () => run(at),
    }));

  it('leave connections for their own work and for requests, however many start at once', async () => {
    const pool = testPool(database.url, 3);
    const db = createDb(pool);
    let done = 0;
    const running = start(
      pool,
      tasks(12, async () => {
        await db.selectNoFrom(({ val }) => val(1).as('one')).execute();
        done += 1;
      }),
    );
    await pool.query('select 1');
    await running.stop();
    expect([done, said]).toEqual([12, []]);
    // The pool has every connection back, without locks.
    expect(pool.idleCount).toBe(pool.totalCount);
    const { rows } = await pool.query(`select 1 from ${OWN_LOCKS} and objid >= ${FIRST_LOCK}`);
    expect(rows).toEqual([]);
    await pool.end();
  });

  it('run on one server of a store at a time', async () => {
    const other = testPool(database.url, 2);
    const client = await other.connect();
    await client.query('select pg_advisory_lock($1)', [FIRST_LOCK]);
    const ran: number[] = [];
    await start(
      database.pool,
      tasks(2, async (at) => void ran.push(at)),
    ).stop();
    expect([ran, said]).toEqual([[1], []]);
    // A task that several servers may run at once waits for no lock.
    await database.pool.query('truncate pgboss.job');
    const free = tasks(1, async (at) => void ran.push(at)).map((task) => ({ ...task, lock: null }));
    await start(database.pool, free).stop();
    expect(ran).toEqual([1, 0]);
    client.release();
    await other.end();
  });

  it('continue on another connection when the one with the locks breaks', async () => {
    const pool = testPool(database.url, 3);
    const [first, second] = tasks(2, async () => undefined);
    let free = () => undefined as void;
    const wait = new Promise<void>((resolve) => void (free = resolve));
    const running = start(pool, [{ ...first!, run: () => wait }]);
    const holders = `select pid from ${OWN_LOCKS} and objid = ${FIRST_LOCK} and granted`;
    const { rows } = await eventually(
      () => database.pool.query<{ pid: number }>(holders),
      (found) => found.rowCount === 1,
    );
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    free();
    await running.stop();
    let ran = false;
    await start(pool, [{ ...second!, run: async () => void (ran = true) }]).stop();
    expect([ran, said]).toEqual([true, []]);
    expect(pool.idleCount).toBe(pool.totalCount);
    await pool.end();
  });

  it('log a failure of one without stopping the others', async () => {
    const ran: number[] = [];
    const run = async (at: number) => {
      if (at === 0) throw new Error('this one fails');
      ran.push(at);
    };
    await start(database.pool, tasks(3, run)).stop();
    expect(ran.sort()).toEqual([1, 2]);
    expect(said.map((line) => (JSON.parse(line) as { task: string }).task)).toEqual(['task-0']);
  });

  const jobsOf = async (name: string) => {
    const ask = 'select state::text, output from pgboss.job where name = $1 order by created_on, id';
    return (await database.pool.query<{ state: string; output: object }>(ask, [name])).rows;
  };

  it('run once in each interval over all servers', async () => {
    const runs: number[] = [];
    const pools = [1, 2, 3].map(() => testPool(database.url, 3));
    const servers = pools.map((pool, at) =>
      start(pool, [{ name: 'each-second', everySeconds: 1, lock: FIRST_LOCK, run: async () => void runs.push(at) }]),
    );
    const doneOf = (jobs: { state: string }[]) => jobs.filter(({ state }) => state === 'completed').length;
    await eventually(
      () => jobsOf('each-second'),
      (jobs) => doneOf(jobs) >= 3,
    );
    await Promise.all(servers.map(({ stop }) => stop()));
    const jobs = await jobsOf('each-second');
    const { rows } = await database.pool.query('select distinct singleton_on from pgboss.job');
    expect(rows).toHaveLength(jobs.length);
    // Jobs that waited together are handled in one run.
    expect(runs.length).toBeGreaterThan(0);
    expect(runs.length).toBeLessThanOrEqual(doneOf(jobs));
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it('run in the next interval on another server when the first one died', async () => {
    const one = { name: 'left', everySeconds: 1, lock: FIRST_LOCK };
    let free = () => undefined as void;
    const forever = new Promise<void>((resolve) => void (free = resolve));
    const dying = start(database.pool, [{ ...one, run: () => forever }]);
    let ran = 0;
    const kill = `select pg_terminate_backend(pid) from ${OWN_LOCKS} and objid = ${FIRST_LOCK}`;
    await eventually(
      () => database.pool.query(kill),
      ({ rowCount }) => rowCount === 1,
    );
    const next = start(database.pool, [{ ...one, run: async () => void (ran += 1) }]);
    await eventually(
      () => ran,
      (times) => times > 0,
    );
    await next.stop();
    expect((await jobsOf('left'))[0]!.state).toBe('active');
    free();
    await dying.stop();
  });

  it('run at once for a committed change and not at all after a rollback', async () => {
    const task = { name: 'filled', everySeconds: 900, pollSeconds: 0.05, lock: null, run: async () => undefined };
    const states = async () => (await jobsOf('filled')).map(({ state }) => state);
    const untilStates = (expected: string[]) => eventually(states, (seen) => expect(seen).toEqual(expected));
    const running = start(database.pool, [task], { now: () => NOW });
    await untilStates(['completed']);
    const back = database.db.transaction().execute(async (trx) => {
      await sendJob(trx, 'filled');
      throw new Error('taken back');
    });
    await expect(back).rejects.toThrow('taken back');
    await sendJob(database.db, 'filled', 3_600);
    // The next one shows that the queue was polled meanwhile.
    await database.db.transaction().execute((trx) => sendJob(trx, 'filled'));
    await untilStates(['completed', 'created', 'completed']);
    await running.stop();
  });

  it('create the queue’s tables as the library would', async () => {
    const plain = (text: string) =>
      text
        .replace(/--.*$/gm, '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([;(),]) ?/g, '$1')
        .trim();
    const [, made] = PgBoss.getConstructionPlans('pgboss').split('::bigint\n  );');
    expect(plain(readFileSync('server/db/migrations/0016_queue.sql', 'utf8'))).toBe(
      plain(made!.replace(/COMMIT;\s*$/, '')).replace(/;+/g, ';'),
    );
  });
});
