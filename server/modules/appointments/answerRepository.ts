import { sql, type Kysely, type Transaction } from 'kysely';
import type { FeedbackField } from '../../../contract/constants/feedback';
import type { ApplicationStatus, AppointmentStatus } from '../../../contract/constants/statuses';
import { firstRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

interface AnswerKey {
  organisationId: number;
  applicationId: number;
  appointmentId: number;
  field: FeedbackField;
}

/** Who recorded an answer, and when (ISO 8601, UTC). */
export interface RecordedAnswer {
  recordedAt: string;
  actorName: string | null;
}

/** Finds in the audit log when an answer was last recorded. Returns undefined for an answer without an entry. */
export const findRecordedAnswer = (
  db: Kysely<Database>,
  { organisationId, applicationId, appointmentId, field }: AnswerKey,
): Promise<RecordedAnswer | undefined> => firstRow(db)`
    select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recordedAt",
      l.actor_name as "actorName"
    from audit_log l
    where l.subject_type = 'application' and l.subject_id = ${applicationId} and l.action = 'application.feedback'
      and l.organisation_id = ${organisationId} and l.details ->> 'appointmentId' = ${String(appointmentId)}
      and l.details -> ${field}::text is not null
    order by l.id desc limit 1`;

/** Returns the last status of an appointment before its outcome, or undefined when its log has none. */
export const findStatusBeforeOutcome = async (
  trx: Transaction<Database>,
  appointmentId: number,
): Promise<AppointmentStatus | undefined> => {
  const row = await firstRow(trx)<{ status: AppointmentStatus }>`
    select status from appointment_status_log
    where appointment_id = ${appointmentId} and status in ('ACTIVE', 'COMPLETED')
    order by id desc limit 1`;
  return row?.status;
};

/** Returns the status of an application before it was last accepted, from the audit log. */
export const findStatusBeforeAcceptance = async (
  trx: Transaction<Database>,
  applicationId: number,
): Promise<ApplicationStatus> => {
  const row = await firstRow(trx)<{ status: ApplicationStatus | null }>`
    select l.details ->> 'from' as status from audit_log l
    where l.subject_type = 'application' and l.subject_id = ${applicationId} and l.action = 'application.accepted'
    order by l.id desc limit 1`;
  return row?.status ?? 'in_progress';
};

/** Sets the status of a locked application. */
export const updateApplicationStatus = async (trx: Transaction<Database>, id: number, status: ApplicationStatus) => {
  await sql`update applications set status = ${status} where id = ${id}`.execute(trx);
};
