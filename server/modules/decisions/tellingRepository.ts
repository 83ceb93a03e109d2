import { sql, type Transaction } from 'kysely';
import { rowsOf, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { RECIPIENT, RECIPIENT_JOINS, type Recipient } from './repository';

/** An application whose applicant is due to be told, with the text for the applicant. */
export interface DueTelling extends Recipient {
  telling: string | null;
}

export interface DueLimits {
  limit: number;
  /** Only this application. */
  id?: number;
  /** Applications that are left out. */
  except?: readonly number[];
}

/**
 * Locks decisions whose applicants are due and skips those that another transaction has locked. A server of the release
 * before may accept an application after its decision: such an applicant is not told.
 */
export const lockDue = async (
  trx: Transaction<Database>,
  now: Date,
  { limit, id, except = [] }: DueLimits,
): Promise<DueTelling[]> => {
  const only = id === undefined ? sql`` : sql`and d.application_id = ${id}`;
  return rowsOf(trx)`
    select ${RECIPIENT}, d.telling
    from application_decisions d join applications a on a.id = d.application_id ${RECIPIENT_JOINS}
    where d.tell_at <= ${now} and a.status = 'rejected' ${only} and d.application_id <> all(${[...except]}::bigint[])
    order by d.tell_at, d.application_id limit ${limit}
    for no key update of d skip locked`;
};

export const markTold = (trx: Transaction<Database>, ids: readonly number[], now: Date): Promise<void> => run(trx)`
    update application_decisions set told_at = ${now}, tell_at = null
    where application_id = any(${[...ids]}::bigint[])`;
