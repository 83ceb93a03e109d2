import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/auth/scope';
import { hasRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** Returns whether the caller owns the job, in any status: the applications of a deleted job stay readable. */
export const jobIsInScope = async (db: Kysely<Database>, scope: Scope, jobId: number): Promise<boolean> => {
  const owner = scope.userId === null ? sql`` : sql`and user_id = ${scope.userId}`;
  return hasRow(db)`
    select 1 from jobs where id = ${jobId} and organisation_id = ${scope.organisationId} ${owner}`;
};

/** Returns whether the scope covers the branch. The history of a closed branch stays readable. */
export const branchIsInScope = async (db: Kysely<Database>, scope: Scope, branchId: number): Promise<boolean> => {
  if (scope.userId !== null) return scope.userId === branchId;
  return hasRow(db)`
    select 1 from users
    where id = ${branchId} and organisation_id = ${scope.organisationId} and user_type = 'branch'`;
};

/** Returns the SQL condition that a single row of `table`, found by its id, is in the scope. */
export const inScope = ({ organisationId, userId }: Scope, table = 'a'): RawBuilder<unknown> => {
  const tenant = sql`${sql.ref(`${table}.organisation_id`)} = ${organisationId}`;
  return userId === null ? tenant : sql`${tenant} and ${sql.ref(`${table}.user_id`)} = ${userId}`;
};

/**
 * Returns the SQL condition that the rows of a list are in the scope. It compares only the narrowest owner: `job_id`,
 * `user_id` or `organisation_id` of `table`. The tenant is checked once, on the job or the account: a second condition
 * on each row, always true with the first, would make the planner expect few rows and scan a whole organisation.
 */
export const ownedRows = (table: string, { organisationId, userId }: Scope, jobId?: number): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const owner = userId === null ? sql`` : sql`and own.user_id = ${userId}`;
  if (jobId !== undefined)
    return sql`${column('job_id')} = (
      select own.id from jobs own where own.id = ${jobId} and own.organisation_id = ${organisationId} ${owner})`;
  if (userId === null) return sql`${column('organisation_id')} = ${organisationId}`;
  return sql`${column('user_id')} = (
    select own.id from users own where own.id = ${userId} and own.organisation_id = ${organisationId})`;
};
