import { DAY, HOUR } from '../../contract/constants/time';
import { remindersOf } from '../modules/appointments';
import { remindersOfFirstDay } from '../modules/hires';
import { type SeedClient, iso, hash, localMidnight } from './insert';

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

/** One in this many rejected applications was declined by its owner; the workers withdrew the others. */
const DECLINED_EVERY = 3;

/** Turns some rejected applications into declined ones whose applicants were told two hours later. */
export const seedDecisions = async (client: SeedClient): Promise<void> => {
  await client.query(
    `with declined as (
       update applications set reject_reason = null where status = 'rejected' and id % $1 = 0
       returning id, organisation_id, user_id, created_at
     )
     insert into application_decisions (application_id, organisation_id, user_id, reason, decided_by, decided_by_name,
       decided_at, told_at)
     select d.id, d.organisation_id, d.user_id, (array['too_far', 'hours', 'experience', null])[1 + d.id / $1 % 4], u.id,
       concat_ws(' ', u.first_name, u.last_name), d.created_at + interval '3 hours', d.created_at + interval '5 hours'
     from declined d join users u on u.id = d.user_id`,
    [DECLINED_EVERY],
  );
};

/** A seen application was opened within two days and before the employer's first step; $1 now. */
const OPENED = `
update application_facts f set opened_at = least(f.answered_at, f.shortlisted_at, f.invited_at, $1::timestamptz,
  f.created_at + make_interval(mins => 1 + (${hash('f.application_id', 51)} % 2880)::int))
from applications a where a.id = f.application_id and a.is_seen and f.opened_at is null`;

/** Inserts the facts of all applications from the rest of the demo world, which must be complete. */
export const seedFacts = async (client: SeedClient, now: string): Promise<void> => {
  await client.query('select backfill_application_facts()');
  await client.query(OPENED, [now]);
  await client.query(
    'update application_facts f set started_at = h.recorded_at from hires h where h.application_id = f.application_id and h.started',
  );
};

/**
 * Days from today on which the branch's newest hires begin. The one who began yesterday has no recorded outcome yet.
 */
const FIRST_DAYS = [1, 0, -1];

/** Half of the earlier hires began two days after they accepted, and it was recorded; $1 is two days ago. */
const STARTED = `
insert into hires (application_id, organisation_id, user_id, job_id, worker_id, starts_at, place, ask_for, started, recorded_at)
select application_id, organisation_id, user_id, job_id, worker_id, starts_at, address, manager,
  ${hash('application_id', 53)} % 8 > 0, starts_at + interval '70 minutes'
from (
  select a.id as application_id, a.organisation_id, a.user_id, a.job_id, a.worker_id, p.address, u.first_name as manager,
    (date_trunc('day', l.at at time zone '${TIME_ZONE}') + interval '2 days 9 hours') at time zone '${TIME_ZONE}' as starts_at
  from applications a join users u on u.id = a.user_id join appointments p on p.id = a.appointment_id
    join appointment_status_log l on l.appointment_id = p.id and l.status = 'OFFER_ACCEPTED'
  where a.offer_accepted and ${hash('a.id', 52)} % 2 = 0 and not exists (select 1 from hires h where h.application_id = a.id)
) accepted where starts_at < $1`;

/**
 * Gives the branch's newest hires, who accepted earlier, a first day at nine in the morning. The active job with the
 * most hires wants no more, so that it is filled.
 */
export const seedHires = async (client: SeedClient, now: number): Promise<void> => {
  for (const days of FIRST_DAYS)
    await client.query(
      `insert into hires (application_id, organisation_id, user_id, job_id, worker_id, starts_at, place, ask_for, bring)
       select a.id, a.organisation_id, a.user_id, a.job_id, a.worker_id, $1, p.address, 'Elif Hanım', 'Kimlik, siyah ayakkabı'
       from applications a join users u on u.id = a.user_id join appointments p on p.id = a.appointment_id
       where u.email = 'branch@demo.test' and a.offer_accepted
         and not exists (select 1 from hires h where h.application_id = a.id)
         and not exists (select 1 from appointment_status_log l where l.appointment_id = p.id and l.at > $1)
       order by a.id desc limit 1`,
      [iso(localMidnight(now) + days * DAY + 9 * HOUR)],
    );
  await client.query(STARTED, [iso(now - 2 * DAY)]);
  await client.query(
    `update jobs j set hires_wanted = most.hired from (
       select a.job_id, count(*) as hired from applications a
       join jobs k on k.id = a.job_id join users u on u.id = a.user_id
       where u.email = 'branch@demo.test' and k.status = 'active' and a.status = 'accepted'
       group by a.job_id order by hired desc, a.job_id limit 1
     ) most where j.id = most.job_id`,
  );
};
