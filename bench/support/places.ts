import type pg from 'pg';

/** What of a load world is asked for by its id: the large, the long and the deep. */
export interface Places {
  branchId: number;
  bigJob: number;
  /** Applications of root's organisation and of the branch. */
  ofRoot: number;
  ofBranch: number;
  /** Of the branch's applications half are older and half are newer. */
  middle: number;
  /** With the longest history. */
  newest: number;
  threadId: number;
  messages: number;
  threads: number;
  appointments: number;
  jobs: number;
  workerId: number;
}

/** Looks for the places in a load world. */
export const findPlaces = async (pool: pg.Pool): Promise<Places> => {
  const session = await pool.connect();
  // Where one branch owns everything this takes longer than a statement of the product may.
  await session.query('set statement_timeout = 0');
  const { rows } = await session.query<Places>(`
    with r as (select organisation_id as id from users where email = 'root@demo.test'),
      b as (select id from users where email = 'branch@demo.test'),
      t as (select t.* from threads t, b where t.user_id = b.id order by t.last_number desc, t.id limit 1),
      o as materialized (select a.id, a.job_id, a.user_id, a.created_at from applications a, r where a.organisation_id = r.id)
    select b.id as "branchId", t.id as "threadId", t.last_number as messages, t.worker_id as "workerId",
      (select job_id from o group by 1 order by count(*) desc limit 1) as "bigJob",
      (select count(*) from o) as "ofRoot", (select count(*) from o where user_id = b.id) as "ofBranch",
      (select id from o where user_id = b.id order by created_at desc, id desc
        offset (select count(*) / 2 from o where user_id = b.id) limit 1) as middle,
      (select id from o where user_id = b.id order by created_at desc, id desc limit 1) as newest,
      (select count(*) from threads x where x.user_id = b.id) as threads,
      (select count(*) from appointments p, r where p.organisation_id = r.id) as appointments,
      (select count(*) from jobs j, r where j.organisation_id = r.id) as jobs
    from b, t`);
  session.release(true);
  return Object.fromEntries(
    Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]),
  ) as unknown as Places;
};
