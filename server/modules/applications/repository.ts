import { sql, type RawBuilder } from 'kysely';
import type { ApplicationDetail, ApplicationRow, Experience, Comment } from '../../../contract/schemas/applications';
import type { Stage } from '../../../contract/schemas/common';
import type { ApplicationSource } from '../../../contract/schemas/publicPage';
import { type Scope, ownerScope } from '../../platform/auth/guard';
import { firstRow, onlyValue, rowsOf, hasRow, run, instant } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import {
  FIRST_NAME,
  LAST_NAME,
  OWN_WORKERS,
  hasPhone,
  phoneSpellings,
  type Spellings,
  withTold,
  EXPERIENCES,
  GIVEN_EXPERIENCE,
  IS_ERASED,
} from '../workers';
import { type AppointmentStatus, type JobStatus, APPOINTMENT_STATUSES } from '../../../contract/constants/statuses';
import type { FirstDay } from '../../../contract/schemas/firstDay';
import type { Decision } from '../../../contract/schemas/decisions';
import type { Need } from '../../../contract/schemas/today';
import { inScope, STAGE } from '../jobs';
import type { AuthUser } from '../../platform/auth/tokens';
import { MESSAGE_EXCERPT } from '../../../contract/constants/limits';
import { HISTORY_ACTIONS, HISTORY_PAGE } from '../../../contract/constants/history';
import type { HistoryEntry } from '../../../contract/schemas/history';

/** The fields of a worker that only the detail page shows. */
export interface WorkerDetails extends Row<
  'workers',
  Names<
    | 'email phone latitude longitude disabledStatus university universityDepartment identityNumber certificates'
    | 'drivingLicenses about workCategoryPreferences ratingScore languageCode countryCode'
  >
> {
  workTimePreferences: ApplicationDetail['user']['workTimePreferences'];
  universityStatus: ApplicationDetail['user']['universityStatus'];
  expectedSalary: number | null;
}

export const findWorkerDetails = (db: Db, id: number): Promise<WorkerDetails | undefined> => firstRow(db)`
    select email, phone, latitude, longitude, work_time_preferences, disabled_status, university, university_status,
      university_department, identity_number, certificates, driving_licenses, about,
      expected_salary_minor::float8 / 100 as expected_salary, work_category_preferences, rating_score, language_code,
      country_code
    from workers where id = ${id}`;

/** Whether the caller may open the application `a` of their organisation. */
const isOwn = ({ userId }: Scope) => (userId === null ? sql`true` : sql`a.user_id = ${userId}`);

/**
 * Returns the worker's other applications in the whole organisation, newest first. Those of another branch have
 * `canOpen` false. See docs/API.md#scope.
 */
export const listOtherApplications = async (
  db: Db,
  scope: Scope,
  workerId: number,
  exceptId: number,
): Promise<ApplicationDetail['otherApplications']> =>
  rowsOf(db)<ApplicationDetail['otherApplications'][number]>`
    select a.id as application_id, a.job_id, j.title as job_title,
      coalesce(u.company_name, '') as company_name, ${isOwn(scope)} as can_open
    from applications a join jobs j on j.id = a.job_id join users u on u.id = a.user_id
    where a.worker_id = ${workerId} and a.organisation_id = ${scope.organisationId} and a.id <> ${exceptId}
    order by a.created_at desc, a.id desc`;

/** Returns what the applicant answered on the public page, or null for an application that came another way. */
export const findSource = async (db: Db, applicationId: number): Promise<ApplicationSource | null> =>
  (await firstRow(db)<ApplicationSource>`
    select ref, days, parts, start from application_sources where application_id = ${applicationId}`) ?? null;

export const countRejected = (db: Db, jobId: number): Promise<number> =>
  onlyValue(db)`
    select coalesce(sum(total), 0)::int as total from application_counts
    where job_id = ${jobId} and status = 'rejected'`;

/** The most applications of the same phone number that a page shows. */
const ALSO_APPLIED_MAX = 5;

/** Whether worker `w` has the phone of worker `me` and came the other way: by the workers' product or by a public page. */
const cameTheOtherWay = (spellings: Record<keyof Spellings, RawBuilder<unknown> | string>) => sql`
  ${hasPhone(spellings)} and w.id <> me.id
    and (w.external_id like ${OWN_WORKERS}) <> (me.external_id like ${OWN_WORKERS})`;

