import type { Attendance } from '../../../contract/constants/attendance';
import { firstRow, run, hasRow } from '../../platform/database/query';
import type { Row, Trx } from '../../platform/database/schema';
import type { DueFields } from '../appointments';
import type { ReminderFacts, SkipReason } from './index';

export type DueReminder = Row<'reminders', 'id' | 'kind' | 'applicationId' | 'appointmentId' | 'startAt'>;

/** Locks the reminder that has been due longest, without the given ones and those that another server has locked. */
export const lockDueReminder = (
  trx: Trx,
  now: Date,
  except: readonly number[],
): Promise<DueReminder | undefined> => firstRow(trx)`
    select id, kind, application_id, appointment_id, start_at
    from reminders
    where sent_at is null and skipped is null and due_at <= ${now} and id <> all(${[...except]}::bigint[])
    order by due_at, id limit 1 for update skip locked`;

/**
 * Locks the rows that a reminder is about, so that it is sent before or after a change and never during one. Returns
 * false when a change has locked them. It does not wait, which could deadlock: a change deletes reminders under its
 * locks.
 */
export const lockSubject = async (trx: Trx, { applicationId, appointmentId }: DueReminder): Promise<boolean> => {
  const isLocked = await hasRow(trx)`
    select 1 from applications where id = ${applicationId} for no key update skip locked`;
  if (!isLocked || appointmentId === null) return isLocked;
  return hasRow(trx)`select 1 from appointments where id = ${appointmentId} for no key update skip locked`;
};

/** The facts about its application that a reminder needs. */
export interface Subject extends Omit<ReminderFacts, 'kind' | 'startAt'> {
  organisationId: number;
  userId: number;
  workerId: number;
  companyName: string;
}

type SubjectRow = Omit<Subject, 'appointment' | 'firstDay'> &
  Partial<Record<'createdAt' | 'startAt' | 'endAt' | 'startsAt', Date | null>> & {
    status: DueFields['status'] | null;
    attendance: Attendance | null;
    started: boolean | null;
  };

const toSubject = ({
  status,
  attendance,
  createdAt,
  startAt,
  endAt,
  startsAt,
  started,
  ...rest
}: SubjectRow): Subject => ({
  ...rest,
  appointment: status && createdAt && startAt && endAt ? { status, attendance, createdAt, startAt, endAt } : null,
  firstDay: startsAt ? { startsAt, started } : null,
});

/** Returns the current facts for a locked reminder. */
export const findSubject = async (
  trx: Trx,
  { id, applicationId, appointmentId, startAt }: DueReminder,
  now: Date,
): Promise<Subject> =>
  toSubject(
    (await firstRow(trx)<SubjectRow>`
    select a.organisation_id, a.user_id, a.worker_id, coalesce(u.company_name, '') as company_name,
      coalesce(s.reminders, true) as is_on, a.status as application_status, t.blocked_at is not null as is_blocked,
      exists (
        select 1 from reminders r
        where r.application_id = a.id and r.appointment_id is not distinct from ${appointmentId}::bigint
          and r.id <> ${id} and r.start_at = ${startAt} and r.due_at <= ${now}
          and r.kind in ('soon', 'first_day_soon') and r.sent_at is null and r.skipped is null
      ) as is_later_due,
      p.status, p.attendance, p.created_at, p.start_at, p.end_at,
      h.starts_at, h.started
    from applications a
    join users u on u.id = a.user_id
    left join organisation_settings s on s.organisation_id = a.organisation_id
    left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
    left join appointments p on p.id = ${appointmentId}::bigint and p.application_id = a.id
    left join hires h on h.application_id = a.id
    where a.id = ${applicationId}`)!,
  );

/** Records that a reminder was sent, or why not. */
export const settle = (trx: Trx, id: number, now: Date, skipped: SkipReason | null): Promise<void> => run(trx)`
    update reminders set skipped = ${skipped}::text, sent_at = ${skipped === null ? now : null}::timestamptz
    where id = ${id}`;
