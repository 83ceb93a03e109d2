import { type RawBuilder, sql } from 'kysely';
import { createDb, createPool } from '../../../server/platform/database/connect';
import { rowsOf } from '../../../server/platform/database/query';
import type { Db } from '../../../server/platform/database/schema';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

describe('an SQL text', () => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await testDatabase(null);
    db = createDb(createPool(database.url, 1));
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  it('is compiled once if its parts are constants, and sends the values of each call', async () => {
    let compiled = 0;
    const part = {
      toOperationNode: () => {
        compiled += 1;
        return sql`as first_name`.toOperationNode();
      },
    };
    const list = (name: string, letters: string[]) =>
      rowsOf(db)`select ${name}::text ${part}, 'a' = any(${letters}) as has_a`;
    for (const [name, letters] of [
      ['Ada', ['a']],
      ['Bo', ['b']],
      ['Cem', []],
    ] as const)
      expect(await list(name, [...letters])).toEqual([{ firstName: name, hasA: letters[0] === 'a' }]);
    expect(compiled).toBe(1);
  });

  it('is compiled again if a part changes or holds values', async () => {
    const count = (part: RawBuilder<unknown>, more: number) => rowsOf(db)`select ${part}::int + ${more}::int as total`;
    const constant = sql`10`;
    expect(await count(constant, 1)).toEqual([{ total: 11 }]);
    expect(await count(sql`20`, 1)).toEqual([{ total: 21 }]);
    expect(await count(sql`${30}`, 2)).toEqual([{ total: 32 }]);
    expect(await count(constant, 3)).toEqual([{ total: 13 }]);

    const add = (part: RawBuilder<unknown>) => rowsOf(db)`select ${part}::int as total`;
    expect(await add(sql`${1}`)).toEqual([{ total: 1 }]);
    expect(await add(sql`${2}`)).toEqual([{ total: 2 }]);
  });
});
