// The world of the bulk benchmark: jobs of one branch with many applicants.
import { sql } from 'kysely';
import type { Db } from '../../server/platform/database/schema';

/** Adds a job of branch@demo.test with applicants who wait for a decision, and returns its id and theirs. */
export const addApplicants = async (db: Db, count: number): Promise<{ job: number; ids: number[] }> => {
  const name = `bench-${performance.now()}`;
  const { rows: jobs } = await sql<{ id: number }>`
    insert into jobs (organisation_id, user_id, title, description, position_id, category_id, status, created_at, opened_at)
    select organisation_id, id, ${name}, 'x', (select min(id) from job_positions), (select min(id) from job_categories),
      'active', now(), now()
    from users where email = 'branch@demo.test' returning id`.execute(db);
  const job = jobs[0]!.id;
  await sql`
    insert into workers (external_id, first_name, last_name, created_at, updated_at)
    select ${name} || '-' || n, 'Worker', 'Number ' || n, now(), now() from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
    select j.organisation_id, j.user_id, j.id, w.id, 0.5, 'worker number', now()
    from jobs j, workers w where j.id = ${job} and w.external_id like ${`${name}-%`} returning id`.execute(db);
  return { job, ids: rows.map(({ id }) => id) };
};
