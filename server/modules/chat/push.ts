import { sql } from 'kysely';
import type { Deps } from '../../platform/deps';
import { enqueue } from '../../platform/outgoing/enqueue';
import type { Change } from '../../platform/change';
import type { LockedThread } from './repository';

/** Sessions with a subscription: of the inbox's own account, and of the root and the HR staff who asked for it. */
const subscribed = async ({ trx, now }: Change, { organisationId, userId }: LockedThread) => {
  const { rows } = await sql<{ sessionId: string; companyName: string }>`
    select distinct t.session_id as "sessionId", coalesce(o.company_name, '') as "companyName"
    from users u join access_tokens t on t.user_id = u.id cross join users o
    where u.organisation_id = ${organisationId} and u.deleted_at is null and o.id = ${userId}
      and (u.id = ${userId} or u.user_type in ('root', 'hr_account'))
      and t.fcm_token like '{%' and t.expires_at > ${now}`.execute(trx);
  return rows;
};

/**
 * Notes a push for each browser that is to hear of a worker's message, where there are keys for it. Which conversation
 * and whose inbox: what was said passes no push service.
 */
export const enqueuePushes = async ({ settings }: Pick<Deps, 'settings'>, change: Change, thread: LockedThread) => {
  if (settings.push === null) return;
  for (const { sessionId, companyName } of await subscribed(change, thread)) {
    const text = JSON.stringify({ type: 'message', threadId: thread.id, userId: thread.userId, companyName });
    // A newer message of the same conversation takes the place of one that waits.
    await enqueue(change.trx, change.now, { channel: 'push', sessionId, topic: `thread-${thread.id}`, text });
  }
};
