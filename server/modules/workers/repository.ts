import { sql, type RawBuilder } from 'kysely';
import type { Language, WORK_TIMES } from '../../../contract/constants/options';
import type { Experience } from '../../../contract/schemas/applications';
import { firstRow, onlyValue, rowsOf, run, hasRow } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import { languageOf } from '../../platform/messages';
import { countryOfPhone, OWN_WORKER, phoneSpellings, TOMBSTONE } from './rules';

/** The facts about a worker in each event about a message or an appointment. */
interface WorkerFacts {
  firstName: string;
  experienceMonth: number;
  locationName: string | null;
  /** In major units. */
  expectedSalary: number | null;
  birthDate: string | null;
}

/** The pattern of the external ids of workers who came by a public page. */
export const OWN_WORKERS = sql.lit(`${OWN_WORKER}%`);

/**
 * Joins as `told` what the applicant stated in the application on a public page. For applications without such a row,
 * the profile of the worker `w` counts.
 */
export const withTold = (applicationId: RawBuilder<unknown> = sql.ref('a.id')) =>
  sql`left join application_sources told on told.application_id = ${applicationId}`;

/** The names that were given to an organisation for the worker `w` on its public pages. */
const givenIn = (organisationId: RawBuilder<unknown> | number) => sql`(
  select s.first_name, s.last_name, s.created_at as at, false as is_listed
  from applications x join application_sources s on s.application_id = x.id
  where x.worker_id = w.id and x.organisation_id = ${organisationId} and s.first_name is not null
  union all
  select r.first_name, r.last_name, r.consented_at, true from roster r
  where r.worker_id = w.id and r.organisation_id = ${organisationId} and r.first_name is not null)`;

/**
 * Joins as `told` the name under which an organisation knows the worker `w`: that of the newest application to it, else
 * the newest one on its rosters, which may be older than its consent. Names that were given to another organisation do
 * not count.
 */
export const withNameIn = (organisationId: RawBuilder<unknown> | number) => sql`
  left join lateral (
    select given.first_name, given.last_name from ${givenIn(organisationId)} given
    order by given.is_listed, given.at desc limit 1
  ) told on true`;

/**
 * All names under which an organisation knows the worker `w`: spellings of one name, and names of several people where
 * an earlier release stored them as one worker.
 */
export const namesIn = (organisationId: number) => sql`coalesce(
  (select json_agg(trim(given.first_name || ' ' || given.last_name)) from ${givenIn(organisationId)} given),
  json_build_array(trim(w.first_name || ' ' || w.last_name)))`;

/** The names and former jobs of the worker `w`: those that were `told`, or else those of the profile. */
export const FIRST_NAME = sql`coalesce(told.first_name, w.first_name)`;
export const LAST_NAME = sql`coalesce(told.last_name, w.last_name)`;
export const FULL_NAME = sql`trim(${FIRST_NAME} || ' ' || ${LAST_NAME})`;
export const EXPERIENCES = sql`coalesce(told.experiences, w.experiences)`;

/**
 * An applicant's months of experience, or the lower end of a range; zero for the answer "none"; null for a tombstone
 * and for somebody from a public page who did not answer.
 */
export const GIVEN_EXPERIENCE = sql`
  case when told.application_id is not null then told.experience_months
    when w.experiences <> '[]' or w.external_id !~ ${sql.lit(`^(${OWN_WORKER}|${TOMBSTONE})`)} then w.experience_months end`;

/** Returns the facts about a worker for events; `applicationId` selects what the worker stated there. */
export const findWorkerFacts = (db: Db, workerId: number, applicationId: number | null) => firstRow(db)<WorkerFacts>`
    select ${FIRST_NAME} as first_name, coalesce(${GIVEN_EXPERIENCE}, 0) as experience_month, w.location_name,
      w.expected_salary_minor::float8 / 100 as expected_salary, w.birth_date
    from workers w ${withTold(sql`${applicationId}::bigint`)} where w.id = ${workerId}`;

/** Whether the worker `w` is a tombstone. */
export const IS_ERASED = sql`w.external_id like ${sql.lit(`${TOMBSTONE}%`)}`;

export const isErased = async (db: Db, workerId: number): Promise<boolean> =>
  await hasRow(db)`select 1 from workers w where w.id = ${workerId} and ${IS_ERASED}`;

/**
 * Locks a worker until the transaction ends, also against new rows that refer to the worker, such as an application.
 */
