import type { Kysely, Transaction } from 'kysely';
import { changesRow, idsOf, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

type Trx = Transaction<Database>;

interface Page {
  now: Date;
  after: number;
  limit: number;
}

/** Returns applications whose time to decide or invite is still ahead. */
export const listAhead = (trx: Trx, { now, after, limit }: Page): Promise<number[]> => idsOf(trx)`
    select application_id as id from application_needs
    where need in ('decide', 'invite') and need_at > ${now} and application_id > ${after}
    order by application_id limit ${limit}`;

/** Returns applications whose id modulo `share` is `part`, except those that the task has yet to compute. */
export const listPart = (
  trx: Trx,
  { share, part, now, after, limit }: Page & { share: number; part: number },
): Promise<number[]> => idsOf(trx)`
    select application_id as id from application_needs n
    where application_id > ${after} and application_id % ${share} = ${part}
      and (changes_at is null or changes_at > ${now})
      and not exists (select from need_changes c where c.application_id = n.application_id)
    order by application_id limit ${limit}`;

/** Computes from the messages since when the conversations of applications wait for an answer. */
export const correctAwaiting = (trx: Trx, ids: readonly number[]): Promise<void> => run(trx)`
    update threads t set awaiting_since = awaiting_since_of(t)
    from applications a where a.id = any(${[...ids]}::bigint[]) and t.user_id = a.user_id and t.worker_id = a.worker_id
      and t.awaiting_since is distinct from awaiting_since_of(t)`;

/**
 * Notes that the check of a day begins. Returns false when it is finished, or when it began after `retryBefore` and may
 * have failed.
 */
export const beginCheck = (
  db: Kysely<Database>,
  day: string,
  { now, retryBefore }: { now: Date; retryBefore: Date },
): Promise<boolean> => changesRow(db)`
    insert into need_checks as c (day, begun_at) values (${day}::date, ${now})
    on conflict (day) do update set begun_at = excluded.begun_at
    where c.finished_at is null and c.begun_at <= ${retryBefore}`;

/** Notes that the check of a day is complete. */
export const finishCheck = (
  db: Kysely<Database>,
  day: string,
  { checked, differences, now }: { checked: number; differences: number; now: Date },
): Promise<void> => run(db)`
    update need_checks set checked = ${checked}, differences = ${differences}, finished_at = ${now}
    where day = ${day}::date`;
