import { sql } from 'kysely';
import type { Attendance } from '../../../contract/constants/attendance';
import type { ApplicationStatus, MessageType } from '../../../contract/constants/statuses';
import { firstRow, onlyRow, rowsOf } from '../../platform/database/query';
import type { Db } from '../../platform/database/schema';
import type { DueFields } from '../appointments';
import { TOLD_STATUS } from '../decisions';
import type { StoredFirstDay } from '../hires';
import { MESSAGE_SMS_AT, type LinkOwner } from '../workerLinks';
import { FIRST_NAME, IS_ERASED, withTold, EXPERIENCES, LAST_NAME } from '../workers';

/** The data of the page about an application. */
export interface PageApplication {
  firstName: string;
  /** The worker's language, as an ISO 639-1 code. */
  language: string;
  hasPhone: boolean;
  jobTitle: string;
  companyName: string;
  /** The status that the worker knows. */
  status: ApplicationStatus;
  /** True for a rejected application that the organisation declined; otherwise the worker withdrew it. */
  isDeclined: boolean;
  /** What the employer says of a decline, for when it is told; null without a text. */
  declineText: string | null;
  /** When the application ended for the worker: told, withdrawn, or accepted with its first day; null before. */
  endedAt: Date | null;
  appointmentId: number | null;
  threadId: number | null;
  /** False when the employer blocked the conversation or the account is gone. */
  takesReplies: boolean;
  /** When the organisation erased the worker; null otherwise. */
  erasedAt: Date | null;
}

/** The worker's privacy requests to the organisation, which concern all applications. */
export interface PagePrivacy {
  /** Open requests: when they were made, and until when the organisation has to answer; null without one. */
  dataAskedAt: Date | null;
  dataDueAt: Date | null;
  eraseAskedAt: Date | null;
  eraseDueAt: Date | null;
  /** The file that answers the last request for the data, and until when it is offered; null without one. */
  fileKey: string | null;
  fileUntil: Date | null;
}

export const findPrivacy = (
  db: Db,
  { workerId, organisationId }: Pick<LinkOwner, 'workerId' | 'organisationId'>,
  now: Date,
): Promise<PagePrivacy> => onlyRow(db)`
    select d.created_at as data_asked_at, d.due_at as data_due_at, e.created_at as erase_asked_at, e.due_at as erase_due_at,
      x.file_key, x.keep_until as file_until
    from (values (${workerId}::bigint, ${organisationId}::bigint)) o (worker_id, organisation_id)
    left join privacy_requests d on d.worker_id = o.worker_id and d.organisation_id = o.organisation_id
      and d.kind = 'data' and d.state = 'open'
    left join privacy_requests e on e.worker_id = o.worker_id and e.organisation_id = o.organisation_id
      and e.kind = 'erase' and e.state = 'open'
    left join lateral (
      select file_key, keep_until from exports
      where worker_id = o.worker_id and organisation_id = o.organisation_id and state = 'done' and keep_until > ${now}
      order by created_at desc, id limit 1
    ) x on true`;

/**
 * An ended application without a recorded end counts from the day of the application. A declined applicant who is never
 * told still sees an open application, but the link expires all the same. A text message about a message restarts
 * this time, because its link leads here.
 */
const ENDED_AT = sql`
  case when a.status <> 'in_progress' then greatest(${MESSAGE_SMS_AT}, case
    when d.application_id is not null then coalesce(d.told_at, d.tell_at, d.decided_at)
    when a.status = 'rejected' then coalesce((
      select max(l.at) from audit_log l
      where l.subject_type = 'application' and l.subject_id = a.id and l.action = 'application.rejected'), a.created_at)
    else coalesce(greatest(f.hired_at, h.starts_at), a.created_at)
  end) end`;

