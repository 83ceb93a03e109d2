import { sql, type Kysely, type Transaction } from 'kysely';
import type { CreditKind } from '../../../contract/constants/payment';
import type { Database } from '../../platform/database/schema';
import type { Buyer } from './catalogueRepository';

/** A row of the ledger with what it was for; the amount of the payment in minor units. */
export interface EntryRecord {
  id: number;
  at: string;
  kind: CreditKind;
  amount: number;
  balance: number;
  jobId: number | null;
  jobTitle: string | null;
  userName: string | null;
  paymentId: string | null;
  paymentMinor: number | null;
  currency: string | null;
}

/**
 * A page of a company's ledger, the newest first; `balance` is the sum up to and with each row. Walks the ledger's index
 * alone, then looks up each row of the page by its id: `offset 0` keeps a planner from joining whole tables instead.
 */
export const listEntries = async (
  db: Kysely<Database>,
  owner: Buyer,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRecord[]> => {
  const { rows } = await sql<EntryRecord>`
    with page as (
      select id, amount from credit_ledger
      where user_id = ${owner.id} and organisation_id = ${owner.organisationId}
      order by id desc limit ${limit} offset ${offset}
    ), before as (
      select coalesce(sum(amount), 0) as amount from credit_ledger
      where user_id = ${owner.id} and organisation_id = ${owner.organisationId} and id < (select min(id) from page)
    )
    select l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, l.kind, l.amount,
      (before.amount + sum(l.amount) over (order by l.id))::int as balance, j.id as "jobId", j.title as "jobTitle",
      nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as "userName", y.id as "paymentId",
      y.amount_minor as "paymentMinor", y.currency
    from page cross join before
    cross join lateral (select * from credit_ledger where id = page.id offset 0) l
    left join lateral (
      select id, title from jobs where id = l.job_id and organisation_id = l.organisation_id offset 0) j on true
    left join lateral (
      select first_name, last_name from users
      where id = l.actor_user_id and organisation_id = l.organisation_id offset 0) u on true
    left join lateral (
      select id, amount_minor, currency from payments
      where id = l.payment_id and organisation_id = l.organisation_id offset 0) y on true
    order by l.id desc`.execute(db);
  return rows;
};

/** How many rows the company's ledger has. */
export const countEntries = async (db: Kysely<Database>, owner: Buyer): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from credit_ledger
    where user_id = ${owner.id} and organisation_id = ${owner.organisationId}`.execute(db);
  return rows[0]!.total;
};

/** Credits that come (positive) or go, and why. */
export interface CreditChange {
  organisationId: number;
  userId: number;
  amount: number;
  kind: CreditKind;
  jobId?: number;
  paymentId?: string;
  /** The user who did it; none for the clock. */
  actorId?: number;
}

/**
 * Writes a row of the ledger; the balance follows from it. The account's row should be locked before: a balance that
 * would fall under zero is an error of the database.
 */
export const recordCredits = async (trx: Transaction<Database>, now: Date, change: CreditChange): Promise<void> => {
  await trx
    .insertInto('credit_ledger')
    .values({
      organisation_id: change.organisationId,
      user_id: change.userId,
      amount: change.amount,
      kind: change.kind,
      job_id: change.jobId ?? null,
      payment_id: change.paymentId ?? null,
      actor_user_id: change.actorId ?? null,
      at: now,
    })
    .execute();
};
