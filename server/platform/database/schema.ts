import type { ColumnType, Generated } from 'kysely';
import type {
  IdempotencyKeysTable,
  JobLanguageLevelsTable,
  JobShiftsTable,
  JobTagsTable,
  JobCoversTable,
  JobUploadsTable,
  SpokenLanguagesTable,
  TagsTable,
} from './jobTables';
import type { MessagesTable, ThreadsTable } from './chatTables';
import type { EventOutboxTable, WorkerEventSequenceTable, WorkerEventsTable } from './eventTables';
import type { ExportsTable } from './exportTables';
import type {
  EmailRestorationsTable,
  OutgoingMessagesTable,
  PasswordCodesTable,
  PhoneCodesTable,
  SubscriptionPlansTable,
  SubscriptionsTable,
  TaxOfficesTable,
  UserSessionsTable,
} from './accountTables';
import type {
  BasketItemsTable,
  BasketsTable,
  CreditLedgerTable,
  PaymentsTable,
  ProductsTable,
  SandboxChargesTable,
} from './commerceTables';
import type {
  AccessTokensTable,
  CompanyLocationsTable,
  JobCategoriesTable,
  JobLocationsTable,
  JobPositionsTable,
  JobsTable,
  OrganisationsTable,
  UsersTable,
  WorkersTable,
} from './baseTables';

/** Rows of the other tables: bigint as number, date as `YYYY-MM-DD`, timestamptz as Date. */

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

export interface WorkerCommentsTable {
  id: Generated<number>;
  organisation_id: number;
  worker_id: number;
  user_id: number;
  /** As the author was called then. */
  author: string;
  message: string;
  created_at: Date;
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
  worker_event_sequence: WorkerEventSequenceTable;
  event_outbox: EventOutboxTable;
  worker_events: WorkerEventsTable;
  audit_log: AuditLogTable;
  rate_limits: RateLimitsTable;
  user_sessions: UserSessionsTable;
  phone_codes: PhoneCodesTable;
  password_codes: PasswordCodesTable;
  email_restorations: EmailRestorationsTable;
  outgoing_messages: OutgoingMessagesTable;
  tax_offices: TaxOfficesTable;
  subscription_plans: SubscriptionPlansTable;
  subscriptions: SubscriptionsTable;
  job_shifts: JobShiftsTable;
  tags: TagsTable;
  job_tags: JobTagsTable;
  spoken_languages: SpokenLanguagesTable;
  job_language_levels: JobLanguageLevelsTable;
  job_covers: JobCoversTable;
  job_uploads: JobUploadsTable;
  idempotency_keys: IdempotencyKeysTable;
  products: ProductsTable;
  baskets: BasketsTable;
  basket_items: BasketItemsTable;
  payments: PaymentsTable;
  credit_ledger: CreditLedgerTable;
  sandbox_charges: SandboxChargesTable;
  exports: ExportsTable;
  worker_comments: WorkerCommentsTable;
}
