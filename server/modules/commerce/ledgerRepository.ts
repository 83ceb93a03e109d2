import type { CreditKind } from '../../../contract/constants/payment';
import { onlyValue, rowsOf, instant } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import type { Buyer } from './basketRepository';

/** A ledger row with its job and its payment; the payment's amount is in minor units. */
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
 * Returns a page of a company's ledger, newest first. `balance` is the sum up to and including each row. The query
 * pages over the index alone and then looks up each row by id. `offset 0` keeps the planner from joining whole tables
 * instead.
 */
export const listEntries = (
  db: Db,
  owner: Buyer,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRecord[]> => rowsOf(db)`
    with page as (
      select id, amount from credit_ledger
      where user_id = ${owner.id} and organisation_id = ${owner.organisationId}
      order by id desc limit ${limit} offset ${offset}
    ), before as (
      select coalesce(sum(amount), 0) as amount from credit_ledger
      where user_id = ${owner.id} and organisation_id = ${owner.organisationId} and id < (select min(id) from page)
    )
    select l.id, ${instant('l.at')} as at, l.kind, l.amount,
      (before.amount + sum(l.amount) over (order by l.id))::int as balance, j.id as job_id, j.title as job_title,
      nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as user_name, y.id as payment_id,
      y.amount_minor as payment_minor, y.currency
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
    order by l.id desc`;

export const countEntries = (db: Db, owner: Buyer): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from credit_ledger
    where user_id = ${owner.id} and organisation_id = ${owner.organisationId}`;

/** A change of credits: positive for added ones, negative for used ones. */
export interface CreditChange {
  organisationId: number;
  userId: number;
  amount: number;
  kind: CreditKind;
  jobId?: number;
  paymentId?: string;
  /** The user who caused the change; absent for the clock. */
  actorId?: number;
}

/**
 * Adds a ledger row, which also changes the balance. Lock the account's row first: a negative balance is a database
 * error.
 */
export const recordCredits = async (trx: Trx, now: Date, change: CreditChange): Promise<void> => {
  await trx
    .insertInto('creditLedger')
    .values({
      organisationId: change.organisationId,
      userId: change.userId,
      amount: change.amount,
      kind: change.kind,
      jobId: change.jobId ?? null,
      paymentId: change.paymentId ?? null,
      actorUserId: change.actorId ?? null,
      at: now,
    })
    .execute();
};
