import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Rows of what belongs to jobs: bigint as number, timestamptz as Date, numeric as its text. */

export interface JobShiftsTable {
  job_id: number;
  place: number;
  work_starts_at: string | null;
  daily_total_work_hour: string | null;
  weekly_off_day_count: number | null;
  off_time: string | null;
}

export interface TagsTable {
  id: Generated<number>;
  key: string | null;
  organisation_id: number | null;
  name: string;
  name_folded: GeneratedAlways<string>;
  created_at: Generated<Date>;
}

export interface JobTagsTable {
  job_id: number;
  tag_id: number;
}

export interface SpokenLanguagesTable {
  id: Generated<number>;
  code: string;
}

export interface JobLanguageLevelsTable {
  job_id: number;
  language_id: number;
  min_level: number;
}

export interface JobUploadsTable {
  key: string;
  organisation_id: number;
  user_id: number;
  content_type: string;
  content_length: number;
  created_at: Date;
  expires_at: Date;
  begun_at: Date | null;
  stored_at: Date | null;
  used_at: Date | null;
}

export interface JobCoversTable {
  key: string;
  organisation_id: number;
  bytes: number;
  created_at: Date;
}

export interface IdempotencyKeysTable {
  user_id: number;
  route: string;
  key: string;
  fingerprint: Buffer;
  status: number | null;
  answer: ColumnType<unknown, string | null, string | null>;
  created_at: Date;
  server_number: number | null;
}
