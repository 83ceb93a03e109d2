import { sql, type RawBuilder } from 'kysely';
import { LAPSING_KINDS, lapses, NEED_KINDS, openSince } from '../../../contract/constants/need';

/**
 * Returns the SQL condition that a row of `application_needs n` of a kind that lapses, due at `now`, has not lapsed. Only an
 * invitation that became due a short while ago needs more than the index.
 */
export const isOpen = (now: Date): RawBuilder<unknown> => {
  const since = new Date(openSince(now.getTime()));
  return sql`(n.due_from > ${since} and (n.need = 'decide' or coalesce((
    select m.snoozed_until from application_needs m where m.application_id = n.application_id) > ${since}, false)))`;
};

const KEPT_KINDS = NEED_KINDS.filter((kind) => !lapses(kind));

/** Returns the SQL number of the needs of the job `j` that are due at `now`. */
export const countDue = (now: Date): RawBuilder<unknown> => sql`(
  (select count(*) from application_needs n
    where n.job_id = j.id and n.need = any(${KEPT_KINDS}) and n.due_from <= ${now})
  + (select count(*) from application_needs n
    where n.job_id = j.id and n.need = any(${[...LAPSING_KINDS]}) and n.due_from <= ${now} and ${isOpen(now)}))::int`;
