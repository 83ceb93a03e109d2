import { sql } from 'kysely';
import type { Db } from '../../../server/platform/database/schema';

/** Returns, for each hint with this reason that dashboards get while `work` runs, the ids in it. */
export const hintsOf = async (db: Db, reason: 'need' | 'stage', work: () => Promise<unknown>): Promise<number[][]> => {
  await sql`create table if not exists hints as select data from event_outbox where false`.execute(db);
  await sql`
    create or replace function keep_hints() returns trigger language plpgsql as $$
    begin insert into hints values (new.data); return new; end $$`.execute(db);
  await sql`
    create or replace trigger keep_hints before insert on event_outbox
    for each row execute function keep_hints()`.execute(db);
  await sql`delete from hints`.execute(db);
  await work();
  const { rows } = await sql<{ ids: number[] }>`
    select data -> 'event' -> 'ids' as ids from hints where data -> 'event' ->> 'reason' = ${reason}`.execute(db);
  return rows.map(({ ids }) => ids);
};
