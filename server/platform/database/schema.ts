import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Rows of the migrations' tables: bigint as number, date as `YYYY-MM-DD`, timestamptz as Date. */

export interface OrganisationsTable {
  id: Generated<number>;
  name: string;
  created_at: Date;
}

export interface UsersTable {
  id: Generated<number>;
  organisation_id: number | null;
  user_type: string;
  email: string;
  password_hash: string | null;
  company_name: string | null;
  company_name_folded: GeneratedAlways<string | null>;
  first_name: string;
  last_name: string;
  phone: string | null;
  about: string | null;
  image_key: string | null;
  latitude: number | null;
  longitude: number | null;
  location_name: string | null;
  company_address: string | null;
  tax_office_id: number | null;
  tax_office_number: string | null;
  website: string | null;
  commercial_title: string | null;
  country_code: Generated<string>;
  language_code: Generated<string>;
  dashboard_access: Generated<boolean>;
  job_creation_balance: Generated<number>;
  people_box_status: string | null;
  created_at: Date;
  deleted_at: Date | null;
}

export interface AccessTokensTable {
  token_hash: Buffer;
  session_id: string;
  user_id: number;
  created_at: Date;
  expires_at: Date;
  fcm_token: string | null;
}

export interface JobCategoriesTable {
  id: Generated<number>;
  name: string;
}

export interface JobPositionsTable {
  id: Generated<number>;
  name: string;
  name_folded: GeneratedAlways<string>;
}

export interface JobsTable {
  id: Generated<number>;
  organisation_id: number;
  user_id: number;
  title: string;
  title_folded: GeneratedAlways<string>;
  description: string;
  position_id: number;
  category_id: number;
  status: string;
  close_reason: string | null;
  gender: string | null;
  birth_date_min: number | null;
  birth_date_max: number | null;
  min_experience_duration: number | null;
  min_education_status: string | null;
  min_english_level: number | null;
  military_requirements: Generated<number[]>;
  is_full_time: Generated<boolean>;
  is_part_time: Generated<boolean>;
  is_seasonal: Generated<boolean>;
  expected_salary_min_minor: number | null;
  expected_salary_max_minor: number | null;
  contact_type: Generated<string>;
  contact_type_phone_number: string | null;
  auto_shortlist_threshold: number | null;
  image_key: string | null;
  view_count: Generated<number>;
  created_at: Date;
  opened_at: Date | null;
  closed_at: Date | null;
}

export interface CompanyLocationsTable {
  id: Generated<number>;
  organisation_id: number;
  user_id: number;
  name: string;
  address: string | null;
  latitude: number;
  longitude: number;
  created_at: Date;
}

export interface JobLocationsTable {
  job_id: number;
  company_location_id: number;
}

export interface WorkersTable {
  id: Generated<number>;
  external_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  image_key: string | null;
  latitude: number | null;
  longitude: number | null;
  location_name: string | null;
  work_time_preferences: Generated<string[]>;
  experiences: ColumnType<unknown, string | undefined, string>;
  experience_months: Generated<number>;
  gender: string | null;
  birth_date: string | null;
  disabled_status: string | null;
  military: number | null;
  education: string | null;
  university: string | null;
  university_status: string | null;
  university_department: string | null;
  english: number | null;
  identity_number: string | null;
  certificates: Generated<string[]>;
  driving_licenses: Generated<string[]>;
  about: string | null;
  expected_salary_minor: number | null;
  work_category_preferences: Generated<string[]>;
  rating_score: number | null;
  language_code: Generated<string>;
  country_code: Generated<string>;
  created_at: Date;
  updated_at: Date;
}

export interface ApplicationsTable {
  id: Generated<number>;
  organisation_id: number;
  user_id: number;
  job_id: number;
  worker_id: number;
  status: Generated<string>;
  is_seen: Generated<boolean>;
  is_shortlisted: Generated<boolean>;
  shortlisted_at: Date | null;
  match_score: number;
  distance_km: number | null;
  appointment_id: number | null;
  came: boolean | null;
  positive: boolean | null;
  offer_sent: boolean | null;
  offer_accepted: boolean | null;
  reject_reason: string | null;
  worker_name_folded: string;
  worker_gender: string | null;
  worker_birth_date: string | null;
  worker_military: number | null;
  worker_education: string | null;
  worker_english: number | null;
  worker_experience_months: Generated<number>;
  created_at: Date;
}

export interface ApplicationCountsTable {
  job_id: number;
  status: string;
  is_shortlisted: boolean;
  total: number;
  unseen: number;
}

export interface AppointmentsTable {
  id: Generated<number>;
  organisation_id: number;
  user_id: number;
  application_id: number;
  job_id: number;
  worker_id: number;
  status: string;
  start_at: Date;
  end_at: Date;
  latitude: number;
  longitude: number;
  address: string | null;
  worker_feedback: string | null;
  worker_feedback_text: string | null;
  created_at: Date;
}

export interface AppointmentStatusLogTable {
  id: Generated<number>;
  appointment_id: number;
  status: string;
  changed_by: string;
  at: Date;
}

export interface ThreadsTable {
  id: Generated<number>;
  organisation_id: number;
  user_id: number;
  worker_id: number;
  last_number: Generated<number>;
  last_message_at: Date | null;
  unread_by_employer: Generated<number>;
  unread_by_worker: Generated<number>;
  blocked_at: Date | null;
  created_at: Date;
}

export interface MessagesTable {
  id: Generated<number>;
  thread_id: number;
  number: number;
  sender: string;
  sender_user_id: number | null;
  type: string;
  body: string | null;
  payload: ColumnType<unknown, string | undefined, string>;
  client_message_id: string | null;
  created_at: Date;
}

export interface PackagesTable {
  id: Generated<number>;
  definition: ColumnType<unknown, string, string>;
  price_minor: number;
  currency: Generated<string>;
  job_credits: Generated<number>;
  sort_order: Generated<number>;
}

export interface WorkerEventSequenceTable {
  only_row: Generated<boolean>;
  value: number;
}

export interface WorkerEventsTable {
  seq: number;
  type: string;
  worker_id: number;
  data: ColumnType<unknown, string, string>;
  at: Date;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: Date;
  actor: string;
  actor_user_id: number | null;
  actor_name: string | null;
  organisation_id: number | null;
  action: string;
  subject_type: string;
  subject_id: number | null;
  details: ColumnType<unknown, string | undefined, string>;
  request_id: string | null;
}

export interface RateLimitsTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

/** Every table, for Kysely. */
export interface Database {
  organisations: OrganisationsTable;
  users: UsersTable;
  access_tokens: AccessTokensTable;
  job_categories: JobCategoriesTable;
  job_positions: JobPositionsTable;
  jobs: JobsTable;
  company_locations: CompanyLocationsTable;
  job_locations: JobLocationsTable;
  workers: WorkersTable;
  applications: ApplicationsTable;
  application_counts: ApplicationCountsTable;
  appointments: AppointmentsTable;
  appointment_status_log: AppointmentStatusLogTable;
  threads: ThreadsTable;
  messages: MessagesTable;
  packages: PackagesTable;
  worker_event_sequence: WorkerEventSequenceTable;
  worker_events: WorkerEventsTable;
  audit_log: AuditLogTable;
  rate_limits: RateLimitsTable;
}
