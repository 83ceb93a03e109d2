import { type RawBuilder, sql } from 'kysely';
import type { Attendance } from '../../../contract/constants/attendance';
import type { NeedFacts } from '../../../contract/rules/need';
import type { Stage, StageFacts } from '../../../contract/rules/stage';
import type { AppointmentStatus, JobStatus, StageKey } from '../../../contract/constants/statuses';
import { rowsOf } from '../../platform/database/query';
import type { Names, Row, Trx } from '../../platform/database/schema';
import { IS_ERASED } from '../workers';

/** Everything that the need of an application, its snooze and its stage depend on. */
export interface StoredFacts extends NeedFacts {
  /** The worker's last message that waits for an answer. */
  askedNumber: number | null;
  stage: StageFacts;
  /** The stored stage; null without one. */
  kept: Stage | null;
}

interface FactsRecord extends Row<
  'applications',
  Names<'id status isShortlisted shortlistedAt isDeclined came positive offerSent offerAccepted'>
> {
  isErased: boolean;
  jobStatus: JobStatus;
  arrivedAt: Date;
  awaitingSince: Date | null;
  askedNumber: number | null;
  appointmentStatus: AppointmentStatus | null;
  statusAt: Date;
  invitedAt: Date;
  startAt: Date;
  endAt: Date;
  attendance: Attendance | null;
  attendanceAt: Date | null;
  startsAt: Date | null;
  started: boolean | null;
  toldAt: Date | null;
  stage: StageKey | null;
  stageAt: Date | null;
}

const timeOf = (at: Date | null): number | null => at?.getTime() ?? null;

const stageFactsOf = (row: FactsRecord): StageFacts => ({
  status: row.status,
  isDeclined: row.isDeclined,
  toldAt: timeOf(row.toldAt),
  arrivedAt: row.arrivedAt.getTime(),
  isShortlisted: row.isShortlisted,
  shortlistedAt: timeOf(row.shortlistedAt),
  appointment: row.appointmentStatus && {
    status: row.appointmentStatus,
    statusAt: row.statusAt.getTime(),
    createdAt: row.invitedAt.getTime(),
    startAt: row.startAt.getTime(),
  },
  answers: {
    isApplicantCameToAppointment: row.came,
    isAppointmentPositive: row.positive,
    isOfferSentToApplicant: row.offerSent,
    isApplicantAcceptTheOffer: row.offerAccepted,
  },
  firstDay: row.startsAt && { startsAt: row.startsAt.getTime(), started: row.started },
});

const factsOf = (row: FactsRecord): StoredFacts => ({
  stage: stageFactsOf(row),
  kept: row.stage && { key: row.stage, at: timeOf(row.stageAt) },
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
 * Joins one row by its key. Without `offset 0` the planner weighs every order of these joins, which takes 7 ms of the
 * statement's 8; each change of an application runs it.
 */
const lookup = (name: string, query: RawBuilder<unknown>) =>
  sql`left join lateral (select ${query} offset 0) ${sql.ref(name)} on true`;

/**
 * Returns the facts for the needs and stages of applications, by id. A conversation belongs to its worker's newest
 * application to the owner that is not rejected.
 */
export const readFacts = async (trx: Trx, ids: readonly number[]): Promise<Map<number, StoredFacts>> =>
  new Map(
    (
      await rowsOf(trx)<FactsRecord>`
    select a.id, a.status, w.is_erased, j.status as job_status,
      a.is_shortlisted, a.created_at as arrived_at, a.shortlisted_at,
      case when t.last_number > 0 and t.blocked_at is null and t.awaiting_since is not null and a.id = (
        select max(b.id) from applications b
        where b.worker_id = a.worker_id and b.organisation_id = a.organisation_id and b.user_id = a.user_id
          and b.status <> 'rejected'
          and (select k.status from jobs k where k.id = b.job_id) in ('active', 'closed')
      ) then t.awaiting_since end as awaiting_since,
      case when t.awaiting_since is not null then (
        select max(m.number) from messages m
        where m.thread_id = t.id and m.sender = 'worker' and m.type in ('text', 'location')) end as asked_number,
      p.status as appointment_status,
      coalesce((select max(l.at) from appointment_status_log l where l.appointment_id = p.id), p.created_at) as status_at,
      p.created_at as invited_at, p.start_at, p.end_at, p.attendance, p.attendance_at,
      a.came, a.positive, a.offer_sent, a.offer_accepted, a.is_declined, h.starts_at, h.started,
      case when d.told_by is distinct from 'none' then d.told_at end as told_at, s.stage, s.stage_at
    from unnest(${[...ids]}::bigint[]) chosen (id)
    join applications a on a.id = chosen.id
    ${lookup('w', sql`${IS_ERASED} as is_erased from workers w where w.id = a.worker_id`)}
    ${lookup('j', sql`j.status from jobs j where j.id = a.job_id`)}
    ${lookup(
      't',
      sql`t.id, t.last_number, t.blocked_at, t.awaiting_since from threads t
        where t.user_id = a.user_id and t.worker_id = a.worker_id`,
    )}
    ${lookup(
      'p',
      sql`p.id, p.status, p.created_at, p.start_at, p.end_at, p.attendance, p.attendance_at from appointments p
        where p.id = a.appointment_id`,
    )}
    ${lookup('h', sql`h.starts_at, h.started from hires h where h.application_id = a.id`)}
    ${lookup('d', sql`d.told_by, d.told_at from application_decisions d where d.application_id = a.id`)}
    ${lookup('s', sql`s.stage, s.stage_at from application_stages s where s.application_id = a.id`)}`
    ).map((row) => [row.id, factsOf(row)]),
  );
