import { sql, type RawBuilder } from 'kysely';
import { DECISION_NOTICE_MINUTES_DEFAULT, type DeclineReason, type Reach } from '../../../contract/constants/decisions';
import type { FeedbackAnswers } from '../../../contract/rules/feedback';
import type { ApplicationStatus, JobStatus } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/guard';
import { firstRow, rowsOf, run, instant } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import type { DueFields } from '../appointments';
import { inScope } from '../jobs';
import { IS_ERASED } from '../workers';

export interface StoredDecision extends Row<
  'applicationDecisions',
  'reason' | 'note' | 'decidedAt' | 'tellAt' | 'toldAt' | 'bulkId'
> {
  /** The text for the applicant; null for none. */
  noticeText: string | null;
}

/** The applicant of a decision, and how to reach them. */
export interface Recipient extends Row<'applications', 'id' | 'organisationId' | 'userId' | 'jobId' | 'workerId'> {
  /** The language of the worker, as an ISO 639-1 code. */
  language: string;
  phone: string | null;
  externalId: string;
  /** True when the two sides already have a conversation. */
  hasConversation: boolean;
  isBlocked: boolean;
  isErased: boolean;
}

export interface ApplicationFacts extends Recipient {
  status: ApplicationStatus;
  isShortlisted: boolean;
  isOfferAccepted: boolean;
  answers: FeedbackAnswers;
  jobStatus: JobStatus;
  appointment: (DueFields & { id: number }) | null;
  decision: StoredDecision | null;
}

/** The columns of a `Recipient` from application `a` and `RECIPIENT_JOINS`. */
const RECIPIENT = sql`
  a.id, a.organisation_id, a.user_id, a.job_id, a.worker_id,
  w.language_code as language, w.phone, w.external_id, coalesce(t.last_number > 0, false) as has_conversation,
  t.blocked_at is not null as is_blocked, ${IS_ERASED} as is_erased`;

const RECIPIENT_JOINS = sql`
  join workers w on w.id = a.worker_id
  left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id`;

const chosen = (scope: Scope, ids: readonly number[]): RawBuilder<unknown> =>
  sql`a.id = any(${[...ids]}::bigint[]) and ${inScope(scope)}`;

interface FactsRow extends Omit<ApplicationFacts, 'appointment' | 'decision'>, StoredDecision {
  appointmentId: number | null;
  appointmentStatus: DueFields['status'] | null;
  appointmentCreatedAt: Date;
  startAt: Date;
  endAt: Date;
  isDeclined: boolean;
}

const toFacts = (row: FactsRow): ApplicationFacts => {
  const { appointmentId, appointmentStatus, appointmentCreatedAt, startAt, endAt, ...others } = row;
  const { isDeclined, reason, note, decidedAt, tellAt, toldAt, noticeText, bulkId, ...facts } = others;
  return {
    ...facts,
    appointment:
      appointmentId === null || appointmentStatus === null
        ? null
        : { id: appointmentId, status: appointmentStatus, createdAt: appointmentCreatedAt, startAt, endAt },
    decision: isDeclined ? { reason, note, decidedAt, tellAt, toldAt, noticeText, bulkId } : null,
  };
};

/** Returns the facts of the applications in the scope, by job and id. */
export const listFacts = async (db: Db, scope: Scope, ids: readonly number[]): Promise<ApplicationFacts[]> =>
  (
    await rowsOf(db)<FactsRow>`
    select ${RECIPIENT}, a.status, a.is_shortlisted, a.offer_accepted is true as is_offer_accepted,
      json_build_object('isApplicantCameToAppointment', a.came, 'isAppointmentPositive', a.positive,
        'isOfferSentToApplicant', a.offer_sent, 'isApplicantAcceptTheOffer', a.offer_accepted) as answers,
      j.status as job_status, p.id as appointment_id, p.status as appointment_status,
      p.created_at as appointment_created_at, p.start_at, p.end_at,
      d.application_id is not null as is_declined, d.reason, d.note, d.decided_at,
      d.tell_at, d.told_at, d.telling as notice_text, d.bulk_id
    from applications a join jobs j on j.id = a.job_id ${RECIPIENT_JOINS}
    left join appointments p on p.id = a.appointment_id
    left join application_decisions d on d.application_id = a.id
    where ${chosen(scope, ids)} order by a.job_id, a.id`
  ).map(toFacts);

/** Returns the organisation's delay in minutes before a declined applicant is told. */
export const findNoticeMinutes = async (db: Db, organisationId: number): Promise<number> => {
  const row = await firstRow(db)<{ minutes: number }>`
    select telling_minutes as minutes from organisation_settings where organisation_id = ${organisationId}`;
  return row?.minutes ?? DECISION_NOTICE_MINUTES_DEFAULT;
};

interface NewDecisions {
  /** The texts for the applicants by application id; null for none. */
  noticeTexts: ReadonlyMap<number, string | null>;
  reason: DeclineReason | null;
  note: string | null;
  by: { id: number; name: string };
  at: Date;
  tellAt: Date | null;
  bulkId: string | null;
}

/** Rejects the locked applications and stores the decisions. */
export const insertDecisions = async (trx: Trx, decisions: NewDecisions): Promise<void> => {
  const { noticeTexts, reason, note, by, at, tellAt, bulkId } = decisions;
  await run(trx)`
    with changed as (
      update applications a set status = 'rejected'
      from unnest(${[...noticeTexts.keys()]}::bigint[], ${[...noticeTexts.values()]}::text[]) as e (id, telling)
      where a.id = e.id returning a.id, a.organisation_id, a.user_id, e.telling
    )
    insert into application_decisions (application_id, organisation_id, user_id, reason, note, decided_by,
      decided_by_name, decided_at, tell_at, telling, bulk_id)
    select id, organisation_id, user_id, ${reason}::text, ${note}::text, ${by.id}::bigint, ${by.name}::text,
      ${at}::timestamptz, ${tellAt}::timestamptz, telling, ${bulkId}::text
    from changed`;
};

