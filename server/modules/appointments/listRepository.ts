import { sql, type RawBuilder } from 'kysely';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { Appointment } from '../../../contract/schemas/appointments';
import type { Scope } from '../../platform/auth/guard';
import { onlyValue, rowsOf, instant, firstRow, hasRow, run } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import { IS_WITHDRAWN, ownedRows } from '../jobs';
import { FIRST_NAME, IS_ERASED, LAST_NAME, withTold } from '../workers';
import { findLastAnswer, listReminders, type AnswerOptions } from './repository';
import { ATTENDANCE_MESSAGE } from './rules';
import { findTextTime, isKnown } from './told';
import { NO_ANSWERS, type FeedbackAnswers } from '../../../contract/rules/feedback';
import type { EmployerType } from '../../../contract/constants/roles';

/** A stored appointment. */
export interface AppointmentRecord {
  id: number;
  applicationId: number;
  appointmentAt: string;
  startAt: string;
  endAt: string;
  latitude: number;
  longitude: number;
  address: string | null;
  workerId: number;
  companyId: number;
  jobId: number;
  jobTitle: string;
  companyName: string;
  phone: string | null;
  countryCode: string;
  attendance: Appointment['attendance'];
  rebookOf: number | null;
  movedFrom: string | null;
  isCurrent: boolean;
  status: AppointmentStatus;
  /** The worker withdrew the application before answering, which rejected the invitation. */
  isWithdrawn: boolean;
  firstName: string;
  lastName: string;
  imageKey: string | null;
  isErased: boolean;
  /** Whether the application's answers are about this appointment. */
  isNewest: boolean;
  came: boolean | null;
  positive: boolean | null;
  offerSent: boolean | null;
  offerAccepted: boolean | null;
  feedback: 'worker_came' | 'worker_did_not_come' | null;
  feedbackText: string | null;
  statusLog: Appointment['statusLog'] | null;
  /** The following fields are only in a record that was read alone. */
  lastAnswer?: Appointment['lastAnswer'];
  isKnown?: boolean;
  textAt?: string | null | undefined;
  reminders?: Appointment['reminders'];
}

const STATUS_LOG = sql`(
  select json_agg(json_build_object('status', l.status, 'by', l.changed_by,
    'at', ${instant('l.at')}) order by l.id)
  from appointment_status_log l where l.appointment_id = p.id)`;

const ATTENDANCE = sql`case when p.attendance is not null then json_build_object(
  'answer', p.attendance, 'minutes', p.attendance_minutes,
  'at', ${instant('p.attendance_at')},
  'hasReply', p.attendance = 'other_time' and exists (
    select 1 from threads t join messages m on m.thread_id = t.id
    where t.user_id = p.user_id and t.worker_id = p.worker_id and m.sender = 'employer'
      and m.created_at > greatest(p.attendance_at, (
        select max(w.created_at) from messages w
        where w.thread_id = t.id and w.sender = 'worker' and w.client_message_id like ${sql.lit(ATTENDANCE_MESSAGE)} || p.id || '-%')))) end`;

/**
 * Whether the worker of the application `a` withdrew it before answering the invitation `p`. An answer is in the audit
 * log. An earlier release wrote one for the withdrawal itself, within the same second
 * (0073_withdrawn_invitations.sql).
 */
export const ENDED_BY_WITHDRAWAL = sql`(p.status = 'REJECTED' and ${IS_WITHDRAWN} and not exists (
  select 1 from audit_log l where l.subject_type = 'appointment' and l.subject_id = p.id
    and l.action = 'appointment.status' and l.details->>'to' = 'REJECTED' and not exists (
      select 1 from audit_log w where w.subject_type = 'application' and w.subject_id = p.application_id
        and w.action = 'application.rejected' and w.at between l.at and l.at + interval '1 second')))`;

interface RecordOptions {
  timeZone: string;
  withStatusLog: boolean;
}

/**
 * Selects the full records of the appointments in `source`. The application's answers belong to its newest appointment;
 * an earlier appointment has only its own answer that the worker did not come.
 */
