import { sql, type Kysely } from 'kysely';
import type { PageRef } from '../../../contract/constants/door';
import type { BranchPage } from '../../../contract/schemas/door';
import { onlyRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** Counts a view of a page, and of the job if it is a job's. `day` is the day in the marketplace's zone. */
export const countView = async (
  db: Kysely<Database>,
  { userId, jobId, day, ref }: { userId: number; jobId: number | null; day: string; ref: PageRef },
): Promise<void> => {
  await sql`
    insert into page_views (user_id, job_id, day, ref, views) values (${userId}, ${jobId}, ${day}, ${ref}, 1)
    on conflict (user_id, day, job_id, ref) do update set views = page_views.views + 1`.execute(db);
  if (jobId !== null) await sql`update jobs set view_count = view_count + 1 where id = ${jobId}`.execute(db);
};

type Figures = Pick<BranchPage, 'days' | 'refs'>;

/** Returns the views and applications of a page since a day, by day and by where they came from. */
export const listFigures = (
  db: Kysely<Database>,
  { userId, from, to, timeZone }: { userId: number; from: string; to: string; timeZone: string },
): Promise<Figures> => onlyRow(db)`
    with views as (
      select day, ref, sum(views)::int as n from page_views
      where user_id = ${userId} and day between ${from}::date and ${to}::date group by day, ref
    ), arrived as (
      select (created_at at time zone ${timeZone})::date as day, ref, count(*)::int as n from application_sources
      where user_id = ${userId} and created_at >= (${from}::date::timestamp at time zone ${timeZone}) group by 1, 2
    )
    select
      (select json_agg(json_build_object('day', to_char(d, 'YYYY-MM-DD'),
          'views', coalesce((select sum(n) from views where day = d::date), 0),
          'applications', coalesce((select sum(n) from arrived where day = d::date), 0)) order by d)
        from generate_series(${from}::timestamp, ${to}::timestamp, '1 day') d) as days,
      (select json_agg(json_build_object('ref', r,
          'views', coalesce((select sum(n) from views where ref = r), 0),
          'applications', coalesce((select sum(n) from arrived where ref = r), 0)) order by place)
        from unnest(array['poster', 'link', 'search', 'roster']) with ordinality x (r, place)) as refs`;
