import { sql } from 'kysely';
import type { Attendance } from '../../../contract/constants/attendance';
import { APPOINTMENT_EXPIRY_HOURS } from '../../../contract/constants/limits';
import type { AppointmentStatus, WorkerFeedback, ApplicationStatus } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/guard';
import { firstRow, onlyRow, rowsOf, run, hasRow, onlyValue, instant } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import { ownedRows, type LockedApplication } from '../jobs';
import type { AppointmentActor, DueFields, PlannedReminder } from './rules';
import {
  feedbackChain,
  type FeedbackAnswers,
  type FeedbackField,
  type FeedbackRecord,
} from '../../../contract/rules/feedback';
import { lastAnswered } from '../../../contract/rules/feedbackRemoval';
import type { Appointment, LastAnswer } from '../../../contract/schemas/appointments';
import { HOUR } from '../../../contract/constants/time';
import { outOfNight } from '../../../contract/rules/night';
import type { Settings } from '../../platform/settings';
import { isBlocked, isStatusRead } from '../chat';
import { findReach, findStepSms } from '../workerLinks';
import { OWN_WORKERS } from '../workers';

export interface LockedAppointment
  extends
    DueFields,
    Row<
      'appointments',
      Names<
        | 'id organisationId userId applicationId jobId workerId address latitude longitude movedFrom workerFeedback'
        | 'workerFeedbackText attendance attendanceMinutes attendanceAt'
      >
    > {}

const LOCKED = sql`
  p.id, p.organisation_id, p.user_id, p.application_id, p.job_id, p.worker_id, p.address, p.latitude, p.longitude, p.moved_from,
  p.status, p.created_at, p.start_at, p.end_at, p.worker_feedback, p.worker_feedback_text, p.attendance, p.attendance_minutes, p.attendance_at`;

export const lockAppointment = (trx: Trx, id: number): Promise<LockedAppointment | undefined> => firstRow(trx)`
    select ${LOCKED} from appointments p where p.id = ${id} for no key update`;

export interface WorkerAppointment extends LockedAppointment {
  /** What the employer recorded about the attendance, possibly before the end. */
  came: boolean | null;
}

/**
 * Locks an application and then its appointment, in the order of the employer's changes. Returns undefined unless the
 * appointment belongs to the worker.
 */
export const lockOfWorker = async (trx: Trx, id: number, workerId: number): Promise<WorkerAppointment | undefined> => {
  const row = await firstRow(trx)<{ came: boolean | null }>`
    select a.came from applications a
    where a.id = (select p.application_id from appointments p where p.id = ${id} and p.worker_id = ${workerId})
    for no key update`;
  const appointment = row && (await lockAppointment(trx, id));
  return appointment && { ...appointment, came: row!.came };
};

/** Returns the application id of an appointment, or undefined when it is outside the caller's scope. */
export const findApplicationId = async (db: Db, scope: Scope, id: number): Promise<number | undefined> => {
  const row = await firstRow(db)<{ applicationId: number }>`
    select p.application_id from appointments p
    where p.id = ${id} and ${ownedRows('p', scope)}`;
  return row?.applicationId;
};

/** Locks some of the appointments whose time is up and skips those that another transaction has locked. */
export const lockDue = async (trx: Trx, now: Date, limit: number): Promise<LockedAppointment[]> => {
  const expired = new Date(now.getTime() - APPOINTMENT_EXPIRY_HOURS * HOUR);
  return rowsOf(trx)`
    select ${LOCKED} from appointments p
    where (p.status = 'WAITING' and p.created_at <= ${expired})
      or (p.status in ('WAITING', 'ACTIVE') and p.start_at <= ${now} and (p.status = 'WAITING' or p.end_at <= ${now}))
    order by p.id limit ${limit} for no key update skip locked`;
};

/** Sets the status and adds a line to the appointment's log. */
export const setStatus = (
  trx: Trx,
  id: number,
  status: AppointmentStatus,
  by: AppointmentActor,
  at: Date,
): Promise<void> => run(trx)`
    with changed as (update appointments set status = ${status} where id = ${id} returning id)
    insert into appointment_status_log (appointment_id, status, changed_by, at)
    select id, ${status}, ${by}, ${at} from changed`;