const selectRecords = (
  source: RawBuilder<unknown>,
  { timeZone, withStatusLog }: RecordOptions,
): RawBuilder<AppointmentRecord> => {
  const wall = (column: RawBuilder<unknown>) =>
    sql`to_char(${column} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS')`;
  const answer = (column: string) => sql`case when a.appointment_id = p.id then ${sql.ref(`a.${column}`)} end`;
  return sql<AppointmentRecord>`
    select p.id, p.application_id, ${instant('p.start_at')} as appointment_at,
      ${wall(sql`p.start_at`)} as start_at, ${wall(sql`p.end_at`)} as end_at, p.latitude, p.longitude, p.address,
      p.worker_id, p.user_id as company_id, p.job_id, p.status, ${ENDED_BY_WITHDRAWAL} as is_withdrawn,
      j.title as job_title, coalesce((select o.company_name from users o where o.id = p.user_id), '') as company_name,
      w.phone, w.country_code, ${ATTENDANCE} as attendance, p.rebook_of,
      ${wall(sql`p.moved_from`)} as moved_from,
      ${FIRST_NAME} as first_name, ${LAST_NAME} as last_name, w.image_key, ${IS_ERASED} as is_erased,
      a.appointment_id is not distinct from p.id as is_newest,
      (a.appointment_id = p.id and a.status = 'in_progress') is true as is_current,
      case when a.appointment_id = p.id then a.came else p.came end as came,
      ${answer('positive')} as positive, ${answer('offer_sent')} as offer_sent,
      ${answer('offer_accepted')} as offer_accepted, p.worker_feedback as feedback,
      p.worker_feedback_text as feedback_text, ${withStatusLog ? STATUS_LOG : sql`null`} as status_log
    from (${source}) p
    join applications a on a.id = p.application_id
    join workers w on w.id = p.worker_id
    join jobs j on j.id = p.job_id
    ${withTold()}`;
};

export const findRecord = async (
  db: Db,
  scope: Scope,
  id: number,
  options: RecordOptions & AnswerOptions,
): Promise<AppointmentRecord | undefined> => {
  const source = sql`select p.* from appointments p where p.id = ${id} and ${ownedRows('p', scope)}`;
  const { rows } = await selectRecords(source, options).execute(db);
  const [row] = rows;
  if (!row) return undefined;
  // Nobody can take back an answer about an earlier appointment.
  if (!row.isNewest) return { ...row, lastAnswer: null };
  const { organisationId } = scope;
  const answers = {
    isApplicantCameToAppointment: row.came,
    isAppointmentPositive: row.positive,
    isOfferSentToApplicant: row.offerSent,
    isApplicantAcceptTheOffer: row.offerAccepted,
  };
  const lastAnswer = await findLastAnswer(db, { ...row, organisationId, userId: row.companyId, answers }, options);
  const invitation = { ...row, userId: row.companyId };
  return {
    ...row,
    lastAnswer,
    isKnown: await isKnown(db, invitation),
    textAt: await findTextTime(db, options.workerLinks, invitation),
    reminders: await listReminders(db, id),
  };
};

export interface RecordFilter {
  scope: Scope;
  jobId?: number;
  applicationIds?: readonly number[];
  /** Returns only appointments that start at this time or later. */
  from?: Date;
  statuses?: readonly AppointmentStatus[];
}

const conditions = ({ scope, jobId, applicationIds, from, statuses }: RecordFilter): RawBuilder<unknown> => {
  const parts = [ownedRows('p', scope, jobId)];
  if (applicationIds) parts.push(sql`p.application_id = any(${[...applicationIds]}::bigint[])`);
  if (from) parts.push(sql`p.start_at >= ${from}`);
  if (statuses) parts.push(sql`p.status = any(${[...statuses]})`);
  return sql.join(parts, sql` and `);
};

/** Returns the appointments of a job or of some applications, soonest first. */
export const listRecords = (db: Db, filter: RecordFilter, options: RecordOptions): Promise<AppointmentRecord[]> => {
  const source = sql`select p.* from appointments p where ${conditions(filter)}`;
  return rowsOf(db)`
    ${selectRecords(source, options)} order by p.start_at, p.id`;
};

