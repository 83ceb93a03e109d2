import { hash, type SeedClient } from './insert';

const TIME_ZONE = 'Europe/Istanbul';
const wallTime = (column: string): string => `to_char(${column} at time zone '${TIME_ZONE}', 'YYYY-MM-DD HH24:MI:SS')`;

/** Selects entries about applications: `id`, `at` and `details` of the rows after `from`. */
const entries = (
  actor: 'user' | 'worker' | 'clock',
  action: string,
  [id, at, details]: string[],
  from: string,
): string =>
  `select ${id} as application_id, ${at} as at, '${actor}' as actor, 'application.${action}' as action,
    'application' as subject, ${id} as subject_id, ${details ?? `'{}'::jsonb`} as details from ${from}`;

const LOG = 'appointment_status_log l join appointments p on p.id = l.appointment_id';

/** The answers that a status of an appointment stands for. */
const ANSWERS = `jsonb_strip_nulls(jsonb_build_object('appointmentId', p.id,
  'isApplicantCameToAppointment', case l.status when 'APPOINTMENT_POSITIVE' then true
    when 'APPOINTMENT_NEGATIVE' then p.worker_feedback = 'worker_came' end,
  'isAppointmentPositive', case when l.status = 'APPOINTMENT_POSITIVE' then true
    when l.status = 'APPOINTMENT_NEGATIVE' and p.worker_feedback = 'worker_came' then false end,
  'isOfferSentToApplicant', case l.status when 'OFFER_SENT' then true end,
  'isApplicantAcceptTheOffer', case l.status when 'OFFER_ACCEPTED' then true when 'OFFER_REJECTED' then false end))`;

/** What happened, as the product records it. Those who withdrew did so within hours. */
const EVENTS = [
  entries('worker', 'arrived', ['id', 'created_at', `jsonb_build_object('jobId', job_id)`], 'applications'),
  entries('user', 'seen', ['application_id', 'opened_at'], 'application_facts where opened_at is not null'),
  entries('user', 'shortlisted', ['id', 'shortlisted_at'], 'applications where shortlisted_at is not null'),
  entries('user', 'declined', ['application_id', 'decided_at'], 'application_decisions'),
  entries('clock', 'told', ['application_id', 'told_at'], 'application_decisions where told_at is not null'),
  entries(
    'worker',
    'rejected',
    ['id', `created_at + make_interval(mins => (30 + ${hash('id', 54)} % 300)::int)`],
    `applications a where status = 'rejected'
       and not exists (select from application_decisions d where d.application_id = a.id)`,
  ),
  `select application_id, created_at, 'user', 'appointment.created', 'application', application_id, jsonb_build_object(
     'appointmentId', id, 'startAt', ${wallTime('start_at')}, 'endAt', ${wallTime('end_at')}) from appointments`,
  `select p.application_id, l.at, case l.changed_by when 'employer' then 'user' else l.changed_by end,
     'appointment.status', 'appointment', p.id, jsonb_build_object('to', l.status) from ${LOG} where l.status <> 'WAITING'`,
  entries('user', 'feedback', ['p.application_id', 'l.at', ANSWERS], `${LOG} where l.status ~ '^(APPOINTMENT|OFFER)_'`),
  entries(
    'user',
    'accepted',
    ['p.application_id', 'l.at', `'{"from": "in_progress"}'::jsonb`],
    `${LOG} where l.status = 'OFFER_ACCEPTED'`,
  ),
  entries(
    'user',
    'first_day_set',
    [
      'h.application_id',
      `least(f.hired_at + interval '40 minutes', $1::timestamptz)`,
      `jsonb_build_object('startAt', ${wallTime('h.starts_at')})`,
    ],
    'hires h join application_facts f on f.application_id = h.application_id',
  ),
  entries(
    'user',
    'first_day_recorded',
    ['application_id', 'recorded_at', `jsonb_build_object('started', started)`],
    'hires where recorded_at is not null',
  ),
];

/** Writes the history of all applications from the rest of the demo world, which must be complete. */
export const seedHistory = async (client: SeedClient, now: string): Promise<void> => {
  await client.query(
    `insert into audit_log (at, actor, actor_user_id, actor_name, organisation_id, action, subject_type, subject_id, details)
     select e.at, e.actor, case e.actor when 'user' then u.id end,
       case e.actor when 'user' then concat_ws(' ', u.first_name, u.last_name) end, a.organisation_id, e.action, e.subject,
       e.subject_id, e.details || case e.actor when 'worker' then jsonb_build_object('workerId', a.worker_id) else '{}' end
     from (${EVENTS.join(' union all ')}) e
       join applications a on a.id = e.application_id join users u on u.id = a.user_id
     where e.at <= $1 order by e.at, e.application_id, e.action`,
    [now],
  );
};
