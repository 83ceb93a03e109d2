import { sql, type Kysely } from 'kysely';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { ownedRows } from '../jobs';

export interface CalendarRow {
  startAt: Date;
  endAt: Date;
  status: AppointmentStatus;
  latitude: number;
  longitude: number;
  address: string | null;
  workerName: string;
  jobTitle: string;
  companyName: string;
  changes: number;
  changedAt: Date;
}

export const findCalendarRow = async (
  db: Kysely<Database>,
  scope: Scope,
  id: number,
): Promise<CalendarRow | undefined> => {
  const { rows } = await sql<CalendarRow>`
    select p.start_at as "startAt", p.end_at as "endAt", p.status, p.latitude, p.longitude, p.address,
      w.first_name || ' ' || w.last_name as "workerName", j.title as "jobTitle",
      coalesce(u.company_name, '') as "companyName", greatest(count(l.id)::int - 1, 0) as changes,
      coalesce(max(l.at), p.created_at) as "changedAt"
    from appointments p join workers w on w.id = p.worker_id join jobs j on j.id = p.job_id
      join users u on u.id = p.user_id left join appointment_status_log l on l.appointment_id = p.id
    where p.id = ${id} and ${ownedRows('p', scope)}
    group by p.id, w.id, j.id, u.id`.execute(db);
  return rows[0];
};