export const findApplication = (
  db: Db,
  { applicationId, workerId, organisationId }: LinkOwner,
): Promise<PageApplication | undefined> => firstRow(db)`
    select ${FIRST_NAME} as first_name, w.language_code as language, w.phone is not null as has_phone,
      j.title as job_title, coalesce(u.company_name, '') as company_name, ${TOLD_STATUS} as status,
      d.application_id is not null as is_declined, d.telling as decline_text, ${ENDED_AT} as ended_at, a.appointment_id,
      case when t.last_number > 0 then t.id end as thread_id,
      t.blocked_at is null and u.deleted_at is null as takes_replies,
      case when ${IS_ERASED} then w.created_at end as erased_at
    from applications a
    join workers w on w.id = a.worker_id
    join jobs j on j.id = a.job_id
    join users u on u.id = a.user_id
    left join application_decisions d on d.application_id = a.id
    left join application_facts f on f.application_id = a.id
    left join hires h on h.application_id = a.id
    left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
    ${withTold()}
    where a.id = ${applicationId} and a.worker_id = ${workerId} and a.organisation_id = ${organisationId}`;

export interface PageAppointment extends DueFields {
  id: number;
  address: string | null;
  latitude: number;
  longitude: number;
  attendance: Attendance | null;
  attendanceMinutes: number | null;
  /** Whether the employer recorded the attendance, after which the page asks nothing about the appointment. */
  isRecorded: boolean;
  /** Whether a reminder asked whether the worker comes at its present time. */
  isReminded: boolean;
  /** How often its status changed, and when it last did. */
  changes: number;
  changedAt: Date;
  /** The start that the worker knew before the last change of the time. */
  movedFrom: Date | null;
}

export const findAppointment = (
  db: Db,
  { applicationId, workerId, organisationId }: LinkOwner,
  id: number,
): Promise<PageAppointment | undefined> => firstRow(db)`
    select p.id, p.status, p.created_at, p.start_at, p.end_at, p.address,
      p.latitude, p.longitude, p.attendance, p.attendance_minutes, p.moved_from,
      exists (select 1 from applications a where a.id = p.application_id and a.came is not null) as is_recorded,
      exists (
        select 1 from reminders r
        where r.appointment_id = p.id and r.start_at = p.start_at and r.kind in ('day_before', 'soon')
          and r.sent_at is not null
      ) as is_reminded,
      greatest(l.lines - 1, 0) as changes, coalesce(l.last, p.created_at) as changed_at
    from appointments p cross join lateral (
      select count(*)::int as lines, max(at) as last from appointment_status_log where appointment_id = p.id
    ) l
    where p.id = ${id} and p.application_id = ${applicationId} and p.worker_id = ${workerId}
      and p.organisation_id = ${organisationId}`;

export type PageFirstDay = Omit<StoredFirstDay, 'recordedAt'>;

export const findFirstDay = (
  db: Db,
  { applicationId, workerId, organisationId }: LinkOwner,
): Promise<PageFirstDay | undefined> => firstRow(db)`
    select starts_at, place, ask_for, bring, confirmed_at, started
    from hires
    where application_id = ${applicationId} and worker_id = ${workerId} and organisation_id = ${organisationId}`;

export interface PageMessage {
  number: number;
  type: MessageType;
  sender: 'worker' | 'employer' | 'system';
  body: string | null;
  payload: Record<string, unknown>;
  at: Date;
}

/** Returns the newest messages of a thread, oldest first. */
export const listNewest = async (db: Db, threadId: number, limit: number): Promise<PageMessage[]> => {
  const rows = await rowsOf(db)<PageMessage>`
    select number, type, sender, body, payload, created_at as at from messages
    where thread_id = ${threadId} order by number desc limit ${limit}`;
  return rows.reverse();
};

/** The most messages in the file, the newest ones; real conversations are far shorter. */
const MESSAGES_MAX = 5_000;

const utc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

