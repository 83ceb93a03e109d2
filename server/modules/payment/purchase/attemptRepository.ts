import { sql, type Kysely } from 'kysely';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { firstRow } from '../../../platform/database/query';
import type { Database } from '../../../platform/database/schema';
import { PAYMENT, type PaymentRecord } from '../repository';

/**
 * Returns the newest payment that a user began with this `Idempotency-Key`. `opensForm` and `basketId` narrow the
 * search when given.
 */
export const findAttempt = async (
  db: Kysely<Database>,
  filter: { userId: number; key: string; opensForm?: boolean; basketId?: string },
): Promise<PaymentRecord | undefined> => {
  const { opensForm = null, basketId = null } = filter;
  return firstRow(db)`
    select ${PAYMENT} from payments y
    where y.user_id = ${filter.userId} and y.attempt_key = ${filter.key}
      and (${opensForm}::boolean is null or y.opens_form = ${opensForm})
      and (${basketId}::text is null or y.basket_id = ${basketId})
    order by y.created_at desc, y.id limit 1`;
};

/**
 * Returns the times of a company's failed card payments since a moment, newest first: declined cards and failed
 * challenges. A payment that the provider could not start does not count, because the card was not tried.
 */
export const listFailedCards = async (
  db: Kysely<Database>,
  owner: { id: number; organisationId: number },
  { since, limit }: { since: Date; limit: number },
): Promise<Date[]> => {
  const { rows } = await sql<{ at: Date }>`
    select y.changed_at as at from payments y
    where y.user_id = ${owner.id} and y.organisation_id = ${owner.organisationId} and y.basket_id is not null
      and not y.opens_form and y.state = 'failed' and y.error_key <> ${ERROR_KEYS.paymentInit} and y.changed_at > ${since}
    order by y.changed_at desc, y.id limit ${limit}`.execute(db);
  return rows.map(({ at }) => at);
};
