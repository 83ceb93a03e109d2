import type { ColumnType, Generated } from 'kysely';

/** Rows of commerce: bigint as number, timestamptz as Date; amounts of money in minor units. */

type Json = ColumnType<unknown, string, string>;

export interface ProductsTable {
  id: Generated<number>;
  key: string;
  type: string;
  title: Json;
  features: Json;
  price_minor: number;
  original_price_minor: number | null;
  currency: Generated<string>;
  rule_price_minor: number | null;
  rule_price_ends_at: Date | null;
  job_credits: Generated<number>;
  thread_credits: Generated<number>;
  credit_type_id: Generated<number>;
  is_popular: Generated<boolean>;
  is_special: Generated<boolean>;
  is_for_newcomers: Generated<boolean>;
  is_for_returnees: Generated<boolean>;
  test_group: number | null;
  gives_dashboard_access: Generated<boolean>;
  is_standalone: Generated<boolean>;
  is_job_related: Generated<boolean>;
  related_ids: Generated<number[]>;
  purchase_limit: number | null;
  country_code: string | null;
  image_key: string | null;
  sort_order: Generated<number>;
  is_offered: Generated<boolean>;
}

export interface BasketsTable {
  id: string;
  organisation_id: number;
  user_id: number;
  status: string;
  created_at: Date;
  changed_at: Date;
}

export interface BasketItemsTable {
  id: string;
  basket_id: string;
  product_id: number | null;
  plan_id: number | null;
  quantity: number;
  unit_price_minor: number;
  created_at: Date;
}

export interface PaymentsTable {
  id: string;
  organisation_id: number;
  user_id: number;
  basket_id: string | null;
  subscription_id: number | null;
  provider: string;
  amount_minor: number;
  currency: string;
  grants: Json;
  state: string;
  error_key: string | null;
  provider_reference: string | null;
  page_hash: Buffer | null;
  page: ColumnType<unknown, string | null, string | null>;
  referrer: string | null;
  attempt_key: string | null;
  is_late: Generated<boolean>;
  asked_at: Date | null;
  created_at: Date;
  changed_at: Date;
  opens_form: Generated<boolean>;
  buyer_ip: string | null;
  watched_at: Date | null;
  form_closed_at: Date | null;
  receipt: ColumnType<unknown, string | null, string | null>;
}

export interface CreditLedgerTable {
  id: Generated<number>;
  organisation_id: number;
  user_id: number;
  amount: number;
  kind: string;
  job_id: number | null;
  payment_id: string | null;
  actor_user_id: number | null;
  at: Date;
}

export interface SandboxChargesTable {
  id: string;
  amount_minor: number;
  currency: string;
  behaviour: string;
  state: string;
  error_key: string | null;
  created_at: Date;
  changed_at: Date;
}