export const lockWorker = (trx: Trx, workerId: number): Promise<void> =>
  run(trx)`select 1 from workers where id = ${workerId} for update`;

/**
 * Waits for a running erasure of a worker and prevents another one until the transaction ends. Check afterwards, in a
 * separate statement, whether the organisation still knows the worker.
 */
export const holdOffErasure = (trx: Trx, workerId: number): Promise<void> =>
  run(trx)`select 1 from workers where id = ${workerId} for key share`;

/** Locks the worker of an application until the transaction ends; erasures and others that lock the worker wait. */
export const lockWorkerOf = (trx: Trx, applicationId: number): Promise<void> =>
  run(trx)`
    select 1 from workers where id = (select worker_id from applications where id = ${applicationId})
    for no key update`;

/** How a phone may be stored: `phoneSpellings`. */
export type Spellings = NonNullable<ReturnType<typeof phoneSpellings>>;

/** True when the worker `w` has a phone, whose spellings are values or SQL. */
export const hasPhone = ({ national, dial, country }: Record<keyof Spellings, RawBuilder<unknown> | string>) =>
  sql`w.phone in (${national}, ${dial}) and (w.phone = ${dial} or w.country_code = ${country})`;

/** Returns whether another worker has a worker's phone, to whom codes and text messages may have gone. */
export const isPhoneShared = async (
  trx: Trx,
  workerId: number,
  { phone, countryCode }: Row<'workers', 'phone' | 'countryCode'>,
): Promise<boolean> => {
  const spellings = phone === null ? null : phoneSpellings(phone, countryCode);
  return (
    spellings !== null && hasRow(trx)`select 1 from workers w where ${hasPhone(spellings)} and w.id <> ${workerId}`
  );
};

/** Returns the language of a stored worker's texts. */
export const findWorkerLanguage = async (db: Db, workerId: number): Promise<Language> =>
  languageOf(
    (
      await firstRow(db)<{ code: string }>`
    select language_code as code from workers where id = ${workerId}`
    )?.code,
  );

/** Returns what times in a stored worker's texts depend on: the language and the country of the phone. */
export const findWorkerLocale = async (
  db: Db,
  workerId: number,
): Promise<{ language: Language; country: string | null }> => {
  const row = await firstRow(db)<{ code: string; phone: string | null; countryCode: string }>`
    select language_code as code, phone, country_code from workers where id = ${workerId}`;
  return { language: languageOf(row?.code), country: row ? countryOfPhone(row.phone, row.countryCode) : null };
};

export type StoredExperience = Experience & { positionId?: number };

/** The fields of a worker that scoring needs. */
export interface WorkerProfile extends Row<
  'workers',
  Names<
    | 'id externalId firstName lastName latitude longitude experienceMonths gender birthDate military education'
    | 'english'
  >
> {
  workTimePreferences: (typeof WORK_TIMES)[number][];
  experiences: StoredExperience[];
}

const PROFILE = sql`
  w.id, w.external_id, w.first_name, w.last_name, w.latitude, w.longitude, w.work_time_preferences, w.experiences,
  w.experience_months, w.gender, w.birth_date, w.military, w.education, w.english`;

/** Returns a worker's profile and locks it until the transaction ends. */
export const findProfile = (
  db: Db,
  workerId: number,
  lock: 'share' | 'update',
): Promise<WorkerProfile | undefined> => firstRow(db)`
    select ${PROFILE} from workers w where w.id = ${workerId} ${lock === 'share' ? sql`for share` : sql`for no key update`}`;

/** Returns the profiles of many workers, in no order. */
export const findProfiles = (db: Db, workerIds: readonly number[]) => rowsOf(db)<WorkerProfile>`
    select ${PROFILE} from workers w where w.id = any(${[...workerIds]}::bigint[])`;

/** Columns of `workers` that a profile body may set. */
export type WorkerColumns = Record<string, unknown>;

/** Creates the worker or sets the given columns of the existing one. Returns its id. */
export const upsertWorker = async (
  trx: Trx,
  externalId: string,
  columns: WorkerColumns,
  now: Date,
): Promise<number> => {
  const set = { ...columns, updatedAt: now };
  const names = Object.keys(set);
  return onlyValue(trx)<number>`
    insert into workers (external_id, created_at, ${sql.join(names.map((name) => sql.ref(name)))})
    values (${externalId}, ${now}, ${sql.join(Object.values(set))})
    on conflict (external_id) do update set
      ${sql.join(names.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
    returning id`;
};
