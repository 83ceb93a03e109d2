import { sql, type RawBuilder } from 'kysely';
import type { ApplicationStatus } from '../../../contract/constants/statuses';
import { containing, hasRow, instant, onlyRow, rowsOf } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import type { Point } from '../../platform/geo';
import { TOLD_STATUS } from '../decisions';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { sendEvents } from '../../platform/live/outbox';

/** An open job for workers, which `presenter.ts` turns into JSON. */
export interface OpenJob {
  id: number;
  title: string;
  description: string;
  companyName: string;
  positionId: number;
  positionName: string;
  openedAt: string | null;
  places: { name: string; latitude: number; longitude: number }[];
  distanceKm: number | null;
}

/** Returns the haversine formula of platform/geo.ts in SQL, in km. */
const distanceFrom = ({ latitude, longitude }: Point): RawBuilder<unknown> => sql`
  2 * 6371.0088 * asin(least(1, sqrt(
    power(sin(radians(l.latitude - ${latitude}::float8) / 2), 2) + cos(radians(${latitude}::float8))
      * cos(radians(l.latitude)) * power(sin(radians(l.longitude - ${longitude}::float8) / 2), 2))))`;

const PLACES = sql`from job_locations jl join company_locations l on l.id = jl.company_location_id where jl.job_id = j.id`;

interface OpenJobsQuery {
  near: Point | undefined;
  radiusKm: number | undefined;
  q: string | undefined;
  limit: number;
  offset: number;
}

/** Returns open jobs, nearest first when a point is given, otherwise newest first. */
export const listOpenJobs = async (db: Db, query: OpenJobsQuery): Promise<OpenJob[]> => {
  const { near, radiusKm, limit, offset } = query;
  const pattern = containing(query.q);
  const search = pattern
    ? sql`and (j.title_folded like ${pattern} or p.name_folded like ${pattern} or u.company_name_folded like ${pattern})`
    : sql``;
  const distance = near
    ? sql`cross join lateral (select min(${distanceFrom(near)}) as km ${PLACES}) d`
    : sql`cross join (select null::float8 as km) d`;
  const within = near && radiusKm !== undefined ? sql`and d.km <= ${radiusKm}::float8` : sql``;
  const order = near ? sql`distance_km nulls last, id` : sql`opened desc, id desc`;
  return rowsOf(db)`
    select j.id, j.title, j.description, j.company_name, j.position_id, j.position_name, j.distance_km,
      ${instant('j.opened')} as opened_at, coalesce((
      select json_agg(json_build_object('name', l.name, 'latitude', l.latitude, 'longitude', l.longitude) order by l.id)
      ${PLACES}), '[]') as places
    from (
      select j.id, j.title, j.description, j.opened_at as opened, coalesce(u.company_name, '') as company_name,
        p.id as position_id, p.name as position_name, d.km as distance_km
      from jobs j join users u on u.id = j.user_id join job_positions p on p.id = j.position_id ${distance}
      where j.status = 'active' ${search} ${within}
      order by ${order} limit ${limit} offset ${offset}
    ) j order by ${order}`;
};

interface GatewayApplicationRecord {
  id: number;
  jobId: number;
  workerId: number;
  status: ApplicationStatus;
  createdAt: string;
}

/** Returns an application with the status that its worker knows. */
export const findApplication = (trx: Trx, id: number): Promise<GatewayApplicationRecord> =>
  onlyRow(trx)`
    select a.id, a.job_id, a.worker_id, ${TOLD_STATUS} as status,
      ${instant('a.created_at')} as created_at
    from applications a where a.id = ${id}`;

export const workerExists = (db: Db, workerId: number): Promise<boolean> =>
  hasRow(db)`select 1 from workers where id = ${workerId}`;

/** Returns the events after `after`, oldest first. It includes every change that was committed before the call. */
export const listEvents = async (db: Db, after: number, limit: number): Promise<GatewayEvent[]> => {
  await sendEvents(db);
  return rowsOf(db)`
    select seq, type, ${instant('at')} as at, worker_id, data
    from worker_events where seq > ${after} order by seq limit ${limit}`;
};

/** Removes those of the `batch` oldest events that happened before `before` and returns their number. */
export const removeOldestEvents = async (db: Db, before: Date, batch: number): Promise<number> => {
  // Numbers rise with time, so the index of the numbers finds the oldest rows.
  const { numAffectedRows } = await sql`
    delete from worker_events where seq <= (
      select max(seq) from (select seq, at from worker_events order by seq limit ${batch}) oldest
      where at < ${before}::timestamptz)`.execute(db);
  return Number(numAffectedRows ?? 0);
};
