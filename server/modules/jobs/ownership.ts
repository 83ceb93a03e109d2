import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';

/** Whether the job is the caller's, in whatever status: what belongs to a deleted job stays readable. */
export const jobIsInScope = async (db: Kysely<Database>, scope: Scope, jobId: number): Promise<boolean> => {
  const owner = scope.userId === null ? sql`` : sql`and user_id = ${scope.userId}`;
  const { rows } = await sql`
    select 1 from jobs where id = ${jobId} and organisation_id = ${scope.organisationId} ${owner}`.execute(db);
  return rows.length > 0;
};

/** Whether the branch (or the caller's own account) is of the organisation; a closed branch's history stays readable. */
export const branchIsInScope = async (db: Kysely<Database>, scope: Scope, branchId: number): Promise<boolean> => {
  if (scope.userId !== null) return scope.userId === branchId;
  const { rows } = await sql`
    select 1 from users
    where id = ${branchId} and organisation_id = ${scope.organisationId} and user_type = 'branch'`.execute(db);
  return rows.length > 0;
};

/**
 * The narrowest thing that owns the rows of a list, as one condition on `job_id`, `user_id` or `organisation_id` of
 * `table`. Tenant and role are asked of the job or the account, once, not of each row: two conditions on each row that
 * always hold together would make the planner think the rows rare, and walk a whole organisation for one job's page.
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
