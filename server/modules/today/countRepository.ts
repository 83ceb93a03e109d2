import { sql, type Kysely } from 'kysely';
import { LAPSING_KINDS, NEED_KINDS, type NeedKind } from '../../../contract/constants/need';
import type { Scope } from '../../platform/auth/scope';
import { rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { inScope, isOpen, ownedRows } from '../jobs';

/** How many applications have a need: all, those not yet due, and those of a kind that lapses that are due. */
export interface KindCount {
  kind: NeedKind;
  total: number;
  coming: number;
  open: number;
}

/**
 * Counts the needs of a scope by kind. The counters of the jobs give the totals, so that only what is not yet due is read:
 * a pile of old applications costs nothing.
 */
export const countNeeds = async (
  db: Kysely<Database>,
  scope: Scope,
  { jobId, now }: { jobId: number | undefined; now: Date },
): Promise<KindCount[]> => {
  const owned = ownedRows('n', scope, jobId);
  const ofJob = jobId === undefined ? sql`` : sql`and j.id = ${jobId}`;
  return rowsOf(db)`
    with totals as (
      select c.need, sum(c.total)::int as total from jobs j
      cross join lateral (select x.need, x.total from need_counts x where x.job_id = j.id) c
      where ${inScope(scope, 'j')} ${ofJob} group by c.need)
    select k.kind, coalesce(t.total, 0) as total, c.coming, d.open
    from unnest(${[...NEED_KINDS]}::text[]) k (kind)
    left join totals t on t.need = k.kind
    cross join lateral (
      select count(*)::int as coming from application_needs n
      where ${owned} and n.need = k.kind and n.due_from > ${now}
    ) c
    cross join lateral (
      select count(*)::int as open from application_needs n
      where k.kind = any(${[...LAPSING_KINDS]}) and ${owned} and n.need = k.kind and n.due_from <= ${now} and ${isOpen(now)}
    ) d`;
};
