import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Rows of what belongs to accounts: bigint as number, timestamptz as Date. */

export interface UserSessionsTable {
  id: Generated<number>;
  session_id: string;
  user_id: number;
  created_at: Date;
  last_seen_at: Date;
  user_agent: string | null;
  address: string | null;
  password_proved_at: ColumnType<Date | null, undefined, Date>;
}

export interface EmailRestorationsTable {
  code_hash: Buffer;
  user_id: number;
  email: string;
  created_at: Date;
  expires_at: Date;
}

export interface PhoneCodesTable {
  id: Generated<number>;
  phone: string;
  purpose: 'registration' | 'profile';
  user_id: number | null;
  nonce: string;
  wrong_tries: Generated<number>;
  /** SHA-256 of whose it is; null of the release before. */
  requester: Buffer | null;
  stranger_tries: Generated<number>;
  sent_at: Date;
  expires_at: Date;
  proof_hash: Buffer | null;
  proof_expires_at: Date | null;
  used_at: Date | null;
}

export interface PasswordCodesTable {
  code_hash: Buffer;
  user_id: number;
  purpose: 'reset' | 'invitation';
  created_at: Date;
  expires_at: Date;
}

export interface OutgoingMessagesTable {
  id: Generated<number>;
  channel: 'sms' | 'mail' | 'push';
  recipient: string;
  subject: string | null;
  body_text: string | null;
  body_html: string | null;
  created_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date;
  sent_at: Date | null;
  failed_at: Date | null;
  attachment_key: ColumnType<string | null, string | undefined, string | null>;
  attachment_name: ColumnType<string | null, string | undefined, string | null>;
  attachment_type: ColumnType<string | null, string | undefined, string | null>;
}

export interface TaxOfficesTable {
  id: Generated<number>;
  name: string;
  province: string;
  name_folded: GeneratedAlways<string>;
}

export interface SubscriptionPlansTable {
  id: Generated<number>;
  product: ColumnType<unknown, string, string>;
  period: 'weekly' | 'monthly' | 'annual';
  interval: Generated<number>;
  price_minor: number;
  currency: Generated<string>;
  is_purchasable: Generated<boolean>;
  is_upgradeable: Generated<boolean>;
  job_credits: Generated<number>;
  sort_order: Generated<number>;
}

export interface SubscriptionsTable {
  id: Generated<number>;
  organisation_id: number;
  user_id: number;
  plan_id: number;
  status: 'active' | 'past_due' | 'ended';
  starts_at: Date;
  next_attempt_at: Date | null;
  ends_at: Date | null;
  created_at: Date;
  provider: string | null;
  provider_token: string | null;
  failed_attempts: Generated<number>;
  /** What it costs and gives; the plan's where an insert leaves them out. */
  price_minor: Generated<number>;
  currency: Generated<string>;
  job_credits: Generated<number>;
  next_price_minor: number | null;
  next_currency: string | null;
  next_job_credits: number | null;
  next_terms_from: Date | null;
  unpaid_since: Date | null;
  reminded_for: Date | null;
}
