import { sql, type Kysely, type Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { invalid, notFound } from '../../platform/errors';

/** The branch or company whose jobs and places of work these are. */
export interface Owner {
  id: number;
  organisationId: number;
  userType: 'branch' | 'company';
  isDeleted: boolean;
}

/**
 * Whose thing is made: a branch named by root and HR (400 on `field` without one), else the caller's own account (404
 * when another is named). A text says nothing: older clients send their token there.
 */
export const namedOwnerId = (user: AuthUser, named: number | string | undefined, field: string): number => {
  const { userId } = ownerScope(user);
  if (userId === null) {
    if (typeof named !== 'number') throw invalid({ [field]: ERROR_KEYS.fieldRequired });
    return named;
  }
  if (typeof named === 'number' && named !== userId) throw notFound();
  return userId;
};

/**
 * HR makes jobs for branches alone, whatever the body says; a body that says otherwise is refused. API contract,
 * section 5.
 */
export const refuseOwnJobOfHr = (user: AuthUser, isCreatingForBranchAccount: boolean | undefined): void => {
  if (user.userType === 'hr_account' && isCreatingForBranchAccount === false)
    throw invalid({ isCreatingForBranchAccount: ERROR_KEYS.fieldInvalid });
};

/** The owner does not change with an edit; naming oneself there says nothing. Spec 1, point 6. */
export const refuseOtherOwner = (user: AuthUser, ownerId: number, named: number | string | undefined): void => {
  if (typeof named === 'number' && named !== ownerId && named !== user.id)
    throw invalid({ targetUser: ERROR_KEYS.fieldInvalid });
};

/**
 * The account, which stays as it is (not deleted, its credits) until the transaction ends: whoever deletes a branch
 * locks the same row.
 */
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

/** As `lockOwner`, but 404 when the account has gone, or is not one for which the caller may make anything. */
export const lockLiveOwner = async (trx: Transaction<Database>, user: AuthUser, id: number): Promise<Owner> => {
  const owner = await lockOwner(trx, user.organisationId, id);
  if (!owner || owner.isDeleted || (owner.userType === 'company' && owner.id !== user.id)) throw notFound();
  return owner;
};

/** Whether a locked account has a credit left. */
export const hasCredit = async (trx: Transaction<Database>, ownerId: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from users where id = ${ownerId} and job_creation_balance > 0`.execute(trx);
  return rows.length > 0;
};

/** The caller's credits as the header shows them, and whether a peopleBox project is asked for. */
export const callerFacts = async (db: Kysely<Database>, user: AuthUser) => {
  const { rows } = await sql<{ jobCreationBalance: number; asksPeopleBox: boolean }>`
    select job_creation_balance as "jobCreationBalance", people_box_status is not distinct from 'active' as "asksPeopleBox"
    from users where id = ${user.id} and organisation_id = ${user.organisationId}`.execute(db);
  return rows[0] ?? { jobCreationBalance: 0, asksPeopleBox: false };
};