const WAY = sql`case when w.external_id like ${OWN_WORKERS} then 'page' else 'app' end as by`;

/**
 * Returns the applications in the organisation whose worker has the same phone number and came the other way, newest first.
 * Those of another branch have `canOpen` false.
 */
export const listAlsoApplied = async (
  db: Db,
  scope: Scope,
  { workerId, phone }: { workerId: number; phone: Spellings },
): Promise<ApplicationDetail['alsoApplied']> => {
  const spellings = { national: sql`${phone.national}`, dial: sql`${phone.dial}`, country: sql`${phone.country}` };
  return rowsOf(db)<ApplicationDetail['alsoApplied'][number]>`
    select a.id as application_id, a.job_id, j.title as job_title,
      coalesce(u.company_name, '') as company_name, ${isOwn(scope)} as can_open, ${WAY}
    from workers me
    join workers w on ${cameTheOtherWay(spellings)}
    join applications a on a.worker_id = w.id and a.organisation_id = ${scope.organisationId}
    join jobs j on j.id = a.job_id join users u on u.id = a.user_id
    where me.id = ${workerId}
    order by a.created_at desc, a.id desc limit ${ALSO_APPLIED_MAX}`;
};

type OtherWay = NonNullable<ApplicationRow['otherWay']>;

/** An application of the list. */
export interface ApplicationRecord extends Row<
  'applications',
  Names<
    | 'id status isSeen matchScore jobId userId appointmentId came positive offerSent offerAccepted workerId'
    | 'distanceKm'
  >
> {
  createdAt: string;
  isShortListed: boolean;
  /**
   * Names of up to three other owners of the organisation that shortlisted the worker; empty for an owner without a
   * name.
   */
  shortListedBy: string[];
  decision: Decision | null;
  /** `startsAt` is an instant. */
  firstDay: FirstDay | null;
  stage: Stage;
  need: Need | null;
  unread: number;
  jobTitle: string;
  jobStatus: JobStatus;
  companyName: string;
  appointmentStatus: AppointmentStatus | null;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  gender: 'male' | 'female' | null;
  military: 1 | 2 | 3 | null;
  english: 1 | 2 | 3 | 4 | null;
  education: 'elementary' | 'middle' | 'high_school' | 'university' | null;
  experiences: Experience[];
  experienceMonth: number | null;
  locationName: string | null;
  imageKey: string | null;
  isErased: boolean;
  phone: string | null;
  externalId: string;
  countryCode: string;
  otherWay: OtherWay | null;
}

const DECISION = sql`case when d.application_id is not null then json_build_object(
  'at', ${instant('d.decided_at')}, 'by', d.decided_by_name, 'reason', d.reason, 'note', d.note,
  'tellAt', ${instant('d.tell_at')}, 'toldBy', coalesce(d.told_by, case when d.told_at is not null then 'product' end),
  'toldAt', case when d.told_by is distinct from 'none' then ${instant('d.told_at')} end) end as decision`;

const FIRST_DAY = sql`case when h.application_id is not null then json_build_object(
  'startsAt', ${instant('h.starts_at')}, 'place', h.place, 'askFor', h.ask_for, 'bring', h.bring,
  'confirmedAt', ${instant('h.confirmed_at')}, 'started', h.started, 'recordedAt', ${instant('h.recorded_at')}) end
  as first_day`;

const NEED = sql`(
  select json_strip_nulls(json_build_object('kind', n.need, 'at', ${instant('n.need_at')},
    'number', case when n.need = 'answer' then t.last_number end,
    'body', case when n.need = 'answer' then (
      select case m.type when 'text' then left(m.body, ${sql.lit(MESSAGE_EXCERPT)}) end from messages m
      where m.thread_id = t.id and m.number > t.hidden_to_number and m.sender = 'worker'
        and m.type in ('text', 'location')
      order by m.number desc limit 1) end))::jsonb
    || jsonb_build_object('snoozedUntil', ${instant('n.snoozed_until')})
  from application_needs n where n.application_id = a.id and n.need is not null) as need`;

const TOLD = withTold();

/** Whether worker `w` has the number in `chosen` and came the other way than worker `me`. */
const CAME_THE_OTHER_WAY = cameTheOtherWay({
  national: sql`chosen.national`,
  dial: sql`chosen.dial`,
  country: sql`chosen.country`,
});

