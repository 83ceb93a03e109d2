import { sql } from 'kysely';
import { main } from '../../../server/admin';
import { removeOldAudit } from '../../../server/modules/operations/repository';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

const NOW = new Date();
const clock = { now: () => NOW };
const monthsAgo = (months: number) => sql`now() - make_interval(months => ${months}::int) - interval '1 day'`;

describe('removing old rows of the audit log', () => {
  let database: TestDatabase;
  const known = process.env.DATABASE_URL;
  beforeAll(async () => {
    database = await testDatabase();
    process.env.DATABASE_URL = database.url;
  });
  afterAll(async () => {
    if (known === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = known;
    await database.drop();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = undefined;
  });

  const plant = (months: number, count: number) =>
    sql`
      insert into audit_log (at, actor, action, subject_type)
      select ${monthsAgo(months)}, 'clock', ${`planted ${months}`}, 'x' from generate_series(1, ${count}::int)`.execute(
      database.db,
    );
  const left = async (months: number): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_log where action = ${`planted ${months}`}`.execute(database.db);
    return rows[0]!.count;
  };
  /** Runs the command and returns what it prints. */
  const run = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    await main(process.cwd(), ['remove-audit', ...args]);
    return lines.join('\n');
  };

  it('prints the number in a dry run, and removes the rows in batches with a note of how many', async () => {
    for (const [months, count] of [
      [30, 7],
      [25, 3],
      [23, 2],
    ] as const)
      await plant(months, count);
    expect(await run('--months', '24', '--dry-run')).toBe('10 rows older than 24 months would be removed.');
    expect([await left(30), await left(25)]).toEqual([7, 3]);

    const { db } = database;
    expect(await removeOldAudit({ db, clock }, { months: 24, isDryRun: false, batch: 4 })).toBe(10);
    expect([await left(30), await left(25), await left(23)]).toEqual([0, 0, 2]);
    const { rows } = await sql<{ actor: string; details: object }>`
      select actor, details from audit_log where action = 'audit.removed' order by id`.execute(db);
    const note = (count: number) => ({ actor: 'operator', details: expect.objectContaining({ count }) });
    expect(rows).toEqual([note(4), note(4), note(2)]);
    expect(await run('--months', '24')).toBe('0 rows older than 24 months are removed.');
  });

  it('leaves no removed row without its note when it is killed', async () => {
    const { db } = database;
    await plant(26, 10);
    const countNoted = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select coalesce(sum((details ->> 'count')::int), 0)::int as count from audit_log
        where action = 'audit.removed'`.execute(db);
      return rows[0]!.count;
    };
    const noted = await countNoted();
    let reads = 0;
    const failing = {
      now: () => {
        reads += 1;
        // The first reading of the clock gives the age, each later one the time of a note.
        if (reads === 4) throw new Error('killed');
        return NOW;
      },
    };
    const options = { months: 24, isDryRun: false, batch: 4 };
    await expect(removeOldAudit({ db, clock: failing }, options)).rejects.toThrow('killed');
    expect([await left(26), (await countNoted()) - noted]).toEqual([2, 8]);
    expect(await removeOldAudit({ db, clock }, options)).toBe(2);
    expect([await left(26), (await countNoted()) - noted]).toEqual([0, 10]);
  });

  it.each([['--months', '11'], ['--months', '0x20'], ['--months', '-30'], []])('refuses %j', async (...args) => {
    expect(await run(...args)).toMatch(/remove-audit --months N|--months/);
    expect(process.exitCode).toBe(1);
  });

  it.each([
    ['a row younger than a year', "set local operator.removes_audit = 'on'", 'delete', 11],
    ['a change of an old row', "set local operator.removes_audit = 'on'", 'update', 40],
    ['a deletion without the command', 'select 1', 'delete', 40],
  ])('the database refuses %s', async (_name, setting, kind, months) => {
    await plant(months, 1);
    const change = kind === 'delete' ? sql`delete from audit_log` : sql`update audit_log set subject_type = 'y'`;
    const refused = database.db.transaction().execute(async (trx) => {
      await sql.raw(setting).execute(trx);
      await sql`${change} where action = ${`planted ${months}`}`.execute(trx);
    });
    await expect(refused).rejects.toThrow('the audit log is append-only');
    expect(await left(months)).toBeGreaterThan(0);
  });
});
