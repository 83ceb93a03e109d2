import type { Change } from '../../platform/change';
import type { LockedThread } from './repository';
import { rowsOf } from '../../platform/database/query';

/** Returns the sessions with a push subscription: of the inbox's own account, and of root and HR staff. */
export const listSubscribedSessions = ({ trx, now }: Change, { organisationId, userId }: LockedThread) => rowsOf(trx)<{
  sessionId: string;
  companyName: string;
}>`
    select distinct t.session_id as "sessionId", coalesce(o.company_name, '') as "companyName"
    from users u join access_tokens t on t.user_id = u.id cross join users o
    where u.organisation_id = ${organisationId} and u.deleted_at is null and o.id = ${userId}
      and (u.id = ${userId} or u.user_type in ('root', 'hr_account'))
      and t.fcm_token like '{%' and t.expires_at > ${now}`;
