import { sql } from 'kysely';
import type { PrivacyRequestKind, PrivacyRequestState } from '../../../contract/constants/privacy';
import type { PrivacyRequest } from '../../../contract/schemas/privacy';
import { changesRow, firstRow, onlyValue, rowsOf, onlyRow, instant } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import { FIRST_NAME, LAST_NAME, withNameIn, OWN_WORKERS } from '../workers';
import type { PersonKey } from './personRepository';

/** Adds an open request. Returns false when the worker has asked already. */
export const insertRequest = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
  { kind, now, dueAt }: { kind: PrivacyRequestKind; now: Date; dueAt: Date },
): Promise<boolean> => changesRow(trx)`
    insert into privacy_requests (organisation_id, worker_id, kind, created_at, due_at)
    values (${organisationId}, ${workerId}, ${kind}, ${now}, ${dueAt})
    on conflict (organisation_id, worker_id, kind) where state = 'open' do nothing`;

/** Returns whose request for the data it is, and when it was closed; undefined for any other request. */
export const findDataRequest = (
  db: Db,
  { organisationId, id }: { organisationId: number; id: number },
): Promise<{ workerId: number; closedAt: Date | null } | undefined> => firstRow(db)`
    select worker_id, closed_at from privacy_requests
    where id = ${id} and organisation_id = ${organisationId} and kind = 'data'`;

/** Returns the application whose link a worker is told by: the newest one with a link, else the newest one. */
export const findLinkedApplication = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
): Promise<{ applicationId: number; userId: number } | undefined> => firstRow(trx)`
    select a.id as application_id, a.user_id
    from applications a left join worker_links l on l.application_id = a.id
    where a.worker_id = ${workerId} and a.organisation_id = ${organisationId} and l.revoked_at is null
    order by l.id is null, a.created_at desc, a.id desc limit 1`;

/** Closes a request for the data and returns when it was closed first; undefined for any other request. */
export const closeDataRequest = (
  trx: Trx,
  { organisationId, id, now }: { organisationId: number; id: number; now: Date },
): Promise<{ closedAt: Date; isNew: boolean } | undefined> => firstRow(trx)`
    with found as (
      select id, state from privacy_requests
      where id = ${id} and organisation_id = ${organisationId} and kind = 'data' for update
    )
    update privacy_requests r set state = 'done', closed_at = coalesce(r.closed_at, ${now})
    from found f where r.id = f.id
    returning r.closed_at, f.state = 'open' as is_new`;

type RequestRecord = Omit<PrivacyRequest, 'worker' | 'isReachable'> & {
  worker: Omit<PrivacyRequest['worker'], 'imageUrl'> & { imageKey: string | null };
  phone: string | null;
  externalId: string;
};

/** The newest application of the worker of a row, for a link to it. */
export const newestApplication = (alias: string) => sql`(
  select json_build_object('id', a.id, 'jobId', a.job_id, 'jobTitle', j.title)
  from applications a join jobs j on j.id = a.job_id
  where a.worker_id = ${sql.ref(`${alias}.worker_id`)} and a.organisation_id = ${sql.ref(`${alias}.organisation_id`)}
  order by a.created_at desc, a.id desc limit 1)`;

interface RequestFilter {
  organisationId: number;
  /** Both states when it is left out. */
  state?: PrivacyRequestState | undefined;
}

const chosen = ({ organisationId, state }: RequestFilter) =>
  sql`r.organisation_id = ${organisationId} ${state === undefined ? sql`` : sql`and r.state = ${state}`}`;

