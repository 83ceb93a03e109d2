import { CompiledQuery, type Kysely } from 'kysely';
import PgBoss from 'pg-boss';
import type { Database } from '../database/schema';

const noConnection: PgBoss.Db = {
  executeSql: () => Promise.reject(new Error('pass a connection to queue a job')),
};

// Only builds the statement; it is neither started nor connected.
const statementBuilder = new PgBoss({ db: noConnection, migrate: false, schedule: false, supervise: false });

/**
 * Queues a job through `db`, in the same transaction as the rows that it is about. It has no payload, because the
 * tables hold the work. Delayed by `after` seconds of PostgreSQL's clock.
 */
export const sendJob = async (db: Kysely<Database>, name: string, after = 0): Promise<void> => {
  const executeSql: PgBoss.Db['executeSql'] = async (text, values) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  };
  await statementBuilder.send(name, {}, { db: { executeSql }, startAfter: after });
};
