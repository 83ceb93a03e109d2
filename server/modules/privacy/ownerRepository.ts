import type { Transaction } from 'kysely';
import { rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** An account that decides about data of people. */
export interface Owner {
  email: string;
  firstName: string;
  language: string;
}

/** Returns the organisation's accounts that decide about data of people: its root, or the company. */
export const listOwners = (trx: Transaction<Database>, organisationId: number): Promise<Owner[]> => rowsOf(trx)`
    select email, first_name as "firstName", language_code as language from users
    where organisation_id = ${organisationId} and user_type in ('root', 'company') and deleted_at is null
    order by id`;