/** Returns requests of the organisation: open ones by their last day, then the others, newest first. */
export const listRequests = (
  db: Db,
  filter: RequestFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestRecord[]> => rowsOf(db)`
    select r.id, r.kind, r.state, ${instant('r.created_at')} as created_at, ${instant('r.due_at')} as due_at,
      ${instant('r.closed_at')} as closed_at,
      json_build_object('id', w.id, 'firstName', ${FIRST_NAME}, 'lastName', ${LAST_NAME}, 'imageKey', w.image_key,
        'isOnHold', exists (
          select from privacy_holds h where h.organisation_id = r.organisation_id and h.worker_id = w.id)) as worker,
      ${newestApplication('r')} as application, w.phone, w.external_id
    from privacy_requests r join workers w on w.id = r.worker_id ${withNameIn(sql.ref('r.organisation_id'))}
    where ${chosen(filter)}
    order by r.state = 'done', case when r.state = 'open' then r.due_at end, r.closed_at desc, r.id
    limit ${limit} offset ${offset}`;

export const countRequests = (db: Db, filter: RequestFilter): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from privacy_requests r where ${chosen(filter)}`;

/** Everything that an organisation holds about a worker, as JSON objects. */
interface PersonData {
  profile: Record<string, unknown>;
  applications: unknown[];
  conversations: unknown[];
  comments: unknown[];
  consents: unknown[];
  roster: unknown[];
  requests: unknown[];
  hold: unknown;
}

const APPLICATIONS = sql`
  select json_agg(json_build_object('id', a.id, 'job', j.title, 'company', u.company_name, 'appliedAt', a.created_at,
    'status', a.status, 'isShortlisted', a.is_shortlisted, 'distanceKm', a.distance_km, 'matchScore', a.match_score,
    'came', a.came, 'positive', a.positive, 'offerSent', a.offer_sent, 'offerAccepted', a.offer_accepted, 'withdrawReason', a.reject_reason,
    'decision', (
      select json_build_object('reason', d.reason, 'note', d.note, 'at', d.decided_at, 'told', d.telling)
      from application_decisions d where d.application_id = a.id),
    'offered', (
      select json_build_object('source', s.source, 'by', s.ref, 'firstName', s.first_name, 'lastName', s.last_name, 'experiences', s.experiences,
        'days', s.days, 'parts', s.parts, 'start', s.start)
      from application_sources s where s.application_id = a.id),
    'appointments', (
      select json_agg(json_build_object('startAt', p.start_at, 'endAt', p.end_at, 'address', p.address,
        'status', p.status, 'attendance', p.attendance, 'attendanceMinutes', p.attendance_minutes,
        'feedback', p.worker_feedback, 'feedbackText', p.worker_feedback_text, 'corrections', (
          select json_agg(json_build_object('at', l.at, 'reason', l.details ->> 'correctionReason') order by l.id)
          from audit_log l
          where l.subject_type = 'appointment' and l.subject_id = p.id and l.details ? 'correctionReason')
        ) order by p.id)
      from appointments p where p.application_id = a.id),
    'firstDay', (
      select json_build_object('startsAt', h.starts_at, 'place', h.place, 'askFor', h.ask_for, 'bring', h.bring,
        'confirmedAt', h.confirmed_at, 'started', h.started)
      from hires h where h.application_id = a.id)) order by a.id)
  from applications a join jobs j on j.id = a.job_id join users u on u.id = a.user_id`;

const CONVERSATIONS = sql`
  select json_agg(json_build_object('company', u.company_name, 'messages', (
    select json_agg(json_build_object('at', m.created_at, 'sender', m.sender, 'type', m.type, 'body', m.body,
      'details', m.payload) order by m.number)
    from messages m where m.thread_id = t.id)) order by t.id)
  from threads t join users u on u.id = t.user_id`;

/**
 * Reads what the organisation holds about a worker. The identity number is left out: the service masks it. Somebody of a
 * public page told names and former jobs with each application, and perhaps others to another organisation.
 */
export const findPersonData = async (db: Db, { organisationId, workerId }: PersonKey): Promise<PersonData> => {
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.worker_id`)} = ${workerId} and ${sql.ref(`${alias}.organisation_id`)} = ${organisationId}`;
  return onlyRow(db)`
    select json_build_object('firstName', ${FIRST_NAME}, 'lastName', ${LAST_NAME}, 'gender', w.gender,
        'birthDate', w.birth_date, 'locationName', w.location_name,
        'experiences', case when w.external_id like ${OWN_WORKERS} then '[]' else w.experiences end,
        'military', w.military, 'education', w.education, 'english', w.english) as profile,
      coalesce((${APPLICATIONS} where ${own('a')}), '[]') as applications,
      coalesce((${CONVERSATIONS} where ${own('t')}), '[]') as conversations,
      coalesce((
        select json_agg(json_build_object('at', c.created_at, 'author', c.author, 'message', c.message) order by c.id)
        from worker_comments c where ${own('c')}), '[]') as comments,
      coalesce((
        select json_agg(json_build_object('purpose', c.purpose, 'textVersion', c.text_version, 'givenAt', c.given_at,
          'withdrawnAt', c.withdrawn_at) order by c.id)
        from consents c where ${own('c')}), '[]') as consents,
      coalesce((
        select json_agg(json_build_object('company', u.company_name, 'firstName', r.first_name,
          'lastName', r.last_name, 'textVersion', r.text_version,
          'givenAt', r.consented_at, 'withdrawnAt', r.withdrawn_at) order by r.id)
        from roster r join users u on u.id = r.user_id where ${own('r')}), '[]') as roster,
      coalesce((
        select json_agg(json_build_object('kind', r.kind, 'at', r.created_at, 'closedAt', r.closed_at) order by r.id)
        from privacy_requests r where ${own('r')}), '[]') as requests,
      (select json_build_object('at', h.created_at, 'reason', h.reason) from privacy_holds h where ${own('h')}) as hold
    from workers w ${withNameIn(organisationId)} where w.id = ${workerId}`;
};

interface NewFile extends PersonKey {
  id: string;
  userId: number;
  language: string;
  fileKey: string;
  /** Until when the worker's page offers the file; null for one that only the user fetches. */
  keepUntil: Date | null;
  now: Date;
}

/** Stores a finished file of one person beside the workbooks, so that it is removed with them. */
export const insertPersonExport = async (trx: Trx, file: NewFile): Promise<void> => {
  const { id, organisationId, userId, workerId, language, fileKey, keepUntil, now } = file;
  await sql`
    insert into exports (id, organisation_id, user_id, query, language, state, done, total, file_key, worker_id,
      keep_until, created_at, finished_at)
    values (${id}, ${organisationId}, ${userId}, '{}', ${language}, 'done', 1, 1, ${fileKey}, ${workerId},
      ${keepUntil}, ${now}, ${now})`.execute(trx);
};

/** Returns the caller's own file, or undefined when it is missing, expired, or the person was erased. */
export const findPersonExport = (
  db: Db,
  { id: userId, organisationId }: { id: number; organisationId: number },
  id: string,
): Promise<{ fileKey: string; createdAt: Date } | undefined> => firstRow(db)`
    select file_key, created_at from exports
    where id = ${id} and user_id = ${userId} and organisation_id = ${organisationId} and worker_id is not null
      and state = 'done'`;
