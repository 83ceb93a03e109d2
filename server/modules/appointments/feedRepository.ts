import { sql, type RawBuilder } from 'kysely';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/guard';
import { rowsOf, firstRow } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import { ownedRows } from '../jobs';
import { FIRST_NAME, LAST_NAME, withTold } from '../workers';
import type { EmployerType } from '../../../contract/constants/roles';

export interface CalendarRow {
  id: number;
  startAt: Date;
  endAt: Date;
  status: AppointmentStatus;
  latitude: number;
  longitude: number;
  address: string | null;
  firstName: string;
  lastName: string;
  jobTitle: string;
  companyName: string;
  changes: number;
  changedAt: Date;
}

const listRows = (db: Db, where: RawBuilder<unknown>): Promise<CalendarRow[]> => rowsOf(db)`
    select p.id, p.start_at, p.end_at, p.status, p.latitude, p.longitude, p.address, ${FIRST_NAME} as first_name,
      ${LAST_NAME} as last_name, j.title as job_title, coalesce(u.company_name, '') as company_name,
      greatest(count(l.id)::int - 1, 0) as changes, coalesce(max(l.at), p.created_at) as changed_at
    from appointments p join workers w on w.id = p.worker_id join jobs j on j.id = p.job_id
      join users u on u.id = p.user_id left join appointment_status_log l on l.appointment_id = p.id
      ${withTold(sql.ref('p.application_id'))}
    where ${where}
    group by p.id, w.id, j.id, u.id, told.application_id order by p.start_at, p.id`;

export const findCalendarRow = async (db: Db, scope: Scope, id: number): Promise<CalendarRow | undefined> => {
  const [row] = await listRows(db, sql`p.id = ${id} and ${ownedRows('p', scope)}`);
  return row;
};

/** Returns the appointments in the scope that start in the half-open interval, soonest first. */
export const listCalendarRows = (
  db: Db,
  scope: Scope,
  { from, to }: { from: Date; to: Date },
): Promise<CalendarRow[]> =>
  listRows(db, sql`${ownedRows('p', scope)} and p.start_at >= ${from} and p.start_at < ${to}`);

export const findFeed = (db: Db, userId: number) => firstRow(db)<{ createdAt: Date }>`
    select created_at from calendar_feeds where user_id = ${userId}`;

/** Stores the account's only feed. An earlier one ends. */
export const replaceFeed = async (trx: Trx, userId: number, tokenHash: string, now: Date) => {
  await sql`
    insert into calendar_feeds (user_id, token_hash, created_at) values (${userId}, ${tokenHash}, ${now})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`.execute(
    trx,
  );
};

/** Ends the account's feed. Returns false when it has none. */
export const removeFeed = async (trx: Trx, userId: number): Promise<boolean> => {
  const feed = trx.deleteFrom('calendarFeeds').where('userId', '=', userId);
  return (await feed.executeTakeFirst()).numDeletedRows > 0n;
};

/** The account whose appointments a feed shows. */
export interface FeedOwner {
  id: number;
  organisationId: number;
  userType: EmployerType;
  /** An ISO 639-1 code. */
  language: string;
}

/** Finds the account of a feed; undefined for an ended one, a deleted account and a company without dashboard access. */
export const findFeedOwner = (db: Db, tokenHash: string): Promise<FeedOwner | undefined> => firstRow(db)`
    select u.id, u.organisation_id, u.user_type, u.language_code as language
    from calendar_feeds f join users u on u.id = f.user_id
    where f.token_hash = ${tokenHash} and u.deleted_at is null
      and (u.user_type <> 'company' or u.dashboard_access)`;
