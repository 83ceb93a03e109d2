import { sql, type Transaction } from 'kysely';
import { NO_ANSWERS, type FeedbackAnswers } from '../../../contract/constants/feedback';
import type { ApplicationStatus } from '../../../contract/constants/statuses';
import type { Scope } from '../../platform/auth/scope';
import { firstRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { inScope } from '../jobs';

/** An application that is locked for a change of its appointment. */
export interface LockedApplication {
  id: number;
  organisationId: number;
  userId: number;
  jobId: number;
  workerId: number;
  status: ApplicationStatus;
  isShortlisted: boolean;
  appointmentId: number | null;
  answers: FeedbackAnswers;
}

/** Locks one application in the scope. It locks the job first, in the same order as a job change. */
export const lockApplicationForAppointment = (
  trx: Transaction<Database>,
  scope: Scope,
  id: number,
): Promise<LockedApplication | undefined> => firstRow(trx)`
    with j as materialized (
      select id from jobs where id = (select o.job_id from applications o where o.id = ${id}) for share
    )
    select a.id, a.organisation_id as "organisationId", a.user_id as "userId", a.job_id as "jobId",
      a.worker_id as "workerId", a.status, a.is_shortlisted as "isShortlisted", a.appointment_id as "appointmentId",
      json_build_object('isApplicantCameToAppointment', a.came, 'isAppointmentPositive', a.positive,
        'isOfferSentToApplicant', a.offer_sent, 'isApplicantAcceptTheOffer', a.offer_accepted) as answers
    from j join applications a on a.job_id = j.id
    where a.id = ${id} and ${inScope(scope)} for no key update of a`;

/**
 * Returns whether the organisation declined a rejected application; otherwise the worker withdrew it. The caller has
 * locked the application: a statement that waits for its lock would still see the decisions of before.
 */
export const isDeclined = async (trx: Transaction<Database>, id: number): Promise<boolean> =>
  (await sql`select 1 from application_decisions where application_id = ${id}`.execute(trx)).rows.length > 0;

/** Returns whether a first day is set for a locked application. */
export const hasFirstDay = async (trx: Transaction<Database>, id: number): Promise<boolean> =>
  (await sql`select 1 from hires where application_id = ${id}`.execute(trx)).rows.length > 0;

/** Records the answers of a locked application. An accepted offer makes the application accepted. */
export const updateAnswers = async (trx: Transaction<Database>, id: number, answers: FeedbackAnswers) => {
  const { isApplicantCameToAppointment, isAppointmentPositive } = answers;
  const { isOfferSentToApplicant, isApplicantAcceptTheOffer } = answers;
  await sql`
    update applications set came = ${isApplicantCameToAppointment}, positive = ${isAppointmentPositive},
      offer_sent = ${isOfferSentToApplicant}, offer_accepted = ${isApplicantAcceptTheOffer},
      status = case when ${isApplicantAcceptTheOffer === true} then 'accepted' else status end
    where id = ${id}`.execute(trx);
};

/** Moves the answer that the worker did not come from a locked application to its locked appointment. */
export const moveMissedAnswer = async (trx: Transaction<Database>, id: number, appointmentId: number) => {
  await sql`update appointments set came = false where id = ${appointmentId} and application_id = ${id}`.execute(trx);
  await updateAnswers(trx, id, NO_ANSWERS);
};

/** Returns whether the worker of a locked application missed an appointment before the current one. */
export const missedBefore = async (trx: Transaction<Database>, id: number): Promise<boolean> =>
  (await sql`select 1 from appointments where application_id = ${id} and came = false limit 1`.execute(trx)).rows
    .length > 0;

/** Links a locked application to its appointment, or to none. */
export const updateAppointment = async (trx: Transaction<Database>, id: number, appointmentId: number | null) => {
  await sql`update applications set appointment_id = ${appointmentId} where id = ${id}`.execute(trx);
};
