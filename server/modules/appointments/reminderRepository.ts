import { sql, type Kysely, type Transaction } from 'kysely';
import type { Appointment } from '../../../contract/schemas/appointments';
import { rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { PlannedReminder } from './reminderRules';

interface Owner {
  applicationId: number;
  appointmentId: number;
  startAt: Date;
}

export const insertReminders = async (
  trx: Transaction<Database>,
  { applicationId, appointmentId, startAt }: Owner,
  planned: readonly PlannedReminder[],
): Promise<void> => {
  const kinds = planned.map(({ kind }) => kind);
  const times = planned.map(({ dueAt }) => dueAt);
  await sql`
    insert into reminders (application_id, appointment_id, kind, start_at, due_at)
    select ${applicationId}::bigint, ${appointmentId}::bigint, kind, ${startAt}::timestamptz, due_at
    from unnest(${kinds}::text[], ${times}::timestamptz[]) as planned (kind, due_at)`.execute(trx);
};

/** Returns the reminders of an appointment, soonest first. */
export const listReminders = (
  db: Kysely<Database>,
  appointmentId: number,
): Promise<NonNullable<Appointment['reminders']>> => rowsOf(db)<NonNullable<Appointment['reminders']>[number]>`
    select kind, to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt",
      to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt", skipped
    from reminders where appointment_id = ${appointmentId} order by due_at, id`;