type DecisionChange = Pick<StoredDecision, 'reason' | 'note' | 'tellAt'>;

/** Changes the decision of a locked application. Once the applicant was told, the notice is not scheduled again. */
export const updateDecision = (trx: Trx, id: number, change: DecisionChange) => run(trx)`
    update application_decisions set reason = ${change.reason}, note = ${change.note},
      tell_at = case when told_at is null then ${change.tellAt}::timestamptz end
    where application_id = ${id}`;

/**
 * Removes the decisions of the locked applications and sets their status to in progress. It waits for a notice that is
 * being sent. Returns the ids, each with whether the applicant was told, which is false without a channel.
 */
export const removeDecisions = (trx: Trx, ids: readonly number[]) => rowsOf(trx)<{
  id: number;
  wasTold: boolean;
}>`
    with dropped as (
      delete from application_decisions where application_id = any(${[...ids]}::bigint[])
      returning application_id, told_at, told_by
    ), changed as (
      update applications set status = 'in_progress' where id in (select application_id from dropped)
    )
    select application_id as id, told_at is not null and told_by is distinct from 'none' as was_told from dropped order by 1`;

/** An application whose applicant is due to be told, with the text for the applicant. */
export interface DueNotice extends Recipient {
  noticeText: string | null;
}

export interface DueLimits {
  limit: number;
  /** Only this application. */
  id?: number;
  /** Applications that are left out. */
  except?: readonly number[];
}

/**
 * Locks the decisions whose notices are due and skips those that another transaction has locked. A server of the
 * previous release may accept an application after its decision; such an applicant is not told.
 */
export const lockDue = async (trx: Trx, now: Date, { limit, id, except = [] }: DueLimits): Promise<DueNotice[]> => {
  const only = id === undefined ? sql`` : sql`and d.application_id = ${id}`;
  return rowsOf(trx)`
    select ${RECIPIENT}, d.telling as notice_text
    from application_decisions d join applications a on a.id = d.application_id ${RECIPIENT_JOINS}
    where d.tell_at <= ${now} and a.status = 'rejected' ${only} and d.application_id <> all(${[...except]}::bigint[])
    order by d.tell_at, d.application_id limit ${limit}
    for no key update of d skip locked`;
};

/** Ends the notices of applications with the channel of each. */
export const markTold = (trx: Trx, channels: ReadonlyMap<number, Reach>, now: Date): Promise<void> => run(trx)`
    update application_decisions d set told_at = ${now}, tell_at = null, told_by = m.channel
    from unnest(${[...channels.keys()]}::bigint[], ${[...channels.values()]}::text[]) m (id, channel)
    where d.application_id = m.id`;

/**
 * Records that an applicant who counted as told since `toldAt` got no text message. Returns the application, or
 * undefined when nobody was told by a text message then.
 */
export const markUntold = (trx: Trx, id: number, toldAt: Date) => firstRow(trx)<
  Row<'applications', 'id' | 'organisationId' | 'userId' | 'jobId' | 'workerId'>
>`
    with untold as (
      update application_decisions set told_by = 'none'
      where application_id = ${id} and told_by = 'sms' and told_at = ${toldAt} returning application_id
    )
    select a.id, a.organisation_id, a.user_id, a.job_id, a.worker_id
    from untold join applications a on a.id = untold.application_id`;

export const postpone = (trx: Trx, ids: readonly number[], tellAt: Date): Promise<void> => run(trx)`
    update application_decisions set tell_at = ${tellAt} where application_id = any(${[...ids]}::bigint[])`;

/** The status of application `a` that the worker knows: a declined one is in progress until its notice is sent. */
export const TOLD_STATUS = sql`
  case when exists (select 1 from application_decisions d where d.application_id = a.id and d.told_at is null)
    then 'in_progress' else a.status end`;

interface LockedForWorker extends Row<'applications', Names<'id jobId workerId organisationId userId appointmentId'>> {
  /** The status that the worker knows. */
  status: ApplicationStatus;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** Locks an application and its decision, and then reads them, including what the previous lock holders wrote. */
export const lockApplicationOfWorker = async (
  trx: Trx,
  id: number,
  workerId: number,
): Promise<LockedForWorker | undefined> => {
  const isOwn = sql`a.id = ${id} and a.worker_id = ${workerId}`;
  await run(trx)`select 1 from applications a where ${isOwn} for no key update`;
  await run(trx)`
    select 1 from application_decisions d where d.application_id = (select a.id from applications a where ${isOwn})
    for update`;
  return firstRow(trx)`
    select a.id, a.job_id, a.worker_id, ${TOLD_STATUS} as status, ${instant('a.created_at')} as created_at,
      a.organisation_id, a.user_id, a.appointment_id
    from applications a where ${isOwn}`;
};

/** Rejects a locked application for its worker, which drops the organisation's decision. */
export const rejectApplication = async (trx: Trx, id: number, reason: string | null) => {
  await run(trx)`delete from application_decisions where application_id = ${id}`;
  await run(trx)`update applications set status = 'rejected', reject_reason = ${reason} where id = ${id}`;
};
