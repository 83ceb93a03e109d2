import { sql, type Transaction } from 'kysely';
import type { Attendance } from '../../../contract/constants/attendance';
import type { NeedFacts } from '../../../contract/constants/need';
import type { ApplicationStatus, AppointmentStatus, JobStatus } from '../../../contract/constants/statuses';
import type { Database } from '../../platform/database/schema';
import { TOMBSTONE } from '../workers';

/** What the need of an application and its snooze depend on. */
export interface StoredFacts extends NeedFacts {
  /** The worker's last message that waits for an answer. */
  askedNumber: number | null;
}

interface FactsRecord {
  id: number;
  status: ApplicationStatus;
  isErased: boolean;
  jobStatus: JobStatus;
  isShortlisted: boolean;
  arrivedAt: Date;
  shortlistedAt: Date | null;
  awaitingSince: Date | null;
  askedNumber: number | null;
  appointmentStatus: AppointmentStatus | null;
  statusAt: Date;
  startAt: Date;
  endAt: Date;
  attendance: Attendance | null;
  attendanceAt: Date | null;
  came: boolean | null;
  positive: boolean | null;
  offerSent: boolean | null;
  startsAt: Date | null;
  started: boolean | null;
}

const timeOf = (at: Date | null): number | null => at?.getTime() ?? null;

const factsOf = (row: FactsRecord): StoredFacts => ({
  // Erased people have no needs.
  status: row.isErased ? 'rejected' : row.status,
  jobStatus: row.jobStatus,
  isShortlisted: row.isShortlisted,
  arrivedAt: row.arrivedAt.getTime(),
  shortlistedAt: timeOf(row.shortlistedAt),
  awaitingSince: timeOf(row.awaitingSince),
  askedNumber: row.askedNumber,
  appointment: row.appointmentStatus && {
    status: row.appointmentStatus,
    statusAt: row.statusAt.getTime(),
    startAt: row.startAt.getTime(),
    endAt: row.endAt.getTime(),
    attendance: row.attendance,
    attendanceAt: timeOf(row.attendanceAt),
  },
  came: row.came,
  positive: row.positive,
  offerSent: row.offerSent,
  firstDay: row.startsAt && { startsAt: row.startsAt.getTime(), started: row.started },
});

/**
 * Reads what the needs of applications depend on, by id. A conversation belongs to the newest application of its worker to
 * the owner that is not rejected.
 */
export const readFacts = async (
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<Map<number, StoredFacts>> => {
  const { rows } = await sql<FactsRecord>`
    select a.id, a.status, w.external_id like ${`${TOMBSTONE}%`} as "isErased", j.status as "jobStatus",
      a.is_shortlisted as "isShortlisted", a.created_at as "arrivedAt", a.shortlisted_at as "shortlistedAt",
      case when t.last_number > 0 and t.blocked_at is null and t.awaiting_since is not null and a.id = (
        select max(b.id) from applications b join jobs k on k.id = b.job_id
        where b.worker_id = a.worker_id and b.organisation_id = a.organisation_id and b.user_id = a.user_id
          and b.status <> 'rejected' and k.status in ('active', 'closed')
      ) then t.awaiting_since end as "awaitingSince",
      case when t.awaiting_since is not null then (
        select max(m.number) from messages m
        where m.thread_id = t.id and m.sender = 'worker' and m.type in ('text', 'location')) end as "askedNumber",
      p.status as "appointmentStatus",
      coalesce((select max(l.at) from appointment_status_log l where l.appointment_id = p.id), p.created_at) as "statusAt",
      p.start_at as "startAt", p.end_at as "endAt", p.attendance, p.attendance_at as "attendanceAt",
      a.came, a.positive, a.offer_sent as "offerSent", h.starts_at as "startsAt", h.started
    from unnest(${[...ids]}::bigint[]) chosen (id)
    join applications a on a.id = chosen.id
    join jobs j on j.id = a.job_id
    join workers w on w.id = a.worker_id
    left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
    left join appointments p on p.id = a.appointment_id
    left join hires h on h.application_id = a.id`.execute(trx);
  return new Map(rows.map((row) => [row.id, factsOf(row)]));
};
