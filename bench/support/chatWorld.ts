import type { Pool } from 'pg';
import { issueToken } from '../../server/platform/auth/tokens';
import { createDb } from '../../server/platform/database/connect';

export interface OpenConversation {
  threadId: number;
  userId: number;
  workerId: number;
  token: string;
}

/** Creates conversations of one branch, each with a message and a signed-in browser. */
export const openConversations = async (pool: Pool, count: number): Promise<OpenConversation[]> => {
  const db = createDb(pool);
  await pool.query(
    `with w as (
      insert into workers (external_id, first_name, last_name, created_at, updated_at)
      select 'bench-' || n, 'Ada', 'Ün ' || n, now(), now() from generate_series(1, $1::int) n returning id
    ), j as (select id, organisation_id, user_id from jobs where status = 'active'
      and user_id = (select id from users where email = 'branch@demo.test') limit 1
    ), a as (
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
      select j.organisation_id, j.user_id, j.id, w.id, 0.5, 'ada un', now() from w, j
    )
    insert into threads (organisation_id, user_id, worker_id, last_number, last_message_at, created_at)
    select j.organisation_id, j.user_id, w.id, 1, now(), now() from w, j`,
    [count],
  );
  await pool.query(
    `insert into messages (thread_id, number, sender, type, body, created_at)
     select t.id, 1, 'worker', 'text', 'Merhaba', now() from threads t join workers w on w.id = t.worker_id
     where w.external_id like 'bench-%'`,
  );
  const { rows } = await pool.query<Omit<OpenConversation, 'token'>>(
    `select t.id as "threadId", t.user_id as "userId", t.worker_id as "workerId"
     from threads t join workers w on w.id = t.worker_id where w.external_id like 'bench-%'`,
  );
  return db.transaction().execute(async (trx) => {
    const opened: OpenConversation[] = [];
    for (const row of rows)
      opened.push({ ...row, token: await issueToken(trx, { userId: row.userId, now: new Date() }) });
    return opened;
  });
};
