import type { Pool, PoolClient } from 'pg';
import type { EducationStatus } from '../../contract/constants/options';
import type { AppointmentStatus, ApplicationStatus, JobStatus } from '../../contract/constants/statuses';
import { DAY, HOUR, MINUTE } from '../../contract/constants/time';
import type { WorkTime } from '../modules/matching';
import type { CityName } from './data/people';

export type Weights<T extends string> = Readonly<Partial<Record<T, number>>>;

/** A pseudo-random generator that gives the same values for the same seed on every machine. */
export interface Random {
  /** Returns a fraction from 0 (included) to 1 (excluded). */
  next(): number;
  /** Returns a whole number; both ends are included. */
  int(min: number, max: number): number;
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks by weight; the weights need not add up to 1. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T;
  /** Picks a key; its value is the weight. */
  weightedKey<T extends string>(weights: Weights<T>): T;
  hex(digits: number): string;
}

/** mulberry32: 32 bits of state, fast, and good enough for invented people. */
const mulberry32 = (seed: number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

/** Creates a generator from a whole number. */
export const createRandom = (seed: number): Random => {
  const next = mulberry32(seed);
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[int(0, list.length - 1)];
    if (picked === undefined) throw new Error('pick: the list is empty');
    return picked;
  };
  const weighted = <T>(choices: readonly (readonly [T, number])[]): T => {
    let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      rest -= weight;
      if (rest < 0) return choice;
    }
    return pick(choices)[0];
  };
  return {
    next,
    int,
    pick,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    weighted,
    weightedKey: <T extends string>(weights: Weights<T>) => weighted(Object.entries(weights) as [T, number][]),
    hex: (digits) => Array.from({ length: digits }, () => int(0, 15).toString(16)).join(''),
  };
};

/** Hashes a text to a number (FNV-1a, 32 bits), for use as a seed. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
};

/** SQL of a whole number from 0 to 2^31 − 1 that depends only on the arguments: no world uses `random()`. */
export const hash = (id: string, salt: number): string => `(hashint8extended(${id}, ${salt}) & 2147483647)`;

/** The demo world is in Türkiye, which has kept UTC+3 all year since 2016. */
const ZONE = 3 * HOUR;

/** Returns the hour of the day in Türkiye, with its fraction. */
const localHour = (at: number): number => ((((at + ZONE) % DAY) + DAY) % DAY) / HOUR;

/** Returns the start of the day in Türkiye, as UTC milliseconds. */
export const localMidnight = (at: number): number => Math.floor((at + ZONE) / DAY) * DAY - ZONE;

/** Returns the day of the week in Türkiye; 0 is Sunday. */
const localWeekday = (at: number): number => new Date(at + ZONE).getUTCDay();

/** Returns wall time in Türkiye, `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (at: number): string => new Date(at + ZONE).toISOString().slice(0, 19).replace('T', ' ');

export const iso = (at: number): string => new Date(at).toISOString();
export const isoDay = (at: number): string => iso(at).slice(0, 10);

/**
 * Returns a time between two others at which people are awake: nearly always 8 to 24 in Türkiye, if the range allows
 * it.
 */
export const humanMoment = (random: Random, from: number, to: number, lean = 1): number => {
  const draw = () => from + (to - from) * random.next() ** lean;
  let at = draw();
  for (let tries = 0; tries < 8 && localHour(at) < 8 && !random.chance(0.04); tries += 1) at = draw();
  return Math.round(at / 1000) * 1000;
};

/** Returns the start of an interview: 1 to `days` days later, from 9:00 to 17:45 on a quarter hour, not on a Sunday. */
export const interviewSlot = (random: Random, after: number, days: number): number => {
  let day = localMidnight(after) + random.int(1, days) * DAY;
  if (localWeekday(day) === 0) day += DAY;
  return day + random.int(9 * 4, 17 * 4 + 3) * 15 * MINUTE;
};

/** A source of connections, such as the server's pool. */
export type SeedDatabase = Pick<Pool, 'connect'>;
export type SeedClient = Pick<PoolClient, 'query'>;
export type Row = Record<string, unknown>;

/** Rows per statement, so that its JSON stays under a few megabytes. */
const CHUNK = 2000;

/** Runs `work` in one transaction; rolls back and rethrows an error. */
export const inTransaction = async <T>(db: SeedDatabase, work: (client: SeedClient) => Promise<T>): Promise<T> => {
  const client = await db.connect();
  try {
    await client.query('begin');
    // The server's pool limits statements to some seconds; one of the load world needs minutes.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

/**
 * Inserts rows with given ids, many per statement; all rows have the columns of the first. PostgreSQL takes each
 * column's type from the table. `advanceSequences` moves the identity sequences afterwards.
 */
export const insertRows = async (client: SeedClient, table: string, rows: readonly Row[]): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  for (let at = 0; at < rows.length; at += CHUNK) {
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(rows.slice(at, at + CHUNK))],
    );
  }
};

/** Returns a counter that continues after the table's highest id. */
export const idsOf = async (client: SeedClient, table: string): Promise<() => number> => {
  const { rows } = await client.query<{ last: string }>(`select coalesce(max(id), 0) as last from ${table}`);
  let last = Number(rows[0]?.last ?? 0);
  return () => (last += 1);
};

/** Sets the identity sequences to continue after the written ids. */
export const advanceSequences = async (client: SeedClient, tables: readonly string[]): Promise<void> => {
  for (const table of tables) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), 1))`,
    );
  }
};

/** The inputs of every part of the demo world; times are UTC milliseconds. */
export interface SeedContext {
  random: Random;
  now: number;
  passwordHash: string;
}

export interface SeededPosition {
  id: number;
  name: string;
  categoryId: number;
  categoryName: string;
}

/** A branch or company that has jobs. */
export interface SeededPlace {
  userId: number;
  organisationId: number;
  name: string;
  city: CityName;
  address: string;
  hires: readonly string[];
  jobs: number;
  locations: readonly { id: number; latitude: number; longitude: number }[];
}

export interface SeededJob {
  row: Row & { id: number; title: string; description: string; status: JobStatus };
  place: SeededPlace;
  position: SeededPosition;
  locations: readonly { id: number; latitude: number; longitude: number }[];
  openedAt: number | null;
  closedAt: number | null;
}

export interface SeededWorker {
  row: Row & { id: number; first_name: string; birth_date: string; gender: 'male' | 'female' };
  city: CityName;
  district: string;
  nameFolded: string;
  latitude: number;
  longitude: number;
  experiences: readonly { positionId: number; position: string; months: number }[];
  experienceMonths: number;
  education: EducationStatus;
  english: number;
  workTimes: readonly WorkTime[];
}

/** An application during planning; its row is made at the end. */
export interface PlannedApplication {
  id: number;
  job: SeededJob;
  worker: SeededWorker;
  createdAt: number;
  matchScore: number;
  distanceKm: number;
  status: ApplicationStatus;
  isSeen: boolean;
  shortlistedAt: number | null;
  rejectReason: string | null;
  appointments: PlannedAppointment[];
}

export interface PlannedAppointment {
  id: number;
  application: PlannedApplication;
  status: AppointmentStatus;
  createdAt: number;
  startAt: number;
  /** Its status changes, oldest first. */
  log: { status: AppointmentStatus; by: 'employer' | 'worker' | 'clock'; at: number }[];
  came: boolean | null;
  positive: boolean | null;
  feedbackText: string | null;
}
