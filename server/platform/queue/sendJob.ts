import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { Database } from '../database/schema';

const nowhere: PgBoss.Db = {
  executeSql: () => Promise.reject(new Error('a job is put in with a connection of its own')),
};

// It only writes the statement: neither started nor connected.
const writer = new PgBoss({ db: nowhere, migrate: false, schedule: false, supervise: false });

/**
 * Puts a job in a queue by `db`: within a transaction it is there with what it is about, or neither is. It carries nothing: what is
 * to be done stands in the tables. `after` seconds, by the clock of PostgreSQL.
 */
export const sendJob = async (db: Kysely<Database>, name: string, after = 0): Promise<void> => {
  const executeSql: PgBoss.Db['executeSql'] = async (text, values) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  };
  await writer.send(name, {}, { db: { executeSql }, startAfter: after });
};