interface ApplicationData {
  profile: Record<string, unknown>;
  application: Record<string, unknown>;
  consents: unknown[];
  roster: unknown[];
  requests: unknown[];
  appointments: unknown[];
  firstDay: Record<string, unknown> | null;
  messages: unknown[];
}

/**
 * Returns what the organisation sees of one application: profile, answers of the application form, consents, rosters,
 * requests, appointments, messages.
 */
export const findData = (
  db: Db,
  { applicationId, workerId, organisationId }: LinkOwner,
): Promise<ApplicationData | undefined> => firstRow(db)`
    select json_build_object('firstName', ${FIRST_NAME}, 'lastName', ${LAST_NAME}, 'gender', w.gender,
        'birthDate', w.birth_date, 'locationName', w.location_name, 'experiences', ${EXPERIENCES},
        'military', w.military, 'education', w.education, 'english', w.english) as profile,
      json_build_object('id', a.id, 'job', j.title, 'company', u.company_name, 'appliedAt', ${utc('a.created_at')},
        'distanceKm', a.distance_km, 'matchScore', a.match_score, 'isSeen', a.is_seen,
        'withdrawReason', a.reject_reason, 'source', coalesce(told.source, 'gateway'),
        'answers', case when told.application_id is not null then
          json_build_object('by', told.ref, 'firstName', told.first_name, 'lastName', told.last_name,
            'experiences', told.experiences, 'days', told.days, 'parts', told.parts, 'start', told.start)
          end) as application,
      coalesce((
        select json_agg(json_build_object('purpose', c.purpose, 'textVersion', c.text_version,
          'givenAt', ${utc('c.given_at')}, 'withdrawnAt', ${utc('c.withdrawn_at')}) order by c.id)
        from consents c where c.worker_id = a.worker_id and c.organisation_id = a.organisation_id), '[]') as consents,
      coalesce((
        select json_agg(json_build_object('company', u.company_name, 'firstName', r.first_name,
          'lastName', r.last_name, 'textVersion', r.text_version, 'givenAt', ${utc('r.consented_at')},
          'withdrawnAt', ${utc('r.withdrawn_at')}) order by r.id)
        from roster r join users u on u.id = r.user_id
        where r.worker_id = a.worker_id and r.organisation_id = a.organisation_id), '[]') as roster,
      coalesce((
        select json_agg(json_build_object('kind', r.kind, 'at', ${utc('r.created_at')},
          'closedAt', ${utc('r.closed_at')}) order by r.id)
        from privacy_requests r
        where r.worker_id = a.worker_id and r.organisation_id = a.organisation_id), '[]') as requests,
      coalesce((
        select json_agg(json_build_object('startAt', ${utc('p.start_at')}, 'endAt', ${utc('p.end_at')},
          'address', p.address, 'status', p.status, 'attendance', p.attendance,
          'attendanceMinutes', p.attendance_minutes, 'invitedAt', ${utc('p.created_at')}) order by p.id)
        from appointments p where p.application_id = a.id), '[]') as appointments,
      (select json_build_object('startsAt', ${utc('h.starts_at')}, 'place', h.place, 'askFor', h.ask_for,
          'bring', h.bring, 'confirmedAt', ${utc('h.confirmed_at')}, 'started', h.started)
        from hires h where h.application_id = a.id) as first_day,
      coalesce((
        select json_agg(json_build_object('at', ${utc('m.created_at')}, 'sender', m.sender, 'type', m.type,
          'body', m.body, 'details', m.payload) order by m.number)
        from (
          select m.* from threads t join messages m on m.thread_id = t.id
          where t.user_id = a.user_id and t.worker_id = a.worker_id order by m.number desc limit ${MESSAGES_MAX}
        ) m), '[]') as messages
    from applications a
    join workers w on w.id = a.worker_id
    join jobs j on j.id = a.job_id
    join users u on u.id = a.user_id
    ${withTold()}
    where a.id = ${applicationId} and a.worker_id = ${workerId} and a.organisation_id = ${organisationId}`;
