import { sql, type Kysely } from 'kysely';
import { HISTORY_ACTIONS, HISTORY_PAGE } from '../../../contract/constants/history';
import { APPOINTMENT_STATUSES } from '../../../contract/constants/statuses';
import type { HistoryEntry } from '../../../contract/schemas/history';
import { rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** Statuses that the history already shows by the recorded answers. */
const STATUSES_OF_ANSWERS = APPOINTMENT_STATUSES.filter((status) => /^(APPOINTMENT|OFFER)_/.test(status));

interface HistoryFilter {
  organisationId: number;
  applicationId: number;
  workerId: number;
  before: number | undefined;
}

/** Returns the audit entries of the application, of its appointments (deleted ones too) and of its worker. */
export const listHistory = (
  db: Kysely<Database>,
  { organisationId, applicationId, workerId, before }: HistoryFilter,
): Promise<HistoryEntry[]> => rowsOf(db)`
    with subjects (type, id) as (
      values ('application', ${applicationId}::bigint), ('worker', ${workerId}::bigint)
      union
      select 'appointment', p.id from appointments p
      where p.application_id = ${applicationId} and p.organisation_id = ${organisationId}
      union
      select 'appointment', (l.details ->> 'appointmentId')::bigint from audit_log l
      where l.subject_type = 'application' and l.subject_id = ${applicationId} and l.action = 'appointment.created'
    )
    select l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, l.actor,
      l.actor_name as "actorName", l.actor_user_id as "actorId", l.action,
      case when l.action = 'appointment.status' then jsonb_build_object('status', l.details -> 'to') else l.details end as details
    from subjects s join audit_log l on l.subject_type = s.type and l.subject_id = s.id
    where l.organisation_id = ${organisationId} and l.action = any(${[...HISTORY_ACTIONS]})
      and (l.action <> 'appointment.status' or l.details ->> 'to' <> all(${STATUSES_OF_ANSWERS}))
      ${before === undefined ? sql`` : sql`and l.id < ${before}`}
    order by l.id desc limit ${HISTORY_PAGE}`;
