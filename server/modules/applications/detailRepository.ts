import { sql, type RawBuilder } from 'kysely';
import type { ApplicationDetail, ApplicationRow } from '../../../contract/schemas/applications';
import type { ApplicationSource } from '../../../contract/schemas/door';
import type { Scope } from '../../platform/auth/guard';
import { firstRow, onlyValue, rowsOf } from '../../platform/database/query';
import type { Db } from '../../platform/database/schema';
import { FIRST_NAME, LAST_NAME, OWN_WORKERS, phoneSpellings, withTold } from '../workers';

/** The fields of a worker that only the detail page shows. */
export interface WorkerDetails {
  email: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  workTimePreferences: ApplicationDetail['user']['workTimePreferences'];
  disabledStatus: string | null;
  university: string | null;
  universityStatus: ApplicationDetail['user']['universityStatus'];
  universityDepartment: string | null;
  identityNumber: string | null;
  certificates: string[];
  drivingLicenses: string[];
  about: string | null;
  expectedSalary: number | null;
  workCategoryPreferences: string[];
  ratingScore: number | null;
  languageCode: string;
  countryCode: string;
}

export const findWorkerDetails = (db: Db, id: number): Promise<WorkerDetails | undefined> => firstRow(db)`
    select email, phone, latitude, longitude, work_time_preferences, disabled_status, university, university_status,
      university_department, identity_number, certificates, driving_licenses, about,
      expected_salary_minor::float8 / 100 as expected_salary, work_category_preferences, rating_score, language_code,
      country_code
    from workers where id = ${id}`;

/**
 * Returns the worker's other applications in the whole organisation, newest first. Those of another branch have
 * `canOpen` false. See docs/API.md#scope.
 */
export const listOtherApplications = async (
  db: Db,
  { organisationId, userId }: Scope,
  workerId: number,
  exceptId: number,
): Promise<ApplicationDetail['otherApplications']> => {
  const isOwn = userId === null ? sql`true` : sql`a.user_id = ${userId}`;
  return rowsOf(db)<ApplicationDetail['otherApplications'][number]>`
    select a.id as application_id, a.job_id, j.title as job_title,
      coalesce(u.company_name, '') as company_name, ${isOwn} as can_open
    from applications a join jobs j on j.id = a.job_id join users u on u.id = a.user_id
    where a.worker_id = ${workerId} and a.organisation_id = ${organisationId} and a.id <> ${exceptId}
    order by a.created_at desc, a.id desc`;
};

/** Returns what the applicant answered on the public page, or null for an application that came another way. */
export const findSource = async (db: Db, applicationId: number): Promise<ApplicationSource | null> => {
  const { rows } = await sql<ApplicationSource>`
    select ref, days, parts, start from application_sources where application_id = ${applicationId}`.execute(db);
  return rows[0] ?? null;
};

export const countRejected = (db: Db, jobId: number): Promise<number> =>
  onlyValue(db)`
    select coalesce(sum(total), 0)::int as total from application_counts
    where job_id = ${jobId} and status = 'rejected'`;

/** Applications of the same number that a page shows. */
const ALSO_APPLIED_MAX = 5;

type Spellings = NonNullable<ReturnType<typeof phoneSpellings>>;

/** Whether worker `w` has the phone of worker `me` and came the other way: by the workers' product or by a public page. */
const cameTheOtherWay = ({ national, dial, country }: Record<keyof Spellings, RawBuilder<unknown>>) => sql`
  w.phone in (${national}, ${dial}) and w.id <> me.id and (w.phone = ${dial} or w.country_code = ${country})
    and (w.external_id like ${OWN_WORKERS}) <> (me.external_id like ${OWN_WORKERS})`;

const WAY = sql`case when w.external_id like ${OWN_WORKERS} then 'page' else 'app' end as by`;

const isOwn = ({ userId }: Scope) => (userId === null ? sql`true` : sql`a.user_id = ${userId}`);

/**
 * Returns the applications in the organisation whose worker has the same phone number and came the other way, newest first.
 * Those of another branch have `canOpen` false.
 */
export const listAlsoApplied = async (
  db: Db,
  scope: Scope,
  { workerId, phone }: { workerId: number; phone: Spellings },
): Promise<ApplicationDetail['alsoApplied']> => {
  const spellings = { national: sql`${phone.national}`, dial: sql`${phone.dial}`, country: sql`${phone.country}` };
  const { rows } = await sql<ApplicationDetail['alsoApplied'][number]>`
    select a.id as application_id, a.job_id, j.title as job_title,
      coalesce(u.company_name, '') as company_name, ${isOwn(scope)} as can_open, ${WAY}
    from workers me
    join workers w on ${cameTheOtherWay(spellings)}
    join applications a on a.worker_id = w.id and a.organisation_id = ${scope.organisationId}
    join jobs j on j.id = a.job_id join users u on u.id = a.user_id
    where me.id = ${workerId}
    order by a.created_at desc, a.id desc limit ${ALSO_APPLIED_MAX}`.execute(db);
  return rows;
};

export type OtherWay = NonNullable<ApplicationRow['otherWay']>;

interface Person {
  workerId: number;
  phone: string | null;
  countryCode: string;
}

type Found = Pick<OtherWay, 'by'> & NonNullable<OtherWay['open']> & { workerId: number; isOpen: boolean };

/**
 * Adds to each row whether the person applied in the organisation the other way too, with the newest open application
 * of that kind in the scope. A statement of its own: the spellings of a number are not known in SQL, and each number is
 * one look-up by `workers_phone`.
 */
export const withOtherWay = async <T extends Person>(
  db: Db,
  scope: Scope,
  rows: readonly T[],
): Promise<(T & { otherWay: OtherWay | null })[]> => {
  const numbers = rows.flatMap(({ workerId, phone, countryCode }) => {
    const spellings = phone === null ? null : phoneSpellings(phone, countryCode);
    return spellings ? [{ workerId, ...spellings }] : [];
  });
  if (numbers.length === 0) return rows.map((row) => ({ ...row, otherWay: null }));
  const { rows: found } = await sql<Found>`
    select x.*, me.id as worker_id
    from unnest(
      ${numbers.map(({ workerId }) => workerId)}::bigint[], ${numbers.map(({ national }) => national)}::text[],
      ${numbers.map(({ dial }) => dial)}::text[], ${numbers.map(({ country }) => country)}::text[]
    ) n (worker_id, national, dial, country)
    join workers me on me.id = n.worker_id
    cross join lateral (
      select a.id as application_id, j.title as job_title, ${FIRST_NAME} as first_name, ${LAST_NAME} as last_name,
        ${WAY}, a.status = 'in_progress' and a.offer_accepted is not true and ${isOwn(scope)} as is_open
      from workers w
      join applications a on a.worker_id = w.id and a.organisation_id = ${scope.organisationId}
      join jobs j on j.id = a.job_id
      ${withTold()}
      where ${cameTheOtherWay({ national: sql`n.national`, dial: sql`n.dial`, country: sql`n.country` })}
      order by is_open desc, a.created_at desc, a.id desc limit 1
    ) x`.execute(db);
  const byWorker = new Map(
    found.map(({ workerId, by, isOpen, ...open }) => [workerId, { by, open: isOpen ? open : null }]),
  );
  return rows.map((row) => ({ ...row, otherWay: byWorker.get(row.workerId) ?? null }));
};
