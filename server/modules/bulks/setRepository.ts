import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { BulkPreviewBody } from '../../../contract/schemas/bulks';
import { scopeOfBranch, type Scope } from '../../platform/auth/scope';
import { idsOf, onlyRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { conditionsOf, type FilterMoment } from '../applications';
import { inScope, ownedRows } from '../jobs';

/** The applications of a bulk action: by ids, or by the list's query without some. */
export type Chosen = Pick<BulkPreviewBody, 'ids' | 'query' | 'except'>;

/** Returns the condition that an application `a` is among the chosen ones within the caller's scope. */
export const conditionOf = (scope: Scope, chosen: Chosen, moment: FilterMoment): RawBuilder<unknown> => {
  const { ids, query = {}, except = [] } = chosen;
  if (ids) return sql`a.id = any(${ids}) and ${inScope(scope)}`;
  const matching = conditionsOf(scopeOfBranch(scope, query.branchId), query, moment);
  return except.length === 0 ? matching : sql`${matching} and a.id <> all(${except})`;
};

/** Returns the condition that an application `a` of the job waits for a decision. */
export const remainingOf = (scope: Scope, jobId: number): RawBuilder<unknown> =>
  sql`${ownedRows('a', scope, jobId)} and a.status = 'in_progress'`;

/** Returns the ids of the applications that meet a condition, at most `limit`. */
export const listChosen = (
  db: Kysely<Database>,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<number[]> => idsOf(db)`
    select a.id from applications a where ${condition} limit ${limit}`;

export interface FrozenSet {
  total: number;
  /** Null when the applications belong to several jobs. */
  jobId: number | null;
}

const freeze = (trx: Transaction<Database>, items: RawBuilder<unknown>): Promise<FrozenSet> => onlyRow(trx)`
    with added as (
      insert into bulk_items (bulk_id, application_id, job_id) ${items} returning job_id
    )
    select count(*)::int as total, case when min(job_id) = max(job_id) then min(job_id) end as "jobId" from added`;

/** Stores the applications that meet a condition now as the items of a bulk action, at most `limit` of them. */
export const freezeChosen = (
  trx: Transaction<Database>,
  bulkId: string,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<FrozenSet> =>
  freeze(trx, sql`select ${bulkId}, a.id, a.job_id from applications a where ${condition} limit ${limit}`);

/** Stores the items of an undo: those that the action changed, or whose messages have not left yet. */
export const freezeUndo = (
  trx: Transaction<Database>,
  bulkId: string,
  { id, action }: { id: string; action: string },
): Promise<FrozenSet> => {
  const unsent = action === 'message' ? sql`and due_at is not null` : sql``;
  return freeze(
    trx,
    sql`select ${bulkId}, application_id, job_id from bulk_items where bulk_id = ${id} and outcome = 'done' ${unsent}`,
  );
};
