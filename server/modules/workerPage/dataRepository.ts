import { sql, type Kysely } from 'kysely';
import { firstRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { LinkOwner } from '../links';
import { EXPERIENCES, FIRST_NAME, LAST_NAME, withTold } from '../workers';

/** The newest messages that the file holds; no conversation comes near it. */
const MESSAGES_MAX = 5_000;

const utc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export interface ApplicationData {
  profile: Record<string, unknown>;
  application: Record<string, unknown>;
  consents: unknown[];
  roster: unknown[];
  requests: unknown[];
  appointments: unknown[];
  firstDay: Record<string, unknown> | null;
  messages: unknown[];
}

/**
 * Returns what the organisation sees of one application: the profile, what was answered when applying, consents, places
 * on rosters, requests, appointments, messages.
 */
export const findData = (
  db: Kysely<Database>,
  { applicationId, workerId, organisationId }: LinkOwner,
): Promise<ApplicationData | undefined> => firstRow(db)`
    select json_build_object('firstName', ${FIRST_NAME}, 'lastName', ${LAST_NAME}, 'gender', w.gender,
        'birthDate', w.birth_date, 'locationName', w.location_name, 'experiences', ${EXPERIENCES},
        'military', w.military, 'education', w.education, 'english', w.english) as profile,
      json_build_object('id', a.id, 'job', j.title, 'company', u.company_name, 'appliedAt', ${utc('a.created_at')},
        'distanceKm', a.distance_km, 'matchScore', a.match_score, 'isSeen', a.is_seen,
        'withdrawReason', a.reject_reason, 'source', coalesce(told.source, 'gateway'),
        'answers', case when told.application_id is not null then
          json_build_object('by', told.ref, 'firstName', told.first_name, 'lastName', told.last_name,
            'experiences', told.experiences, 'days', told.days, 'parts', told.parts, 'start', told.start)
          end) as application,
      coalesce((
        select json_agg(json_build_object('purpose', c.purpose, 'textVersion', c.text_version,
          'givenAt', ${utc('c.given_at')}, 'withdrawnAt', ${utc('c.withdrawn_at')}) order by c.id)
        from consents c where c.worker_id = a.worker_id and c.organisation_id = a.organisation_id), '[]') as consents,
      coalesce((
        select json_agg(json_build_object('company', u.company_name, 'firstName', r.first_name,
          'lastName', r.last_name, 'textVersion', r.text_version, 'givenAt', ${utc('r.consented_at')},
          'withdrawnAt', ${utc('r.withdrawn_at')}) order by r.id)
        from roster r join users u on u.id = r.user_id
        where r.worker_id = a.worker_id and r.organisation_id = a.organisation_id), '[]') as roster,
      coalesce((
        select json_agg(json_build_object('kind', r.kind, 'at', ${utc('r.created_at')},
          'closedAt', ${utc('r.closed_at')}) order by r.id)
        from privacy_requests r
        where r.worker_id = a.worker_id and r.organisation_id = a.organisation_id), '[]') as requests,
      coalesce((
        select json_agg(json_build_object('startAt', ${utc('p.start_at')}, 'endAt', ${utc('p.end_at')},
          'address', p.address, 'status', p.status, 'attendance', p.attendance,
          'attendanceMinutes', p.attendance_minutes, 'invitedAt', ${utc('p.created_at')}) order by p.id)
        from appointments p where p.application_id = a.id), '[]') as appointments,
      (select json_build_object('startsAt', ${utc('h.starts_at')}, 'place', h.place, 'askFor', h.ask_for,
          'bring', h.bring, 'confirmedAt', ${utc('h.confirmed_at')}, 'started', h.started)
        from hires h where h.application_id = a.id) as "firstDay",
      coalesce((
        select json_agg(json_build_object('at', ${utc('m.created_at')}, 'sender', m.sender, 'type', m.type,
          'body', m.body, 'details', m.payload) order by m.number)
        from (
          select m.* from threads t join messages m on m.thread_id = t.id
          where t.user_id = a.user_id and t.worker_id = a.worker_id order by m.number desc limit ${MESSAGES_MAX}
        ) m), '[]') as messages
    from applications a
    join workers w on w.id = a.worker_id
    join jobs j on j.id = a.job_id
    join users u on u.id = a.user_id
    ${withTold()}
    where a.id = ${applicationId} and a.worker_id = ${workerId} and a.organisation_id = ${organisationId}`;
