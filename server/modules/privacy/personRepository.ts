import { sql, type RawBuilder } from 'kysely';
import type { PrivacyRequestKind, PrivacyRequestState, ConsentPurpose } from '../../../contract/constants/privacy';
import type { Language } from '../../../contract/constants/options';
import type { PrivacyRequest, Hold } from '../../../contract/schemas/privacy';
import {
  changesRow,
  firstRow,
  onlyValue,
  rowsOf,
  onlyRow,
  instant,
  hasRow,
  idsOf,
  run,
} from '../../platform/database/query';
import type { Db, Row, Trx } from '../../platform/database/schema';
import { FIRST_NAME, LAST_NAME, withNameIn, OWN_WORKERS, lockWorker, namesIn, IS_ERASED } from '../workers';
import type { ListedErasure } from './eraseService';

/** Adds an open request. Returns false when the worker has asked already. */
export const insertRequest = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
  { kind, now, dueAt }: { kind: PrivacyRequestKind; now: Date; dueAt: Date },
): Promise<boolean> => changesRow(trx)`
    insert into privacy_requests (organisation_id, worker_id, kind, created_at, due_at)
    values (${organisationId}, ${workerId}, ${kind}, ${now}, ${dueAt})
    on conflict (organisation_id, worker_id, kind) where state = 'open' do nothing`;

/**
 * Returns the worker of a request for data, when it was closed, and when the text message about the answer was given
 * up; undefined for any other request.
 */
export const findDataRequest = (
  db: Db,
  { organisationId, id }: { organisationId: number; id: number },
): Promise<{ workerId: number; closedAt: Date | null; untoldAt: Date | null } | undefined> => firstRow(db)`
    select worker_id, closed_at, untold_at from privacy_requests
    where id = ${id} and organisation_id = ${organisationId} and kind = 'data'`;

/** Returns the SQL of a worker's applications whose link the operator has not ended. */
const linkable = (organisationId: RawBuilder<unknown>, workerId: RawBuilder<unknown>) => sql`
  from applications a left join worker_links l on l.application_id = a.id
  where a.worker_id = ${workerId} and a.organisation_id = ${organisationId} and l.revoked_at is null`;

/**
 * Returns the application whose link a worker's text message carries: the newest one with a link, else the newest one.
 */
export const findLinkedApplication = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
): Promise<{ applicationId: number; userId: number } | undefined> => firstRow(trx)`
    select a.id as application_id, a.user_id ${linkable(sql`${organisationId}`, sql`${workerId}`)}
    order by l.id is null, a.created_at desc, a.id desc limit 1`;

/** Closes a request for data and returns when it was first closed; undefined for any other request. */
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

/** Returns whose request it is. */
export const findRequester = (trx: Trx, id: number): Promise<PersonKey | undefined> => firstRow(trx)`
    select organisation_id, worker_id from privacy_requests where id = ${id}`;

/**
 * Opens an answered request for data again, unless the worker has asked again, and returns its last day. The worker is
 * locked.
 */
export const reopenRequest = (trx: Trx, id: number, now: Date): Promise<{ dueAt: Date } | undefined> => firstRow(trx)`
    update privacy_requests r set state = 'open', closed_at = null, untold_at = ${now}
    where id = ${id} and kind = 'data' and state = 'done' and not exists (
      select from privacy_requests o where o.organisation_id = r.organisation_id and o.worker_id = r.worker_id
        and o.kind = r.kind and o.state = 'open')
    returning due_at`;

type RequestRecord = Omit<PrivacyRequest, 'worker' | 'isReachable'> & {
  worker: Omit<PrivacyRequest['worker'], 'imageUrl'> & { imageKey: string | null };
  phone: string | null;
  externalId: string;
  /** False once the text message about the answer was given up, and without a link that it could carry. */
  canBeTold: boolean;
};

/** Returns the SQL of a row's newest application of the same worker, for a link to it. */
const newestApplication = (alias: string) => sql`(
  select json_build_object('id', a.id, 'jobId', a.job_id, 'jobTitle', j.title)
  from applications a join jobs j on j.id = a.job_id
  where a.worker_id = ${sql.ref(`${alias}.worker_id`)} and a.organisation_id = ${sql.ref(`${alias}.organisation_id`)}
  order by a.created_at desc, a.id desc limit 1)`;

interface RequestFilter {
  organisationId: number;
  /** Both states when it is left out. */
  state?: PrivacyRequestState | undefined;
}

