import { sql, type Kysely } from 'kysely';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { isOpen, ownedRows } from '../jobs';
import type { FilterMoment } from './filter';
import { filtersOf, kindsOf } from './filterRepository';
import { segmentsOf, type NeedCursor } from './needOrder';
import { readRows, type ApplicationRecord } from './repository';

const timeText = (at: Date | null, otherwise: string): string => at?.toISOString() ?? otherwise;

/**
 * Returns a page in the order of needs. Each segment is one walk along the index of the owner, so that a pile of old
 * applications costs nothing. `moment.now` is that of the first page.
 */
export const listByNeed = async (
  db: Kysely<Database>,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  { cursor, limit }: { cursor: NeedCursor | undefined; limit: number },
): Promise<ApplicationRecord[]> => {
  const segments = segmentsOf(kindsOf(query), query.needState, moment.now).filter(
    ({ place }) => cursor === undefined || place >= cursor.place,
  );
  if (segments.length === 0) return [];
  const filters = filtersOf(scope, query, moment);
  const filtered =
    filters.length === 0
      ? sql``
      : sql`and exists (select from applications a where a.id = n.application_id and ${sql.join(filters, sql` and `)})`;
  const isCursor = (place: number) => cursor?.place === place;
  return readRows(
    db,
    scope,
    sql`
      select x.application_id as id, s.place, x.due_from
      from unnest(
        ${segments.map(({ place }) => place)}::int[], ${segments.map(({ kind }) => kind)}::text[],
        ${segments.map(({ above }) => timeText(above, '-infinity'))}::timestamptz[],
        ${segments.map(({ upTo }) => timeText(upTo, 'infinity'))}::timestamptz[],
        ${segments.map((segment) => segment.isOpen)}::boolean[],
        ${segments.map(({ place }) => timeText(isCursor(place) ? cursor!.dueFrom : null, '-infinity'))}::timestamptz[],
        ${segments.map(({ place }) => (isCursor(place) ? cursor!.id : 0))}::bigint[]
      ) s (place, kind, above, up_to, is_open, after_due, after_id)
      cross join lateral (
        select n.application_id, n.due_from from application_needs n
        where ${ownedRows('n', scope, query.jobId)} and n.need = s.kind
          and n.due_from > s.above and n.due_from <= s.up_to and (n.due_from, n.application_id) > (s.after_due, s.after_id)
          and (s.is_open is null or s.is_open = ${isOpen(moment.now)}) ${filtered}
        order by n.due_from, n.application_id limit ${limit}
      ) x
      order by s.place, x.due_from, x.application_id limit ${limit}`,
    sql`chosen.place, chosen.due_from, a.id`,
  );
};
