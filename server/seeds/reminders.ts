import { remindersOf } from '../modules/appointments';
import { remindersOfFirstDay } from '../modules/hires';
import type { SeedClient } from './insert';
import { iso } from './times';

const TIME_ZONE = 'Europe/Istanbul';

interface Subject {
  applicationId: string;
  appointmentId: string | null;
  bookedAt: Date | null;
  startAt: Date;
}

/** Returns the interviews and first days ahead; a first day has no time of booking. */
const SUBJECTS = `
  select application_id as "applicationId", id as "appointmentId", created_at as "bookedAt", start_at as "startAt"
    from appointments where status in ('WAITING', 'ACTIVE') and start_at > $1
  union all
  select application_id, null, null, starts_at from hires where started is null and starts_at > $1
  order by 1, 2`;

/** Plans the reminders that are still ahead, as if the interviews and first days had been booked in the product. */
export const seedReminders = async (client: SeedClient, now: number): Promise<void> => {
  const { rows } = await client.query<Subject>(SUBJECTS, [iso(now)]);
  const planned = rows.flatMap(({ bookedAt, startAt, ...about }) => {
    const reminders =
      bookedAt === null
        ? remindersOfFirstDay(startAt, TIME_ZONE, new Date(now))
        : remindersOf({ bookedAt, startAt, timeZone: TIME_ZONE });
    return reminders
      .filter(({ dueAt }) => dueAt.getTime() > now)
      .map(({ kind, dueAt }) => ({
        application_id: about.applicationId,
        appointment_id: about.appointmentId,
        kind,
        start_at: startAt.toISOString(),
        due_at: dueAt.toISOString(),
      }));
  });
  await client.query(
    `insert into reminders (application_id, appointment_id, kind, start_at, due_at)
     select application_id, appointment_id, kind, start_at, due_at
     from json_populate_recordset(null::reminders, $1::json)`,
    [JSON.stringify(planned)],
  );
};
