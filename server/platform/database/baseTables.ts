import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Rows of accounts, jobs and workers: bigint as number, date as `YYYY-MM-DD`, timestamptz as Date. */

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
  rotated_at: ColumnType<Date | null, undefined, Date>;
  first_used_at: ColumnType<Date | null, Date | null, Date>;
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
  people_box_project_id: number | null;
  number_of_hire: Generated<number>;
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
  name_folded: GeneratedAlways<string>;
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
