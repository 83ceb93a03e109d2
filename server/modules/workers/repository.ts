import { sql, type Kysely, type Transaction } from 'kysely';
import { LANGUAGES, type EducationStatus, type Language, type WORK_TIMES } from '../../../contract/constants/options';
import type { Experience } from '../../../contract/schemas/applications';
import type { Database } from '../../platform/database/schema';
import { countryOfPhone } from './rules';

/** The facts about a worker that go with each event of a message or an appointment. */
export interface WorkerFacts {
  firstName: string;
  experienceMonth: number;
  locationName: string | null;
  /** In major units. */
  expectedSalary: number | null;
  birthDate: string | null;
}

export const findWorkerFacts = async (db: Kysely<Database>, workerId: number): Promise<WorkerFacts | undefined> => {
  const { rows } = await sql<WorkerFacts>`
    select first_name as "firstName", experience_months as "experienceMonth", location_name as "locationName",
      expected_salary_minor::float8 / 100 as "expectedSalary", birth_date as "birthDate"
    from workers where id = ${workerId}`.execute(db);
  return rows[0];
};

/** Returns the language of a worker's texts from the worker's own: English when the product does not speak that one. */
export const workerLanguage = (code: string | undefined): Language =>
  LANGUAGES.find((language) => language === code) ?? 'en';

/** Returns the language of a stored worker's texts. */
export const findWorkerLanguage = async (db: Kysely<Database>, workerId: number): Promise<Language> => {
  const { rows } = await sql<{ code: string }>`
    select language_code as code from workers where id = ${workerId}`.execute(db);
  return workerLanguage(rows[0]?.code);
};

/** Returns what times in a stored worker's texts depend on: the language and the country of the phone. */
export const findWorkerLocale = async (
  db: Kysely<Database>,
  workerId: number,
): Promise<{ language: Language; country: string | null }> => {
  const { rows } = await sql<{ code: string; phone: string | null; countryCode: string }>`
    select language_code as code, phone, country_code as "countryCode" from workers where id = ${workerId}`.execute(db);
  const [row] = rows;
  return { language: workerLanguage(row?.code), country: row ? countryOfPhone(row.phone, row.countryCode) : null };
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
export const findProfile = async (
  db: Kysely<Database>,
  workerId: number,
  lock: 'share' | 'update',
): Promise<WorkerProfile | undefined> => {
  const { rows } = await sql<WorkerProfile>`
    select ${PROFILE} from workers w where w.id = ${workerId} ${lock === 'share' ? sql`for share` : sql`for no key update`}`.execute(
    db,
  );
  return rows[0];
};

/** Returns the profiles of many workers, in no order. */
export const findProfiles = async (db: Kysely<Database>, workerIds: readonly number[]): Promise<WorkerProfile[]> => {
  const { rows } = await sql<WorkerProfile>`
    select ${PROFILE} from workers w where w.id = any(${[...workerIds]}::bigint[])`.execute(db);
  return rows;
};

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
  const { rows } = await sql<{ id: number }>`
    insert into workers (external_id, created_at, ${sql.join(names.map((name) => sql.ref(name)))})
    values (${externalId}, ${now}, ${sql.join(Object.values(set))})
    on conflict (external_id) do update set
      ${sql.join(names.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}
    returning id`.execute(trx);
  return rows[0]!.id;
};
