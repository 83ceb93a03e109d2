import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { Database } from '../database/schema';

const nowhere: PgBoss.Db = {
  executeSql: () => Promise.reject(new Error('a job is put in with a connection of its own')),
};

// Only builds the statement; it is neither started nor connected.
const writer = new PgBoss({ db: nowhere, migrate: false, schedule: false, supervise: false });

/**
 * Queues a job through `db`, in the same transaction as the rows that it is about. It has no payload, because the
 * tables hold the work. Delayed by `after` seconds of PostgreSQL's clock.
 */
export const sendJob = async (db: Kysely<Database>, name: string, after = 0): Promise<void> => {
  const executeSql: PgBoss.Db['executeSql'] = async (text, values) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  };
  await writer.send(name, {}, { db: { executeSql }, startAfter: after });
};
