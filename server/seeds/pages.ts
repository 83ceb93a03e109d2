import { sql } from 'kysely';
import {
  PAGE_FIGURE_DAYS,
  EXPERIENCE_RANGES,
  OFFERED_DAYS,
  OFFERED_EXPERIENCE,
  OFFERED_PARTS,
  OFFERED_STARTS,
  PAGE_REFS,
  ROSTER_TEXT_VERSION,
} from '../../contract/constants/publicPage';
import { type SeedClient, hash, iso, wallTime, idsOf } from './insert';
import { PRIVACY_TEXT_VERSION } from '../../contract/constants/privacy';
import { DAY, HOUR } from '../../contract/constants/time';
import { matchScore, type ScoredJob } from '../modules/matching';
import { OWN_WORKER } from '../modules/workers';
import type { Db } from '../platform/database/schema';
import { hasRow } from '../platform/database/query';
import { SURNAMES } from './data/people';

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

/** Applications by the page of each account. They replace existing ones, so that lists keep their lengths. */
const APPLICANTS: Record<string, number> = {
  'branch@demo.test': 6,
  'company@demo.test': 6,
  'branch2@demo.test': 1,
  'branch3@demo.test': 1,
  'branch4@demo.test': 1,
  'other@demo.test': 1,
};
/** One in this many applicants joined the roster. */
const JOINED_EVERY = 3;

interface Candidate extends ScoredJob {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  createdAt: Date;
  appliedTwice: boolean;
}

/** Returns undecided applications of the last weeks, but not of the last day, to open jobs; $1 from, $2 to. */
const CANDIDATES = `
select a.id::int as id, u.email, w.first_name as "firstName", w.last_name as "lastName", w.phone, a.created_at as "createdAt",
  exists (select from applications o where o.worker_id = w.id and o.user_id = a.user_id and o.id <> a.id) as "appliedTwice",
  j.position_id::int as "positionId", p.name as "positionName", j.min_experience_duration as "minExperienceMonths",
  j.min_education_status as "minEducation", j.min_english_level as "minEnglish", j.birth_date_min as "ageMin",
  j.birth_date_max as "ageMax",
  array_remove(array[case when j.is_full_time then 'full_time' end, case when j.is_part_time then 'part_time' end,
    case when j.is_seasonal then 'seasonal' end], null) as "workTimes"
from applications a join users u on u.id = a.user_id join workers w on w.id = a.worker_id join jobs j on j.id = a.job_id
  join job_positions p on p.id = j.position_id
where a.status = 'in_progress' and not a.is_shortlisted and a.appointment_id is null and j.status = 'active'
  and a.created_at between $1 and $2
  and not exists (select from threads t where t.worker_id = w.id and t.organisation_id = a.organisation_id)
order by hashint8extended(a.id, 72)`;

const chosen = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

/** Returns an applicant's answers on the public page of a branch; all other facts stay unknown. */
const applicantOf = (application: Candidate, at: number, { id, isTwin }: { id: number; isTwin: boolean }) => {
  const { positionId, positionName } = application;
  const { min: months, max } = EXPERIENCE_RANGES[chosen(OFFERED_EXPERIENCE, at + 1)];
  const range = max === undefined ? {} : { max };
  const duration = { key: months, value: String(months), ...range };
  const experiences = [
    { id: 1, companyName: '', position: positionName, positionId, duration, startDate: null, endDate: null },
  ];
  const { score } = matchScore(application, {
    experiences: experiences.map(({ position }) => ({ positionId, position, months, ...range })),
    experienceMonths: months,
    ...(max !== undefined && { experienceMax: max }),
    distanceKm: null,
    education: null,
    english: null,
    age: null,
    workTimes: [],
    isFromPage: true,
  });
  return {
    id,
    application_id: application.id,
    first_name: application.firstName,
    last_name: isTwin ? application.lastName : chosen(SURNAMES, at * 7),
    phone: isTwin ? application.phone : `5319${String(400_000 + at * 7_919)}`,
    experiences,
    experience_months: months,
    match_score: score,
    ref: chosen(PAGE_REFS, at % 3 === 0 ? 0 : at),
    days: OFFERED_DAYS.slice(0, 1 + (at % OFFERED_DAYS.length)),
    parts: [chosen(OFFERED_PARTS, at), ...(at % 2 === 0 ? [chosen(OFFERED_PARTS, at + 1)] : [])],
    start: chosen(OFFERED_STARTS, at),
    joins: at % JOINED_EVERY === 0,
    created_at: application.createdAt.toISOString(),
  };
};

