import { sql, type Kysely } from 'kysely';
import type { PaymentProvider } from '../../../contract/constants/payment';
import type { Database } from '../../platform/database/schema';
import { PAYMENT, type PaymentRecord } from './repository';

/**
 * Takes payments of a provider that are not settled, those whose turn was longest ago first: one that never gets an answer
 * holds up no other. `before`: nothing has happened to them, and nobody has asked about them, since.
 */
export const claimUnsettled = async (
  db: Kysely<Database>,
  ask: { kind: 'purchase' | 'renewal'; provider: PaymentProvider; before: Date; now: Date; limit: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update payments set asked_at = ${ask.now}
    where id in (
      select id from payments
      where (subscription_id is not null) = ${ask.kind === 'renewal'} and provider = ${ask.provider}
        and state in ('started', 'challenge', 'charging', 'review') and greatest(changed_at, asked_at) <= ${ask.before}
      order by greatest(changed_at, asked_at), id limit ${ask.limit} for update skip locked
    )
    returning id`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * The newest payment that a user began with this Idempotency-Key; narrowed to the provider's own form or to cards, and to one
 * basket, where the caller says so.
 */
export const findAttempt = async (
  db: Kysely<Database>,
  ask: { userId: number; key: string; opensForm?: boolean; basketId?: string },
): Promise<PaymentRecord | undefined> => {
  const { opensForm = null, basketId = null } = ask;
  const { rows } = await sql<PaymentRecord>`
    select ${PAYMENT} from payments y
    where y.user_id = ${ask.userId} and y.attempt_key = ${ask.key}
      and (${opensForm}::boolean is null or y.opens_form = ${opensForm})
      and (${basketId}::text is null or y.basket_id = ${basketId})
    order by y.created_at desc, y.id limit 1`.execute(db);
  return rows[0];
};

/** By what a subscription is charged again. */
export const findToken = async (db: Kysely<Database>, subscriptionId: number): Promise<string | null> => {
  const { rows } = await sql<{ token: string | null }>`
    select provider_token as token from subscriptions where id = ${subscriptionId}`.execute(db);
  return rows[0]?.token ?? null;
};

/** Which of these payments the store knows. */
export const listKnown = async (db: Kysely<Database>, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from payments where id = any(${[...ids]}::text[])`.execute(db);
  return rows.map(({ id }) => id);
};

/** A renewal that was sent to the provider and has no answer. */
export interface Unanswered {
  paymentId: string;
  subscriptionId: number;
  sentAt: Date;
}

/** Renewals that were sent before a moment and have no answer, the oldest first. */
export const listUnanswered = async (db: Kysely<Database>, before: Date): Promise<Unanswered[]> => {
  const { rows } = await sql<Unanswered>`
    select id as "paymentId", subscription_id as "subscriptionId", created_at as "sentAt" from payments
    where subscription_id is not null and state = 'charging' and created_at <= ${before}
    order by created_at, id limit 50`.execute(db);
  return rows;
};