export const countOwnApplications = (db: Db, scope: Scope, ids: readonly number[]): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from applications a
    where a.id = any(${[...ids]}::bigint[]) and ${ownedRows('a', scope)}`;

interface AppointmentPage extends RecordOptions {
  limit: number;
  offset: number;
  /** Appointments before this time come after all later ones. */
  now: Date;
}

/** Upcoming appointments soonest first, then past ones latest first. */
const ORDER = sql`p.is_past, case when not p.is_past then p.start_at end, p.start_at desc, case when p.is_past then -p.id else p.id end`;

/**
 * Selects the page's appointments in that order. Each half is one index scan that stops at the end of the page:
 * sorting all appointments would cost more with each new one.
 */
const pageOf = (filter: RecordFilter, { limit, offset, now }: AppointmentPage): RawBuilder<unknown> => {
  const reach = limit + offset;
  return sql`
    select * from (
      (select p.*, false as is_past from appointments p where ${conditions(filter)} and p.start_at >= ${now}
       order by p.start_at, p.id limit ${reach})
      union all
      (select p.*, true as is_past from appointments p where ${conditions(filter)} and p.start_at < ${now}
       order by p.start_at desc, p.id desc limit ${reach})
    ) p order by ${ORDER} limit ${limit} offset ${offset}`;
};

/** Returns a page of appointments: upcoming ones soonest first, then past ones latest first. */
export const listAppointments = (
  db: Db,
  filter: RecordFilter,
  page: AppointmentPage,
): Promise<AppointmentRecord[]> => rowsOf(db)`
    ${selectRecords(pageOf(filter, page), page)} order by ${ORDER}`;

export const countAppointments = (db: Db, filter: RecordFilter): Promise<number> =>
  onlyValue(db)`
    select count(*) as total from appointments p where ${conditions(filter)}`;

/**
 * Returns whether the organisation declined a rejected application; otherwise the worker withdrew it. The caller must
 * have locked the application before: a statement that itself waits for the lock would see outdated decisions.
 */
export const isDeclined = async (trx: Trx, id: number): Promise<boolean> =>
  await hasRow(trx)`select 1 from application_decisions where application_id = ${id}`;

/** Returns whether a first day is set for a locked application. */
export const hasFirstDay = async (trx: Trx, id: number): Promise<boolean> =>
  await hasRow(trx)`select 1 from hires where application_id = ${id}`;

/** Records the answers of a locked application. An accepted offer makes the application accepted. */
export const updateAnswers = async (trx: Trx, id: number, answers: FeedbackAnswers) => {
  const { isApplicantCameToAppointment, isAppointmentPositive } = answers;
  const { isOfferSentToApplicant, isApplicantAcceptTheOffer } = answers;
  await run(trx)`
    update applications set came = ${isApplicantCameToAppointment}, positive = ${isAppointmentPositive},
      offer_sent = ${isOfferSentToApplicant}, offer_accepted = ${isApplicantAcceptTheOffer},
      status = case when ${isApplicantAcceptTheOffer === true} then 'accepted' else status end
    where id = ${id}`;
};

/** Moves the answer that the worker did not come from a locked application to its locked appointment. */
export const moveMissedAnswer = async (trx: Trx, id: number, appointmentId: number) => {
  await run(trx)`update appointments set came = false where id = ${appointmentId} and application_id = ${id}`;
  await updateAnswers(trx, id, NO_ANSWERS);
};

/** Returns whether the worker of a locked application missed an earlier appointment. */
export const missedBefore = async (trx: Trx, id: number): Promise<boolean> =>
  await hasRow(trx)`select 1 from appointments where application_id = ${id} and came = false limit 1`;

/** Links a locked application to its appointment, or to none. */
export const updateAppointment = (trx: Trx, id: number, appointmentId: number | null): Promise<void> =>
  run(trx)`update applications set appointment_id = ${appointmentId} where id = ${id}`;

export interface CalendarRow extends Row<'appointments', Names<'id startAt endAt status latitude longitude address'>> {
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
export const replaceFeed = (trx: Trx, userId: number, tokenHash: string, now: Date): Promise<void> => run(trx)`
    insert into calendar_feeds (user_id, token_hash, created_at) values (${userId}, ${tokenHash}, ${now})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`;

/** Ends the account's feed. Returns false when it has none. */
export const removeFeed = async (trx: Trx, userId: number): Promise<boolean> => {
  const feed = trx.deleteFrom('calendarFeeds').where('userId', '=', userId);
  return (await feed.executeTakeFirst()).numDeletedRows > 0n;
};

/** The account whose appointments a feed shows. */
interface FeedOwner {
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