/** The key of a demo applicant of a public page; that of a real one is random. */
const PAGE_KEY = `md5('page ' || id)::uuid`;

/** Returns whether nobody real is behind a worker of a demo: one of the seeds, or one whom the simulation made up. */
export const isDemoWorker = (db: Db, id: number): Promise<boolean> =>
  hasRow(db)`
    select 1 from workers where id = ${id} and (external_id like 'demo-%' or external_id like 'sim-%'
      or external_id = ${OWN_WORKER} || ${sql.raw(PAGE_KEY)})`;

const APPLICANTS_TABLE = `
create temporary table page_applicants on commit drop as
  select r.*, a.organisation_id, a.user_id
  from json_to_recordset($1::json) as r (id bigint, application_id bigint, first_name text, last_name text, phone text,
    experiences jsonb, experience_months integer, match_score real, ref text, days json, parts json, start text,
    joins boolean, created_at timestamptz)
  join applications a on a.id = r.application_id`;

const WRITES: readonly (readonly [statement: string, ...values: unknown[]])[] = [
  [
    `insert into workers (id, external_id, first_name, last_name, phone, language_code, country_code, created_at,
       updated_at)
     overriding system value
     select id, $1::text || ${PAGE_KEY}, '', '', phone, 'tr', 'TR', created_at, created_at
     from page_applicants`,
    OWN_WORKER,
  ],
  [
    `update applications a set worker_id = p.id, match_score = p.match_score, distance_km = null,
       worker_name_folded = fold_text(p.first_name || ' ' || p.last_name), worker_gender = null, worker_birth_date = null, worker_military = null,
       worker_education = null, worker_english = null, worker_experience_months = p.experience_months
     from page_applicants p where a.id = p.application_id`,
  ],
  [
    `insert into application_sources (application_id, user_id, source, ref, days, parts, start, first_name, last_name,
       experiences, experience_months, created_at)
     select application_id, user_id, case when ref in ('poster', 'roster') then ref else 'web' end, ref,
       array(select json_array_elements_text(days)), array(select json_array_elements_text(parts)), start,
       first_name, last_name, experiences, experience_months, created_at
     from page_applicants`,
  ],
  [
    `insert into roster (worker_id, user_id, organisation_id, first_name, last_name, nonce, text_version, consented_at)
     select id, user_id, organisation_id, first_name, last_name, md5('roster ' || id), $1::int, created_at from page_applicants where joins`,
    ROSTER_TEXT_VERSION,
  ],
  [
    `insert into consents (worker_id, organisation_id, purpose, text_version, given_at)
     select id, organisation_id, 'application', $1::text, created_at from page_applicants
     union all select id, organisation_id, 'roster', $2::text, created_at from page_applicants where joins`,
    PRIVACY_TEXT_VERSION,
    String(ROSTER_TEXT_VERSION),
  ],
];

/**
 * Turns some of the demo's applications into applications by a public page. One of the branch's applicants also applied
 * by the workers' product.
 */
export const seedPageApplicants = async (client: SeedClient, now: number): Promise<void> => {
  const { rows } = await client.query<Candidate>(CANDIDATES, [iso(now - 26 * DAY), iso(now - 26 * HOUR)]);
  const twin = rows.find(({ email, appliedTwice }) => email === 'branch@demo.test' && appliedTwice);
  const others = Object.entries(APPLICANTS).flatMap(([email, count]) =>
    rows.filter((row) => row.email === email && row !== twin).slice(0, count - (email === twin?.email ? 1 : 0)),
  );
  const next = await idsOf(client, 'workers');
  const applicants = [...(twin ? [twin] : []), ...others].map((row, at) =>
    applicantOf(row, at, { id: next(), isTwin: row === twin }),
  );
  await client.query(APPLICANTS_TABLE, [JSON.stringify(applicants)]);
  for (const [statement, ...values] of WRITES) await client.query(statement, values);
};
