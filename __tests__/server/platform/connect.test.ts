import pg from 'pg';
import { createPool } from '../../../server/platform/database/connect';
import { NEVER_PREPARED } from '../../../server/platform/database/query';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

describe('the pool', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeEach(async () => {
    database = await testDatabase(null);
    // One connection, so that it receives every statement.
    pool = createPool(database.url, 1);
    await database.pool.query(
      'create table things (id int primary key, name text); insert into things values (1, $$a$$)',
    );
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });
  const send = async (text: string, times: number) => {
    let rows: unknown[] = [];
    for (let at = 0; at < times; at += 1) ({ rows } = await pool.query(text, [1]));
    return rows;
  };
  const prepared = async (): Promise<string[]> =>
    (
      await pool.query<{ statement: string }>('select statement from pg_prepared_statements order by statement')
    ).rows.map(({ statement }) => statement);

  it('switches just-in-time compilation off, whatever the database is configured for', async () => {
    const { rows } = await pool.query("select setting, source from pg_settings where name = 'jit'");
    expect(rows).toEqual([{ setting: 'off', source: 'client' }]);
  });

  it('prepares a statement that is sent often, and returns the same rows', async () => {
    const [often, rarely] = ['select name from things where id = $1', 'select id from things where id = $1'];
    await send(rarely, 9);
    expect(await send(often, 12)).toEqual([{ name: 'a' }]);
    expect(await prepared()).toEqual([often]);
  });

  it('never prepares a statement that must be planned for its values', async () => {
    await send(`select name from things where id = $1 ${NEVER_PREPARED}`, 12);
    expect(await prepared()).toEqual([]);
  });

  it('survives a new column, which a statement for all columns would not', async () => {
    const texts = [
      'select id, name from things where id = $1',
      'select t.id, count(*)::int as n from (select * from (select t.* from things t) all_things) t where id = $1 group by id',
      "select id, ')' as a, name from (select things.*, '(' as b from things) t where id = $1",
      "select 2 -- it's\n, id * 2 as twice from things t where id = $1",
      'select * from things where id = $1',
      'select distinct t.* from things t where id = $1',
      'select distinct on (id) t.* from things t where id = $1',
      'select (t).* from things t where id = $1',
      '(select * from things where id = $1) union all (select * from things where false)',
      "select '(' as a, t.*, ')' as b from things t where id = $1",
      'select t.* from (select * from things) t where id = $1',
      'select count(*), t.* from things t where id = $1 group by id',
      'update things set name = name where id = $1 returning *',
    ];
    for (const text of texts) await send(text, 12);
    const named = texts.slice(0, 4);
    expect(await prepared()).toEqual([...named].sort());
    await database.pool.query('alter table things add column more int');
    expect(await send(named[0]!, 1)).toEqual([{ id: 1, name: 'a' }]);
    expect(await send(named[1]!, 1)).toEqual([{ id: 1, n: 1 }]);
    expect(await send(named[2]!, 1)).toEqual([{ id: 1, a: ')', name: 'a' }]);
    expect(await send(named[3]!, 1)).toEqual([{ '?column?': 2, twice: 2 }]);
    for (const text of texts.slice(4)) expect(await send(text, 1)).toEqual([expect.objectContaining({ more: null })]);
  });

  it('prepares a limited number of statements', async () => {
    for (let at = 0; at < 105; at += 1) await send(`select ${at} as n from things where id = $1`, 10);
    expect(await prepared()).toHaveLength(100);
    // The statements that were prepared first stay.
    expect(await send('select 0 as n from things where id = $1', 1)).toEqual([{ n: 0 }]);
  });

  it('prepares nothing behind a pooler, which answers with several processes', async () => {
    Object.defineProperty(pg.Client.prototype, 'processID', {
      get: () => 1,
      set: () => {
        // Replaces the process id that the client gets when it connects.
      },
      configurable: true,
    });
    try {
      expect(await send('select name from things where id = $1', 12)).toEqual([{ name: 'a' }]);
      expect(await prepared()).toEqual([]);
    } finally {
      delete (pg.Client.prototype as { processID?: number }).processID;
    }
  });
});
