import type { Transaction } from 'kysely';
import type { CreditKind } from '../../../contract/constants/payment';
import type { Database } from '../../platform/database/schema';

/** Credits that come (positive) or go, and why. */
export interface CreditChange {
  organisationId: number;
  userId: number;
  amount: number;
  kind: CreditKind;
  jobId?: number;
  paymentId?: string;
  /** Who did it, where it was somebody. */
  actorId?: number;
}

/**
 * Writes a row of the ledger; the balance follows from it. The account's row should be locked before: a balance that
 * would fall under zero is an error of the database. API contract, section 9.
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