/** An application of a page, with the phone of its worker. */
interface Chosen {
  id: number;
  phone: [phone: string | null, countryCode: string];
}

/**
 * Returns the rows of chosen applications, in their order. The look-up of the other way has aliases that hide the
 * applicant's, so it knows the applicant as `me`. `otherWay` is one look-up in the index `workers_phone` for each
 * number, whose spellings are computed outside SQL.
 */
const listDetails = (db: Db, { organisationId, userId }: Scope, chosen: readonly Chosen[]) => {
  const numbers = chosen.map(({ phone: [phone, countryCode] }) =>
    phone === null ? null : phoneSpellings(phone, countryCode),
  );
  const spelled = (name: keyof Spellings) => numbers.map((number) => number?.[name] ?? null);
  return rowsOf(db)<ApplicationRecord>`
  select a.id, ${instant('a.created_at')} as created_at, a.status, a.is_seen, a.is_shortlisted as is_short_listed,
    array(
      select distinct (select coalesce(u.company_name, '') from users u where u.id = x.user_id) from applications x
      where x.worker_id = a.worker_id and x.organisation_id = a.organisation_id
        and x.is_shortlisted and x.user_id <> a.user_id
      order by 1 limit 3
    ) as short_listed_by,
    a.match_score, coalesce(t.unread_by_employer, 0) as unread, a.job_id,
    j.title as job_title, j.status as job_status,
    coalesce((select o.company_name from users o where o.id = a.user_id), '') as company_name,
    a.user_id, p.id as appointment_id, p.status as appointment_status, a.came, a.positive, a.offer_sent,
    a.offer_accepted, a.worker_id, ${FIRST_NAME} as first_name,
    ${LAST_NAME} as last_name, w.birth_date, w.gender, w.military, w.english, w.education,
    ${EXPERIENCES} as experiences, ${GIVEN_EXPERIENCE} as experience_month, w.location_name,
    a.distance_km, w.image_key, ${IS_ERASED} as is_erased,
    w.phone, w.external_id, w.country_code, ${DECISION}, ${FIRST_DAY}, ${STAGE}, ${NEED},
    case when chosen.dial is not null then (
      select json_build_object('by', x.by, 'open', case when x.is_open then json_build_object(
        'applicationId', x.id, 'jobTitle', x.title, 'firstName', x.first_name, 'lastName', x.last_name) end)
      from (
        select a.id, j.title, ${FIRST_NAME} as first_name, ${LAST_NAME} as last_name, ${WAY},
          a.status = 'in_progress' and a.offer_accepted is not true
            and (${userId}::bigint is null or a.user_id = ${userId}) as is_open
        from workers w
        join applications a on a.worker_id = w.id and a.organisation_id = ${organisationId}
        join jobs j on j.id = a.job_id
        ${TOLD}
        where ${CAME_THE_OTHER_WAY}
        order by is_open desc, a.created_at desc, a.id desc limit 1
      ) x) end as other_way
  from unnest(
    ${chosen.map(({ id }) => id)}::bigint[], ${spelled('national')}::text[], ${spelled('dial')}::text[],
    ${spelled('country')}::text[]
  ) with ordinality chosen (id, national, dial, country, place)
  join applications a on a.id = chosen.id and a.organisation_id = ${organisationId}
  join jobs j on j.id = a.job_id
  join workers w on w.id = a.worker_id
  cross join lateral (select w.id, w.external_id) me
  left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
  left join appointments p on p.id = a.appointment_id
  left join application_decisions d on d.application_id = a.id
  left join hires h on h.application_id = a.id
  ${TOLD}
  order by chosen.place`;
};

/**
 * Returns the rows of the applications in `page`, a select of ids in the scope, in its order. Planning the details takes
 * longer than reading them, so they are a statement of their own, which is the same for every page and stays prepared.
 * The phones come with the ids, because their spellings are computed outside SQL.
 */
export const readRows = async (db: Db, scope: Scope, page: RawBuilder<unknown>): Promise<ApplicationRecord[]> => {
  const chosen = await rowsOf(db)<Chosen>`
    select p.id, (
      select json_build_array(w.phone, w.country_code)
      from applications a join workers w on w.id = a.worker_id where a.id = p.id) as phone
    from (select p.id, row_number() over () as place from (${page}) p) p
    order by p.place`;
  return chosen.length === 0 ? [] : listDetails(db, scope, chosen);
};