const requestChosen = ({ organisationId, state }: RequestFilter) =>
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
      ${newestApplication('r')} as application, w.phone, w.external_id,
      r.untold_at is null and exists (select ${linkable(sql.ref('r.organisation_id'), sql.ref('r.worker_id'))})
        as can_be_told
    from privacy_requests r join workers w on w.id = r.worker_id ${withNameIn(sql.ref('r.organisation_id'))}
    where ${requestChosen(filter)}
    order by r.state = 'done', case when r.state = 'open' then r.due_at end, r.closed_at desc, r.id
    limit ${limit} offset ${offset}`;

export const countRequests = (db: Db, filter: RequestFilter): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from privacy_requests r where ${requestChosen(filter)}`;

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
 * Reads everything that the organisation holds about a worker, as JSON objects, without the identity number, which the
 * service adds masked. Names and former jobs come from the worker's applications to this organisation: on a public page
 * of another one they may have given others.
 */
export const findPersonData = async (db: Db, { organisationId, workerId }: PersonKey) => {
  const own = (alias: string) =>
    sql`${sql.ref(`${alias}.worker_id`)} = ${workerId} and ${sql.ref(`${alias}.organisation_id`)} = ${organisationId}`;
  return onlyRow(db)<{ profile: object }>`
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
  language: Language;
  fileKey: string;
  /** Until when the worker's page offers the file; null for one that only the user fetches. */
  keepUntil: Date | null;
  now: Date;
}

/** Stores a finished file of one person beside the workbooks, so that it is removed with them. */
export const insertPersonExport = async (trx: Trx, { now, ...file }: NewFile): Promise<void> => {
  const done = { query: '{}', state: 'done', done: 1, total: 1, createdAt: now, finishedAt: now } as const;
  await trx
    .insertInto('exports')
    .values({ ...file, ...done })
    .execute();
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

/** A worker within one organisation. */
export interface PersonKey {
  organisationId: number;
  workerId: number;
}

export type Person = Row<'workers', 'phone' | 'countryCode' | 'imageKey' | 'createdAt'>;

/** The tables in which an organisation holds data about a worker. */
const HOLDERS = ['applications', 'threads', 'worker_comments', 'consents', 'roster'].map((name) => sql.table(name));

const PERSON = sql`w.phone, w.country_code, w.image_key, w.created_at`;

/** Returns a worker of the organisation with all names, or undefined for a stranger and for somebody who was erased. */
export const findPerson = (
  db: Db,
  { organisationId, workerId }: PersonKey,
): Promise<(Person & { names: string[] }) | undefined> => {
  const conditions = HOLDERS.map(
    (table) => sql`exists (select from ${table} x where x.worker_id = w.id and x.organisation_id = ${organisationId})`,
  );
  return firstRow(db)`
    select ${PERSON}, ${namesIn(organisationId)} as names from workers w
    where w.id = ${workerId} and not ${IS_ERASED} and (${sql.join(conditions, sql` or `)})`;
};

/** Locks a worker and returns the profile, or undefined for an unknown worker and for somebody who was erased. */
export const lockProfile = async (trx: Trx, workerId: number): Promise<Person | undefined> => {
  // A weaker lock would let a new application in, and the deletion would fail.
  await lockWorker(trx, workerId);
  return firstRow(trx)`
    select ${PERSON} from workers w where w.id = ${workerId} and not ${IS_ERASED}`;
};

/**
 * Locks a worker of the organisation until the transaction ends. Changes of a profile lock the same row before the
 * applications, so lock the worker first.
 */
export const lockPerson = async (trx: Trx, key: PersonKey) => {
  await lockWorker(trx, key.workerId);
  // A separate statement sees the erasure for whose commit the one above may have waited.
  return findPerson(trx, key);
};

/** Returns the organisations that hold data about a worker; none for somebody who was erased. */
export const listOrganisations = (db: Db, workerId: number): Promise<number[]> => {
  const rows = HOLDERS.map((table) => sql`select organisation_id as id from ${table} where worker_id = ${workerId}`);
  return idsOf(db)`
    select distinct x.id from (${sql.join(rows, sql` union all `)}) x
    where exists (select from workers w where w.id = ${workerId} and not ${IS_ERASED}) order by x.id`;
};

/** Returns when the organisation erased the worker, or undefined. */
export const findErasure = async (db: Db, { organisationId, workerId }: PersonKey): Promise<Date | undefined> => {
  const row = await firstRow(db)<{ erasedAt: Date }>`
    select erased_at from erasures where organisation_id = ${organisationId} and worker_id = ${workerId}`;
  return row?.erasedAt;
};

/** Returns whether any organisation erased the worker. */
export const wasErased = (db: Db, workerId: number): Promise<boolean> =>
  hasRow(db)`select 1 from erasures where worker_id = ${workerId} limit 1`;

/** Returns the listed erasures that are missing in the store although it has the worker. */
export const listMissing = (
  db: Db,
  listed: readonly ListedErasure[],
): Promise<Pick<ListedErasure, 'organisationId' | 'workerId'>[]> => rowsOf(db)`
    select x."organisationId" as organisation_id, x."workerId" as worker_id
    from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb)
      as x ("organisationId" bigint, "workerId" bigint, "createdAt" timestamptz, "erasedAt" timestamptz)
    join workers w on w.id = x."workerId" and date_trunc('milliseconds', w.created_at) = x."createdAt"
    where not exists (
      select from erasures e
      where e.organisation_id is not distinct from x."organisationId" and e.worker_id = x."workerId"
        and date_trunc('milliseconds', e.erased_at) >= x."erasedAt")
    order by x."erasedAt"`;

export const hasOpenAppointment = (db: Db, { organisationId, workerId }: PersonKey): Promise<boolean> => hasRow(db)`
    select 1 from appointments
    where worker_id = ${workerId} and organisation_id = ${organisationId} and status in ('WAITING', 'ACTIVE')
    limit 1`;

export const isOnHold = (db: Db, { organisationId, workerId }: PersonKey): Promise<boolean> => hasRow(db)`
    select 1 from privacy_holds where organisation_id = ${organisationId} and worker_id = ${workerId}`;

/** Puts data on hold. Returns false when they were already; the first reason stays. */
export const insertHold = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
  { userId, reason, now }: { userId: number; reason: string | null; now: Date },
): Promise<boolean> => changesRow(trx)`
    insert into privacy_holds (organisation_id, worker_id, user_id, reason, created_at)
    values (${organisationId}, ${workerId}, ${userId}, ${reason}, ${now}) on conflict do nothing`;

export const deleteHold = (trx: Trx, { organisationId, workerId }: PersonKey): Promise<boolean> => changesRow(trx)`
    delete from privacy_holds where organisation_id = ${organisationId} and worker_id = ${workerId}`;

type HoldRecord = Omit<Hold, 'worker'> & {
  worker: Omit<Hold['worker'], 'imageUrl'> & { imageKey: string | null };
};

interface HoldFilter {
  organisationId: number;
  /** Everybody when it is left out. */
  workerId?: number | undefined;
}

const chosen = ({ organisationId, workerId }: HoldFilter) =>
  sql`h.organisation_id = ${organisationId} ${workerId === undefined ? sql`` : sql`and h.worker_id = ${workerId}`}`;

/** Returns holds of the organisation, newest first. */
export const listHolds = (
  db: Db,
  filter: HoldFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<HoldRecord[]> => rowsOf(db)`
    select json_build_object('id', w.id, 'firstName', ${FIRST_NAME}, 'lastName', ${LAST_NAME}, 'imageKey', w.image_key)
        as worker,
      ${newestApplication('h')} as application, trim(u.first_name || ' ' || u.last_name) as held_by, h.reason as note,
      ${instant('h.created_at')} as created_at
    from privacy_holds h join workers w on w.id = h.worker_id join users u on u.id = h.user_id
      ${withNameIn(sql.ref('h.organisation_id'))}
    where ${chosen(filter)}
    order by h.created_at desc, h.worker_id limit ${limit} offset ${offset}`;

export const countHolds = (db: Db, filter: HoldFilter): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from privacy_holds h where ${chosen(filter)}`;

