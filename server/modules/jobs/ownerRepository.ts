import { sql, type Kysely, type Transaction } from 'kysely';
import type { AuthUser } from '../../platform/auth/authUser';
import { firstRow, hasRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** The branch or company that owns jobs and places of work. */
export interface Owner {
  id: number;
  organisationId: number;
  userType: 'branch' | 'company';
  isDeleted: boolean;
}

/** Locks an account until the transaction ends, against deletion and credit changes. */
export const lockOwner = (
  trx: Transaction<Database>,
  organisationId: number,
  id: number,
): Promise<Owner | undefined> => firstRow(trx)`
    select id, organisation_id as "organisationId", user_type as "userType", deleted_at is not null as "isDeleted"
    from users where id = ${id} and organisation_id = ${organisationId} and user_type in ('branch', 'company')
    for no key update`;

export const hasCredit = (trx: Transaction<Database>, ownerId: number): Promise<boolean> =>
  hasRow(trx)`select 1 from users where id = ${ownerId} and job_creation_balance > 0`;

/** Returns the caller's credits and whether the job form requires a peopleBox project. */
export const findCallerFacts = async (db: Kysely<Database>, user: AuthUser) => {
  const { rows } = await sql<{ jobCreationBalance: number; usesPeopleBox: boolean }>`
    select job_creation_balance as "jobCreationBalance", people_box_status is not distinct from 'active' as "usesPeopleBox"
    from users where id = ${user.id} and organisation_id = ${user.organisationId}`.execute(db);
  return rows[0] ?? { jobCreationBalance: 0, usesPeopleBox: false };
};
