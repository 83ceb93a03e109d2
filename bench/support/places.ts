import type pg from 'pg';

/** Ids in a load world that the benchmarks request: the large, the long and the deep. */
export interface Places {
  branchId: number;
  bigJob: number;
  /** Number of applications of root's organisation and of the branch. */
  ofRoot: number;
  ofBranch: number;
  /** The middle one by age of the branch's applications. */
  middle: number;
  /** The application with the longest history. */
  newest: number;
  threadId: number;
  messages: number;
  threads: number;
  appointments: number;
  jobs: number;
  workerId: number;
}

export const findPlaces = async (pool: pg.Pool): Promise<Places> => {
  const session = await pool.connect();
  // With one owner of everything this takes longer than the product's statement time-out.
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
