import { sql, type Transaction } from 'kysely';
import type { Reach } from '../../../contract/constants/decisions';
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

/** Ends the tellings of applications with the channel of each. */
export const markTold = (
  trx: Transaction<Database>,
  channels: ReadonlyMap<number, Reach>,
  now: Date,
): Promise<void> => run(trx)`
    update application_decisions d set told_at = ${now}, tell_at = null, told_by = m.channel
    from unnest(${[...channels.keys()]}::bigint[], ${[...channels.values()]}::text[]) m (id, channel)
    where d.application_id = m.id`;

export const postpone = (trx: Transaction<Database>, ids: readonly number[], tellAt: Date): Promise<void> => run(trx)`
    update application_decisions set tell_at = ${tellAt} where application_id = any(${[...ids]}::bigint[])`;