type Photo = PersonKey & { imageKey: string };

/** Photos in one run. */
const BATCH = 100;

/** Returns photos of deleted profiles that are still in the file store. */
export const listPhotos = (db: Db): Promise<Photo[]> => rowsOf(db)`
    select organisation_id, worker_id, image_key from erasures
    where image_key is not null limit ${BATCH}`;

export const clearPhoto = (db: Db, { organisationId, workerId }: Photo): Promise<void> => run(db)`
    update erasures set image_key = null
    where organisation_id = ${organisationId} and worker_id = ${workerId}`;

/** Ends a valid consent, unless it is to the text version `validText`. */
export const endConsent = (
  trx: Trx,
  { organisationId, workerId }: PersonKey,
  { purpose, now }: { purpose: ConsentPurpose; now: Date },
  validText = '',
): Promise<void> => run(trx)`
    update consents set withdrawn_at = ${now}
    where organisation_id = ${organisationId} and worker_id = ${workerId} and purpose = ${purpose}
      and withdrawn_at is null and text_version <> ${validText}`;

/** Stores what a worker agreed to. The same consent again changes nothing unless the text changed. */
export const insertConsent = async (
  trx: Trx,
  key: PersonKey,
  { purpose, textVersion, now }: { purpose: ConsentPurpose; textVersion: string; now: Date },
): Promise<void> => {
  await endConsent(trx, key, { purpose, now }, textVersion);
  await run(trx)`
    insert into consents (organisation_id, worker_id, purpose, text_version, given_at)
    values (${key.organisationId}, ${key.workerId}, ${purpose}, ${textVersion}, ${now})
    on conflict (organisation_id, worker_id, purpose) where withdrawn_at is null do nothing`;
};
