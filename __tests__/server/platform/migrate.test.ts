import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isMigrated, migrate, MigrationFailure, readMigrations } from '../../../server/db/migrate';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';
import { untilWaiting } from '../../support/untilWaiting';

const REAL = 'server/db/migrations';

describe('migrations', () => {
  let database: TestDatabase;
  let folder: string;
  const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const tables = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    );
    return rows.map(({ name }) => name);
  };

  beforeEach(async () => {
    database = await testDatabase(null);
    folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
  });
  afterEach(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('create the current schema in an empty store and change nothing on a second run', async () => {
    expect(await isMigrated(database.pool, REAL)).toBe(false);
    const names = readMigrations(REAL).map(({ name }) => name);
    expect(await migrate(database.pool, REAL)).toEqual(names);
    expect(await isMigrated(database.pool, REAL)).toBe(true);
    expect(await tables()).toEqual(expect.arrayContaining(['applications', 'audit_log', 'schema_migrations', 'users']));
    expect(await migrate(database.pool, REAL)).toEqual([]);
  });

  it('create an append-only audit log', async () => {
    await migrate(database.pool, REAL);
    await database.pool.query(
      `insert into audit_log (at, actor, action, subject_type, details) values (now(), 'clock', 'a', 'user', '{}')`,
    );
    for (const change of ["update audit_log set action = 'b'", 'delete from audit_log', 'truncate audit_log'])
      await expect(database.pool.query(change)).rejects.toThrow('the audit log is append-only');
  });

  it('fold the stored texts again and join the tags that became one', async () => {
    for (const { name, text } of readMigrations(REAL).filter((one) => one.name < '0029')) put(name, text);
    await migrate(database.pool, folder);
    await database.pool.query(`
      insert into organisations (name, created_at) values ('Demo', now());
      insert into workers (external_id, first_name, last_name, created_at, updated_at)
        values ('1', 'Женя', 'Ägir', now(), now());
      insert into users (organisation_id, user_type, email, first_name, last_name, company_name, created_at)
        values (1, 'branch', 'a@b.co', 'A', 'B', 'Kafe ÄGIR', now());
      insert into job_positions (name) values ('Şêf');
      insert into job_categories (name) values ('Mutfak');
      insert into jobs (organisation_id, user_id, title, description, position_id, category_id, status, created_at)
        values (1, 1, 'Şêf', '', 1, 1, 'draft', now());
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
        select 1, 1, 1, 1, 0.5, name_folded, now() from workers;
      insert into threads (organisation_id, user_id, worker_id, created_at) values (1, 1, 1, now());
      insert into messages (thread_id, number, sender, type, body, created_at)
        values (1, 1, 'worker', 'text', 'Žižka', now()), (1, 2, 'worker', 'location', null, now());
      insert into tags (organisation_id, name) values (1, 'Ägir'), (1, 'agir');
      insert into job_tags (job_id, tag_id) select 1, id from tags where organisation_id = 1`);
    await migrate(database.pool, REAL);
    const { rows } = await database.pool.query(`
      select (select string_agg(name_folded, '|') from tags where organisation_id = 1) as tags,
        (select count(*)::int from job_tags) as used,
        (select name_folded from workers) as worker, (select worker_name_folded from applications) as application,
        (select worker_name_folded from threads) as thread, (select company_name_folded from users) as company,
        (select array_agg(body_folded order by number) from messages) as messages,
        (select title_folded from jobs) as job, (select name_folded from job_positions) as position`);
    const worker = 'женя agir';
    const names = { worker, application: worker, thread: worker, company: 'kafe agir', job: 'sef', position: 'sef' };
    expect(rows).toEqual([{ tags: 'agir', used: 1, messages: ['zizka', null], ...names }]);
  });

  it('tell a withdrawal that was stored as a declined invitation', async () => {
    for (const { name, text } of readMigrations(REAL).filter((one) => one.name < '0073')) put(name, text);
    await migrate(database.pool, folder);
    const answered = '2026-11-20 09:00:00Z';
    // The first worker withdrew; the second declined, and withdrew a minute later.
    await database.pool.query(`
      insert into organisations (name, created_at) values ('Demo', now());
      insert into workers (external_id, first_name, last_name, created_at, updated_at)
        select id::text, 'Ece', 'Su', now(), now() from generate_series(1, 2) id;
      insert into users (organisation_id, user_type, email, first_name, last_name, company_name, created_at)
        values (1, 'branch', 'a@b.co', 'A', 'B', 'Kafe', now());
      insert into job_positions (name) values ('Garson');
      insert into job_categories (name) values ('Mutfak');
      insert into jobs (organisation_id, user_id, title, description, position_id, category_id, status, created_at)
        values (1, 1, 'Garson', '', 1, 1, 'draft', now());
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at, status)
        select 1, 1, 1, id, 0.5, name_folded, now(), 'rejected' from workers order by id;
      insert into audit_log (at, actor, organisation_id, action, subject_type, subject_id)
        values (timestamptz '${answered}' + interval '90 ms', 'worker', 1, 'application.rejected', 'application', 1),
          (timestamptz '${answered}' + interval '1 minute', 'worker', 1, 'application.rejected', 'application', 2);
      insert into threads (organisation_id, user_id, worker_id, created_at) select 1, 1, id, now() from workers order by id;
      insert into messages (thread_id, number, sender, type, payload, created_at)
        select id, 1, 'worker', 'appointment_status',
          jsonb_build_object('applicationId', id, 'changed_status', 'REJECTED', 'startAt', '2026-11-21 12:00:00'), '${answered}'
        from threads order by id`);
    const versions = () => database.pool.query('select version::int from threads order by id');
    const { rows: before } = await versions();
    await migrate(database.pool, REAL);
    const { rows } = await database.pool.query('select payload from messages order by thread_id');
    expect(rows).toMatchObject([
      { payload: { applicationId: 1, changed_status: 'WITHDRAWN', startAt: '2026-11-21 12:00:00' } },
      { payload: { applicationId: 2, changed_status: 'REJECTED' } },
    ]);
    // Open dashboards load the changed conversation again.
    expect((await versions()).rows).toEqual([{ version: before[0].version + 1 }, before[1]]);
  });

  it('wait for each other when several servers start at once', async () => {
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.pool, REAL)));
    expect(applied.flat().sort()).toEqual(readMigrations(REAL).map(({ name }) => name));
  });

  it('run in one transaction each: a failed one leaves nothing', async () => {
    put('0001_first.sql', 'create table first (id int);');
    put('0002_second.sql', 'create table second (id int); select nonsense();');
    await expect(migrate(database.pool, folder)).rejects.toThrow(/^0002_second.sql: .*nonsense/);
    expect(await tables()).toEqual(['first', 'schema_migrations']);
    expect(await isMigrated(database.pool, folder)).toBe(false);
    put('0002_second.sql', 'create table second (id int);');
    expect(await migrate(database.pool, folder)).toEqual(['0002_second.sql']);
  });

  it.each<[string, () => void]>([
    ['0001_first.sql: was changed', () => put('0001_first.sql', 'create table first (id bigint);')],
    [
      '0001_first.sql: the store has this migration, and this release never had it',
      () => (rmSync(path.join(folder, '0001_first.sql')), put('0003_third.sql', '')),
    ],
    [
      '0001_first.sql: the store has this migration, and this release never had it',
      () => (rmSync(path.join(folder, '0001_first.sql')), put('0001_earlier.sql', '')),
    ],
    ['0000_late.sql: comes before', () => put('0000_late.sql', 'select 1;')],
    ['0001_other.sql: the number 0001', () => put('0001_other.sql', 'select 1;')],
    ['notes.sql: a migration is named', () => put('notes.sql', 'select 1;')],
  ])('are rejected: %s', async (message, spoil) => {
    put('0001_first.sql', 'create table first (id int);');
    await migrate(database.pool, folder);
    spoil();
    const failure = migrate(database.pool, folder);
    await expect(failure).rejects.toThrow(MigrationFailure);
    await expect(failure).rejects.toThrow(message);
  });

  describe('migrations of a newer release', () => {
    const forget = (...names: string[]) => names.forEach((name) => rmSync(path.join(folder, name)));
    beforeEach(async () => {
      put('0001_first.sql', 'create table first (id int);');
      put('0002_second.sql', 'alter table first add column name text;');
      await migrate(database.pool, folder);
    });

    it('let the previous release start', async () => {
      forget('0002_second.sql');
      expect(await migrate(database.pool, folder)).toEqual([]);
      expect(await isMigrated(database.pool, folder)).toBe(true);
      // An edited migration is still rejected.
      put('0001_first.sql', 'create table first (id bigint);');
      await expect(migrate(database.pool, folder)).rejects.toThrow('0001_first.sql: was changed');
    });

    it('stop a release from starting when they removed what it needs', async () => {
      put(
        '0003_third.sql',
        '-- contract of 0002_second.sql: nothing reads it since\nalter table first drop column id;',
      );
      await migrate(database.pool, folder);
      forget('0003_third.sql');
      expect(await migrate(database.pool, folder)).toEqual([]);
      forget('0002_second.sql');
      await expect(migrate(database.pool, folder)).rejects.toThrow(
        '0003_third.sql: the store has this migration, and it took away what releases without 0002_second.sql use',
      );
      expect(await isMigrated(database.pool, folder)).toBe(false);
    });
  });

  describe('migrations beside a long transaction', () => {
    const WAITS = { lockMs: 100, pauseMs: 50, longestPauseMs: 100, tries: 1000 };
    const hold = async () => {
      const client = await database.pool.connect();
      await client.query('begin');
      await client.query('select * from first');
      return async () => {
        await client.query('commit');
        client.release();
      };
    };
    beforeEach(async () => {
      put('0001_first.sql', 'create table first (id int);');
      await migrate(database.pool, folder);
      put('0002_second.sql', 'alter table first add column name text;');
    });

    it('let others read and write while they wait, and run when the transaction has ended', async () => {
      const release = await hold();
      let isApplied = false;
      const applying = migrate(database.pool, folder, WAITS).finally(() => (isApplied = true));
      for (let reads = 0; reads < 5; reads += 1) {
        await untilWaiting(database.pool);
        // If the migration waited for the whole transaction, statements behind it would wait forever.
        await database.pool.query('select * from first');
      }
      expect(isApplied).toBe(false);
      await release();
      expect(await applying).toEqual(['0002_second.sql']);
    });

    it('give up with one line that names the remedy', async () => {
      const release = await hold();
      await expect(migrate(database.pool, folder, { ...WAITS, tries: 3 })).rejects.toThrow(
        /^0002_second.sql: a transaction held what it needs through 3 tries; [^\n]*pg_stat_activity[^\n]*$/,
      );
      await release();
      expect(await isMigrated(database.pool, folder)).toBe(false);
      expect(await migrate(database.pool, folder)).toEqual(['0002_second.sql']);
    });
  });
});
