import { sql, type Kysely, type Transaction } from 'kysely';
import type { Attendance } from '../../../contract/constants/attendance';
import { APPOINTMENT_EXPIRY_HOURS } from '../../../contract/constants/limits';
import type { AppointmentStatus, WorkerFeedback } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/scope';
import { firstRow, rowsOf, run } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { ownedRows } from '../jobs';
import type { AppointmentActor, DueFields } from './rules';

export interface LockedAppointment extends DueFields {
  id: number;
  organisationId: number;
  userId: number;
  applicationId: number;
  jobId: number;
  workerId: number;
  address: string | null;
  workerFeedback: WorkerFeedback | null;
  workerFeedbackText: string | null;
  attendance: Attendance | null;
  attendanceMinutes: number | null;
  attendanceAt: Date | null;
}

const LOCKED = sql`
  p.id, p.organisation_id as "organisationId", p.user_id as "userId", p.application_id as "applicationId",
  p.job_id as "jobId", p.worker_id as "workerId", p.address, p.status, p.created_at as "createdAt",
  p.start_at as "startAt", p.end_at as "endAt", p.worker_feedback as "workerFeedback",
  p.worker_feedback_text as "workerFeedbackText", p.attendance, p.attendance_minutes as "attendanceMinutes",
  p.attendance_at as "attendanceAt"`;

export const lockAppointment = (
  trx: Transaction<Database>,
  id: number,
): Promise<LockedAppointment | undefined> => firstRow(trx)`
    select ${LOCKED} from appointments p where p.id = ${id} for no key update`;

export interface WorkerAppointment extends LockedAppointment {
  /** What the employer recorded about the attendance, also before the end. */
  came: boolean | null;
}

/**
 * Locks an application and then its appointment, in the order of the employer's changes. Returns undefined unless the
 * appointment belongs to the worker.
 */
export const lockOfWorker = async (
  trx: Transaction<Database>,
  id: number,
  workerId: number,
): Promise<WorkerAppointment | undefined> => {
  const { rows } = await sql<{ came: boolean | null }>`
    select a.came from applications a
    where a.id = (select p.application_id from appointments p where p.id = ${id} and p.worker_id = ${workerId})
    for no key update`.execute(trx);
  const appointment = rows[0] && (await lockAppointment(trx, id));
  return appointment && { ...appointment, came: rows[0]!.came };
};

/** Returns the application id of an appointment, or undefined when it is outside the caller's scope. */
export const findApplicationId = async (
  db: Kysely<Database>,
  scope: Scope,
  id: number,
): Promise<number | undefined> => {
  const row = await firstRow(db)<{ applicationId: number }>`
    select p.application_id as "applicationId" from appointments p
    where p.id = ${id} and ${ownedRows('p', scope)}`;
  return row?.applicationId;
};

/** Locks some of the appointments whose time is up and skips those that another transaction has locked. */
export const lockDue = async (trx: Transaction<Database>, now: Date, limit: number): Promise<LockedAppointment[]> => {
  const expired = new Date(now.getTime() - APPOINTMENT_EXPIRY_HOURS * 3_600_000);
  return rowsOf(trx)`
    select ${LOCKED} from appointments p
    where (p.status = 'WAITING' and p.created_at <= ${expired})
      or (p.status in ('WAITING', 'ACTIVE') and p.start_at <= ${now} and (p.status = 'WAITING' or p.end_at <= ${now}))
    order by p.id limit ${limit} for no key update skip locked`;
};

/** Sets the status and adds a line to the appointment's log. */
export const setStatus = (
  trx: Transaction<Database>,
  id: number,
  status: AppointmentStatus,
  by: AppointmentActor,
  at: Date,
): Promise<void> => run(trx)`
    with changed as (update appointments set status = ${status} where id = ${id} returning id)
    insert into appointment_status_log (appointment_id, status, changed_by, at)
    select id, ${status}, ${by}, ${at} from changed`;

export const updateWorkerFeedback = (
  trx: Transaction<Database>,
  id: number,
  feedback: WorkerFeedback | null,
  text: string | null,
): Promise<void> => run(trx)`
    update appointments set worker_feedback = ${feedback}, worker_feedback_text = ${text} where id = ${id}`;

/** Records what the worker answered about a locked appointment. */
export const updateAttendance = (
  trx: Transaction<Database>,
  id: number,
  { answer, minutes }: { answer: Attendance; minutes: number | null },
  at: Date,
): Promise<void> => run(trx)`
    update appointments set attendance = ${answer}, attendance_minutes = ${minutes}, attendance_at = ${at}
    where id = ${id}`;

/** Forgets that the worker asked for another time. */
export const clearAttendance = (trx: Transaction<Database>, id: number): Promise<void> => run(trx)`
    update appointments set attendance = null, attendance_minutes = null, attendance_at = null where id = ${id}`;

/** Deletes a locked appointment and its log. */
export const deleteAppointment = async (trx: Transaction<Database>, id: number): Promise<void> => {
  await sql`delete from appointment_status_log where appointment_id = ${id}`.execute(trx);
  await sql`delete from appointments where id = ${id}`.execute(trx);
};
