import { sql, type Kysely, type Transaction } from 'kysely';
import type { Attendance } from '../../../contract/constants/attendance';
import { APPOINTMENT_EXPIRY_HOURS } from '../../../contract/constants/limits';
import type { AppointmentStatus, WorkerFeedback } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/scope';
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

/** Locks an appointment. Returns undefined unless it belongs to the worker. */
export const lockOfWorker = async (
  trx: Transaction<Database>,
  id: number,
  workerId: number,
): Promise<LockedAppointment | undefined> => {
  const { rows } = await sql<LockedAppointment>`
    select ${LOCKED} from appointments p where p.id = ${id} and p.worker_id = ${workerId} for no key update`.execute(
    trx,
  );
  return rows[0];
};

export const lockAppointment = async (
  trx: Transaction<Database>,
  id: number,
): Promise<LockedAppointment | undefined> => {
  const { rows } = await sql<LockedAppointment>`
    select ${LOCKED} from appointments p where p.id = ${id} for no key update`.execute(trx);
  return rows[0];
};

/** Returns the application id of an appointment, or undefined when it is outside the caller's scope. */
export const findApplicationId = async (
  db: Kysely<Database>,
  scope: Scope,
  id: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ applicationId: number }>`
    select p.application_id as "applicationId" from appointments p
    where p.id = ${id} and ${ownedRows('p', scope)}`.execute(db);
  return rows[0]?.applicationId;
};

/** Locks some of the appointments whose time is up and skips those that another transaction has locked. */
export const lockDue = async (trx: Transaction<Database>, now: Date, limit: number): Promise<LockedAppointment[]> => {
  const expired = new Date(now.getTime() - APPOINTMENT_EXPIRY_HOURS * 3_600_000);
  const { rows } = await sql<LockedAppointment>`
    select ${LOCKED} from appointments p
    where (p.status = 'WAITING' and p.created_at <= ${expired})
      or (p.status in ('WAITING', 'ACTIVE') and p.start_at <= ${now} and (p.status = 'WAITING' or p.end_at <= ${now}))
    order by p.id limit ${limit} for no key update skip locked`.execute(trx);
  return rows;
};

/** Sets the status and adds a line to the appointment's log. */
export const setStatus = async (
  trx: Transaction<Database>,
  id: number,
  status: AppointmentStatus,
  by: AppointmentActor,
  at: Date,
): Promise<void> => {
  await sql`
    with changed as (update appointments set status = ${status} where id = ${id} returning id)
    insert into appointment_status_log (appointment_id, status, changed_by, at)
    select id, ${status}, ${by}, ${at} from changed`.execute(trx);
};

export const updateWorkerFeedback = async (
  trx: Transaction<Database>,
  id: number,
  feedback: WorkerFeedback | null,
  text: string | null,
): Promise<void> => {
  await sql`
    update appointments set worker_feedback = ${feedback}, worker_feedback_text = ${text} where id = ${id}`.execute(
    trx,
  );
};

/** Records what the worker answered about a locked appointment. */
export const updateAttendance = async (
  trx: Transaction<Database>,
  id: number,
  { answer, minutes }: { answer: Attendance; minutes: number | null },
  at: Date,
): Promise<void> => {
  await sql`
    update appointments set attendance = ${answer}, attendance_minutes = ${minutes}, attendance_at = ${at}
    where id = ${id}`.execute(trx);
};

/** Forgets that the worker asked for another time. */
export const clearAttendance = async (trx: Transaction<Database>, id: number): Promise<void> => {
  await sql`
    update appointments set attendance = null, attendance_minutes = null, attendance_at = null where id = ${id}`.execute(
    trx,
  );
};

/** Deletes a locked appointment and its log. */
export const deleteAppointment = async (trx: Transaction<Database>, id: number): Promise<void> => {
  await sql`delete from appointment_status_log where appointment_id = ${id}`.execute(trx);
  await sql`delete from appointments where id = ${id}`.execute(trx);
};