export const updateWorkerFeedback = (
  trx: Trx,
  id: number,
  feedback: WorkerFeedback | null,
  text: string | null,
): Promise<void> => run(trx)`
    update appointments set worker_feedback = ${feedback}, worker_feedback_text = ${text} where id = ${id}`;

/** Records what the worker answered about a locked appointment. */
export const updateAttendance = (
  trx: Trx,
  id: number,
  { answer, minutes }: { answer: Attendance; minutes: number | null },
  at: Date,
): Promise<void> => run(trx)`
    update appointments set attendance = ${answer}, attendance_minutes = ${minutes}, attendance_at = ${at}
    where id = ${id}`;

/** Removes the worker's answer, such as a request for another time. */
export const clearAttendance = (trx: Trx, id: number): Promise<void> => run(trx)`
    update appointments set attendance = null, attendance_minutes = null, attendance_at = null where id = ${id}`;

/** Deletes a locked appointment and its log. */
export const deleteAppointment = async (trx: Trx, id: number): Promise<void> => {
  await run(trx)`delete from appointment_status_log where appointment_id = ${id}`;
  await run(trx)`delete from appointments where id = ${id}`;
};

/**
 * Keeps other transactions from booking this worker in this organisation. It is a separate lock, taken after the
 * application's. A lock on the worker's row could deadlock: a profile change locks that row before the applications.
 */
