import { PAGE_FIGURE_DAYS } from '../../contract/constants/publicPage';
import { type SeedClient, DAY, hash, iso, wallTime } from './insert';

/**
 * Views of each page and of its open jobs on the last days; $1 today, $2 how many days. Weekends bring a third fewer. A page
 * without jobs keeps empty figures.
 */
const VIEWS = `
with places as (
  select p.user_id, null::bigint as job_id, null::date as since, 14 as most from branch_pages p
  where exists (select from jobs j where j.user_id = p.user_id and j.status = 'active')
  union all
  select j.user_id, j.id, j.opened_at::date, 4 from jobs j join branch_pages p using (user_id) where j.status = 'active'
), views as (
  select user_id, job_id, day::date as day, ref,
    (most * share * (case when extract(isodow from day) > 5 then 0.67 else 1 end)
      * (0.4 + (${hash('user_id * 100000 + coalesce(job_id, 0) * 100 + extract(doy from day)::int + least * 7', 71)} % 1000) / 1000.0))::int as views
  from places
  cross join generate_series($1::date - ($2::int - 1), $1::date, interval '1 day') day
  cross join (values ('poster', 0.9, 1), ('link', 0.35, 2), ('search', 0.3, 3), ('roster', 0.1, 4)) refs (ref, share, least)
  where since is null or day::date > since
)
insert into page_views (user_id, job_id, day, ref, views)
select user_id, job_id, day, ref, views from views where views > 0`;

/**
 * Gives every branch and company of the demo a public page, whose code follows from the account's id, with the views of
 * four weeks.
 */
export const seedPages = async (client: SeedClient, now: number): Promise<void> => {
  await client.query(
    `insert into branch_pages (user_id, organisation_id, code, is_on, created_at)
     select id, organisation_id, translate(substr(md5('page ' || id), 1, 8), '0123456789abcdef', 'abcdefghjkmnpqrs'), true, $1
     from users where user_type in ('branch', 'company')`,
    [iso(now - 30 * DAY)],
  );
  await client.query(VIEWS, [wallTime(now).slice(0, 10), PAGE_FIGURE_DAYS]);
};
