import { sql, type Kysely, type Transaction } from 'kysely';
import type { EducationStatus, Language, WORK_TIMES } from '../../../contract/constants/options';
import type { Experience } from '../../../contract/schemas/applications';
import { firstRow, onlyValue, rowsOf, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { languageOf } from '../../platform/language';
import { countryOfPhone, OWN_WORKER, TOMBSTONE } from './rules';

/** The facts about a worker that go with each event of a message or an appointment. */
export interface WorkerFacts {
  firstName: string;
  experienceMonth: number;
  locationName: string | null;
  /** In major units. */
  expectedSalary: number | null;
  birthDate: string | null;
}

export const findWorkerFacts = (db: Kysely<Database>, workerId: number) => firstRow(db)<WorkerFacts>`
    select first_name as "firstName", experience_months as "experienceMonth", location_name as "locationName",
      expected_salary_minor::float8 / 100 as "expectedSalary", birth_date as "birthDate"
    from workers where id = ${workerId}`;

/**
 * The pattern of the external ids of workers who came by a public page. A literal, because the partial index
 * `workers_own_phone` has the same pattern.
 */
export const OWN_WORKERS = sql.lit(`${OWN_WORKER}%`);

/**
 * Months of experience of the worker `w`; null for somebody from a public page who did not answer, and for a tombstone.
 * Whoever answered "none" has an experience of no months.
 */
export const GIVEN_EXPERIENCE = sql`
  case when w.experiences <> '[]' or w.external_id !~ ${sql.lit(`^(${OWN_WORKER}|${TOMBSTONE})`)} then w.experience_months end`;

/** Whether the worker `w` keeps the applications of somebody who was erased. */
export const IS_ERASED = sql`w.external_id like ${sql.lit(`${TOMBSTONE}%`)}`;

export const isErased = async (db: Kysely<Database>, workerId: number): Promise<boolean> =>
  (await sql`select 1 from workers w where w.id = ${workerId} and ${IS_ERASED}`.execute(db)).rows.length > 0;

/** Locks a worker until the transaction ends. It waits for rows that refer to the worker too, such as an application. */
export const lockWorker = (trx: Transaction<Database>, workerId: number): Promise<void> =>
  run(trx)`select 1 from workers where id = ${workerId} for update`;

/** Returns the language of a stored worker's texts. */
export const findWorkerLanguage = async (db: Kysely<Database>, workerId: number): Promise<Language> => {
  const { rows } = await sql<{ code: string }>`
    select language_code as code from workers where id = ${workerId}`.execute(db);
  return languageOf(rows[0]?.code);
};

/** Returns what times in a stored worker's texts depend on: the language and the country of the phone. */
export const findWorkerLocale = async (
  db: Kysely<Database>,
  workerId: number,
): Promise<{ language: Language; country: string | null }> => {
  const { rows } = await sql<{ code: string; phone: string | null; countryCode: string }>`
    select language_code as code, phone, country_code as "countryCode" from workers where id = ${workerId}`.execute(db);
  const [row] = rows;
  return { language: languageOf(row?.code), country: row ? countryOfPhone(row.phone, row.countryCode) : null };
};

export type StoredExperience = Experience & { positionId?: number };

/** The fields of a worker that scoring needs. */
export interface WorkerProfile {
  id: number;
  externalId: string;
  firstName: string;
  lastName: string;
  latitude: number | null;
  longitude: number | null;
  workTimePreferences: (typeof WORK_TIMES)[number][];
  experiences: StoredExperience[];
  experienceMonths: number;
  gender: 'male' | 'female' | null;
  birthDate: string | null;
  military: number | null;
  education: EducationStatus | null;
  english: number | null;
}

const PROFILE = sql`
  w.id, w.external_id as "externalId", w.first_name as "firstName", w.last_name as "lastName", w.latitude, w.longitude,
  w.work_time_preferences as "workTimePreferences", w.experiences, w.experience_months as "experienceMonths",
  w.gender, w.birth_date as "birthDate", w.military, w.education, w.english`;

/** Returns a worker's profile and locks it until the transaction ends. */
export const findProfile = (
  db: Kysely<Database>,
  workerId: number,
  lock: 'share' | 'update',
): Promise<WorkerProfile | undefined> => firstRow(db)`
    select ${PROFILE} from workers w where w.id = ${workerId} ${lock === 'share' ? sql`for share` : sql`for no key update`}`;

/** Returns the profiles of many workers, in no order. */
export const findProfiles = (db: Kysely<Database>, workerIds: readonly number[]) => rowsOf(db)<WorkerProfile>`
    select ${PROFILE} from workers w where w.id = any(${[...workerIds]}::bigint[])`;

/** Columns of `workers` that a profile body may set. */
export type WorkerColumns = Record<string, unknown>;

/** Creates the worker or sets the given columns of the existing one. Returns its id. */
export const upsertWorker = async (
  trx: Transaction<Database>,
  externalId: string,
  columns: WorkerColumns,
  now: Date,
): Promise<number> => {
  const set = { ...columns, updated_at: now };
  const names = Object.keys(set);
  return onlyValue(trx)<number>`
    insert into workers (external_id, created_at, ${sql.join(names.map((name) => sql.ref(name)))})
    values (${externalId}, ${now}, ${sql.join(Object.values(set))})
    on conflict (external_id) do update set
      ${sql.join(names.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
    returning id`;
};
