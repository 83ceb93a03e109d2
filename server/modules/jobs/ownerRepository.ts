import { sql, type Kysely, type Transaction } from 'kysely';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Database } from '../../platform/database/schema';

/** The branch or company that owns jobs and places of work. */
export interface Owner {
  id: number;
  organisationId: number;
  userType: 'branch' | 'company';
  isDeleted: boolean;
}

/** Locks an account until the transaction ends, against deletion and credit changes. */
export const lockOwner = async (
  trx: Transaction<Database>,
  organisationId: number,
  id: number,
): Promise<Owner | undefined> => {
  const { rows } = await sql<Owner>`
    select id, organisation_id as "organisationId", user_type as "userType", deleted_at is not null as "isDeleted"
    from users where id = ${id} and organisation_id = ${organisationId} and user_type in ('branch', 'company')
    for no key update`.execute(trx);
  return rows[0];
};

export const hasCredit = async (trx: Transaction<Database>, ownerId: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from users where id = ${ownerId} and job_creation_balance > 0`.execute(trx);
  return rows.length > 0;
};

/** Returns the caller's credits and whether the job form requires a peopleBox project. */
export const findCallerFacts = async (db: Kysely<Database>, user: AuthUser) => {
  const { rows } = await sql<{ jobCreationBalance: number; usesPeopleBox: boolean }>`
    select job_creation_balance as "jobCreationBalance", people_box_status is not distinct from 'active' as "usesPeopleBox"
    from users where id = ${user.id} and organisation_id = ${user.organisationId}`.execute(db);
  return rows[0] ?? { jobCreationBalance: 0, usesPeopleBox: false };
};