export const lockBookings = async (trx: Trx, organisationId: number, workerId: number) => {
  const name = `appointments of worker ${workerId} in organisation ${organisationId}`;
  await run(trx)`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
};

interface Times {
  startAt: Date;
  endAt: Date;
}

/**
 * Returns whether the applicant has an open appointment in the organisation, other than `except`, that overlaps the
 * half-open interval. An appointment whose time is up does not count, even before the scheduled task updates its status.
 */
export const isBooked = async (
  trx: Trx,
  applicationId: number,
  { startAt, endAt }: Times,
  { now, except = 0 }: { now: Date; except?: number },
): Promise<boolean> => {
  const expired = new Date(now.getTime() - APPOINTMENT_EXPIRY_HOURS * HOUR);
  return hasRow(trx)`
    select 1 from applications a
      join appointments p on p.worker_id = a.worker_id and p.organisation_id = a.organisation_id
    where a.id = ${applicationId} and p.status in ('WAITING', 'ACTIVE')
      and p.id <> ${except} and p.start_at < ${endAt} and p.end_at > ${startAt}
      and not (p.status = 'WAITING' and (p.created_at <= ${expired} or p.start_at <= ${now}))
    limit 1`;
};

export interface NewAppointment extends Times {
  application: LockedApplication;
  latitude: number;
  longitude: number;
  address: string | null;
  /** The missed appointment that this one follows. */
  rebookOf: number | null;
}

/** Stores an invitation with the first line of its log and returns its id. */
export const insertAppointment = async (
  trx: Trx,
  { application, startAt, endAt, latitude, longitude, address, rebookOf }: NewAppointment,
  now: Date,
): Promise<number> => {
  const { id, organisationId, userId, jobId, workerId } = application;
  return onlyValue(trx)<number>`
    with made as (
      insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
        latitude, longitude, address, created_at, rebook_of)
      values (${organisationId}, ${userId}, ${id}, ${jobId}, ${workerId}, 'WAITING', ${startAt}, ${endAt},
        ${latitude}, ${longitude}, ${address}, ${now}, ${rebookOf})
      returning id
    ), logged as (
      insert into appointment_status_log (appointment_id, status, changed_by, at)
      select id, 'WAITING', 'employer', ${now}::timestamptz from made
    )
    select id from made`;
};

interface NewTime extends Times, Pick<NewAppointment, 'latitude' | 'longitude' | 'address'> {
  /** The start that the worker knows, possibly the new one. */
  movedFrom: Date;
}

/** Makes a locked appointment an invitation to a new time or place, with a line in its log. */
export const updateTime = (
  trx: Trx,
  id: number,
  { startAt, endAt, latitude, longitude, address, movedFrom }: NewTime,
  now: Date,
): Promise<void> => run(trx)`
    with changed as (
      update appointments set status = 'WAITING', start_at = ${startAt}, end_at = ${endAt}, latitude = ${latitude},
        longitude = ${longitude}, address = ${address}, created_at = ${now}, attendance = null,
        attendance_minutes = null, attendance_at = null,
        moved_from = nullif(${movedFrom}::timestamptz, ${startAt}::timestamptz)
      where id = ${id} returning id)
    insert into appointment_status_log (appointment_id, status, changed_by, at)
    select id, 'WAITING', 'employer', ${now}::timestamptz from changed`;

interface AnswerKey {
  organisationId: number;
  applicationId: number;
  appointmentId: number;
  field: FeedbackField;
}

/** Who recorded an answer, and when (ISO 8601, UTC). */
interface RecordedAnswer {
  recordedAt: string;
  actorName: string | null;
}

/** Finds in the audit log when an answer was last recorded. Returns undefined for an answer without an entry. */
export const findRecordedAnswer = (
  db: Db,
  { organisationId, applicationId, appointmentId, field }: AnswerKey,
): Promise<RecordedAnswer | undefined> => firstRow(db)`
    select ${instant('l.at')} as recorded_at, l.actor_name
    from audit_log l
    where l.subject_type = 'application' and l.subject_id = ${applicationId} and l.action = 'application.feedback'
      and l.organisation_id = ${organisationId} and l.details ->> 'appointmentId' = ${String(appointmentId)}
      and l.details -> ${field}::text is not null
    order by l.id desc limit 1`;

/** Returns the last status of an appointment before its outcome, or undefined when its log has none. */
export const findStatusBeforeOutcome = async (
  trx: Trx,
  appointmentId: number,
): Promise<AppointmentStatus | undefined> => {
  const row = await firstRow(trx)<{ status: AppointmentStatus }>`
    select status from appointment_status_log
    where appointment_id = ${appointmentId} and status in ('ACTIVE', 'COMPLETED')
    order by id desc limit 1`;
  return row?.status;
};

/** Returns the status of an application before it was last accepted, from the audit log. */
export const findStatusBeforeAcceptance = async (trx: Trx, applicationId: number): Promise<ApplicationStatus> => {
  const row = await firstRow(trx)<{ status: ApplicationStatus | null }>`
    select l.details ->> 'from' as status from audit_log l
    where l.subject_type = 'application' and l.subject_id = ${applicationId} and l.action = 'application.accepted'
    order by l.id desc limit 1`;
  return row?.status ?? 'in_progress';
};

/** Sets the status of a locked application. */
export const updateApplicationStatus = (trx: Trx, id: number, status: ApplicationStatus): Promise<void> =>
  run(trx)`update applications set status = ${status} where id = ${id}`;

interface Owner {
  applicationId: number;
  appointmentId: number;
  startAt: Date;
}

/** Plans reminders. When a time is changed and changed back, the earlier reminder is planned again. */
export const insertReminders = async (
  trx: Trx,
  { applicationId, appointmentId, startAt }: Owner,
  planned: readonly PlannedReminder[],
): Promise<void> => {
  const kinds = planned.map(({ kind }) => kind);
  const times = planned.map(({ dueAt }) => dueAt);
  await run(trx)`
    insert into reminders (application_id, appointment_id, kind, start_at, due_at)
    select ${applicationId}::bigint, ${appointmentId}::bigint, kind, ${startAt}::timestamptz, due_at
    from unnest(${kinds}::text[], ${times}::timestamptz[]) as planned (kind, due_at)
    on conflict (application_id, appointment_id, kind, start_at)
    do update set due_at = excluded.due_at, sent_at = null, skipped = null`;
};

/** Deletes the reminders of an appointment that are still ahead. */
export const removeReminders = (trx: Trx, appointmentId: number): Promise<void> => run(trx)`
    delete from reminders where appointment_id = ${appointmentId} and sent_at is null and skipped is null`;

/** Records that the text message of a reminder of `at` never left, for a worker who has no other channel. */
export const markNotReminded = (trx: Trx, applicationId: number, at: Date): Promise<void> => run(trx)`
    update reminders r set sent_at = null, skipped = 'undelivered'
    from applications a join workers w on w.id = a.worker_id and w.external_id like ${OWN_WORKERS}
    where a.id = ${applicationId} and r.application_id = a.id and r.sent_at = ${at}`;

/** Returns the reminders of an appointment, soonest first. */
export const listReminders = (db: Db, appointmentId: number): Promise<NonNullable<Appointment['reminders']>> => rowsOf(
  db,
)<NonNullable<Appointment['reminders']>[number]>`
    select kind, ${instant('due_at')} as due_at, ${instant('sent_at')} as sent_at, skipped
    from reminders where appointment_id = ${appointmentId} order by due_at, id`;

/** Returns the outcome that answers lead to, or null when they lead to none. */
export const outcomeOf = (answers: FeedbackAnswers) => feedbackChain({ status: null, answers }, answers).status;

type AnsweredAppointment = Pick<FeedbackRecord, 'answers'> &
  Row<'appointments', 'id' | 'organisationId' | 'applicationId' | 'userId' | 'workerId' | 'status'>;

export type AnswerOptions = Pick<Settings, 'workerLinks' | 'timeZone'>;

/**
 * Returns whether the worker was notified of a status that an answer led to, and of its removal would be, and when its
 * text message will be sent.
 */
const findDelivery = async (
  db: Db,
  appointment: AnsweredAppointment,
  recorded: FeedbackAnswers,
  { workerLinks, timeZone }: AnswerOptions,
): Promise<Pick<LastAnswer, 'delivery' | 'tellAt' | 'notTold' | 'isRemovalTold'>> => {
  const { id: appointmentId, applicationId, status } = appointment;
  const reach = await findReach(db, workerLinks, appointment);
  const isRead = await isStatusRead(db, appointment, { appointmentId, status });
  const sms = isRead || reach === 'product' ? null : await findStepSms(db, applicationId, recorded);
  if (isRead || reach === 'product' || sms?.toldAt) {
    const isRemovalTold = reach !== 'none' && !(await isBlocked(db, appointment));
    return { delivery: isRead ? 'read' : 'sent', tellAt: null, isRemovalTold };
  }
  const dueAt = reach === 'sms' && sms?.dueAt;
  const isLost = sms !== null && !dueAt;
  const tellAt = dueAt ? outOfNight(dueAt, timeZone).toISOString() : null;
  return { delivery: 'none', tellAt, ...(isLost && { notTold: true }) };
};

/** Returns the last recorded answer about an appointment; null without one, or when its time is unknown. */
export const findLastAnswer = async (
  db: Db,
  appointment: AnsweredAppointment,
  options: AnswerOptions,
): Promise<LastAnswer | null> => {
  const { id: appointmentId, organisationId, applicationId } = appointment;
  const { recorded } = feedbackChain(appointment);
  const field = lastAnswered(recorded);
  const found = field && (await findRecordedAnswer(db, { organisationId, applicationId, appointmentId, field }));
  if (!field || !found) return null;
  const isTold = outcomeOf(recorded) !== outcomeOf({ ...recorded, [field]: null });
  const untold = { delivery: 'none', tellAt: null } as const;
  return { field, ...found, ...(isTold ? await findDelivery(db, appointment, recorded, options) : untold) };
};

/** Returns when the worker was first invited to an appointment, and whether they ever accepted it. */
export const findFirstInvitation = (db: Db, id: number) =>
  onlyRow(db)<{ invitedAt: Date; wasAccepted: boolean }>`
    select coalesce(min(l.at), p.created_at) as invited_at, coalesce(bool_or(l.status = 'ACTIVE'), false) as was_accepted
    from appointments p left join appointment_status_log l on l.appointment_id = p.id
    where p.id = ${id} group by p.id`;

/** Returns when (ISO) the text message about the present time of an appointment leaves, if it waits, and whether it is lost. */
export const findInvitationText = (db: Db, id: number) =>
  // A reminder of the invitation is stored later.
  firstRow(db)<{ waitsUntil: string | null; isLost: boolean }>`
    select m.failed_at is not null or (m.sent_at is null and m.next_attempt_at >= m.useful_until) as is_lost,
      case when m.sent_at is null and m.attempts = 0 and m.next_attempt_at > m.created_at
        then ${instant('m.next_attempt_at')} end as waits_until
    from appointments p join outgoing_messages m
      on m.application_id = p.application_id and m.appointment_id = p.id and m.created_at = p.created_at
    where p.id = ${id} and m.channel = 'sms'`;