/** Returns one application in the caller's scope as a row of the list. */
export const findApplication = async (db: Db, scope: Scope, id: number): Promise<ApplicationRecord | undefined> => {
  const page = sql`select a.id from applications a where a.id = ${id} and ${inScope(scope)}`;
  return (await readRows(db, scope, page))[0];
};

export const applicationIsInScope = (db: Db, scope: Scope, id: number): Promise<boolean> =>
  hasRow(db)`select 1 from applications a where a.id = ${id} and ${inScope(scope)}`;

/** Shortlists locked applications at the given times; null removes them from the shortlist. */
export const updateShortlisted = (trx: Trx, times: ReadonlyMap<number, Date | null>): Promise<void> => run(trx)`
    update applications a set is_shortlisted = m.at is not null, shortlisted_at = m.at
    from unnest(${[...times.keys()]}::bigint[], ${[...times.values()]}::timestamptz[]) m (id, at)
    where a.id = m.id`;

export const updateSeen = (trx: Trx, id: number): Promise<void> =>
  run(trx)`update applications set is_seen = true where id = ${id}`;

/** Returns whether an organisation filters applications by age, gender and military service. */
export const usesPersonalFilters = async (db: Db, organisationId: number): Promise<boolean> => {
  const row = await firstRow(db)<{ isOn: boolean }>`
    select personal_filters as is_on from organisation_settings where organisation_id = ${organisationId}`;
  return row?.isOn ?? true;
};

/** Returns whether the caller's scope holds an application of the worker. */
export const seesWorker = (trx: Trx, user: AuthUser, workerId: number) => hasRow(trx)`
    select 1 from applications a where a.worker_id = ${workerId} and ${inScope(ownerScope(user))} limit 1`;

export const insertComment = async (
  trx: Trx,
  { id: userId, organisationId, name: author }: AuthUser,
  { workerId, message, now }: { workerId: number; message: string; now: Date },
): Promise<number> => {
  const { id } = await trx
    .insertInto('workerComments')
    .values({ organisationId, workerId, userId, author, message, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const listComments = (db: Db, organisationId: number, workerId: number): Promise<Comment[]> => rowsOf(db)`
    select id, message, author, ${instant('created_at')} as created_at
    from worker_comments where organisation_id = ${organisationId} and worker_id = ${workerId}
    order by id desc`;

/** Statuses that the history leaves out, because it already shows the recorded answers. */
const STATUSES_OF_ANSWERS = APPOINTMENT_STATUSES.filter((status) => /^(APPOINTMENT|OFFER)_/.test(status));

interface HistoryFilter {
  organisationId: number;
  applicationId: number;
  workerId: number;
  before: number | undefined;
}

/** Returns the audit entries of the application, of its appointments (deleted ones too) and of its worker. */
export const listHistory = (
  db: Db,
  { organisationId, applicationId, workerId, before }: HistoryFilter,
): Promise<HistoryEntry[]> => rowsOf(db)`
    with subjects (type, id) as (
      values ('application', ${applicationId}::bigint), ('worker', ${workerId}::bigint)
      union
      select 'appointment', p.id from appointments p
      where p.application_id = ${applicationId} and p.organisation_id = ${organisationId}
      union
      select 'appointment', (l.details ->> 'appointmentId')::bigint from audit_log l
      where l.subject_type = 'application' and l.subject_id = ${applicationId} and l.action = 'appointment.created'
    )
    select l.id, ${instant('l.at')} as at, l.actor, l.actor_name, l.actor_user_id as actor_id, l.action,
      case when l.action = 'appointment.status' then jsonb_build_object('status', l.details -> 'to') else l.details end as details
    from subjects s join audit_log l on l.subject_type = s.type and l.subject_id = s.id
    where l.organisation_id = ${organisationId} and l.action = any(${[...HISTORY_ACTIONS]})
      and (l.action <> 'appointment.status' or l.details ->> 'to' <> all(${STATUSES_OF_ANSWERS}))
      ${before === undefined ? sql`` : sql`and l.id < ${before}`}
    order by l.id desc limit ${HISTORY_PAGE}`;
