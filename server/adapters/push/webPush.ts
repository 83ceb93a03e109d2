import { sql } from 'kysely';
import webPush from 'web-push';
import { firstRow } from '../../platform/database/query';
import type { Db } from '../../platform/database/schema';
import { fetchFailure } from '../../platform/errors';
import type { Push } from '../../platform/outgoing/enqueue';
import { readSubscription, PermanentFailure, type IsPushService, type Send } from '../../platform/ports/senders';
import type { PushSettings } from '../../platform/providerSettings';
import { TIMEOUT_MS } from '../http';

const findSubscription = async (db: Db, sessionId: string): Promise<string | null> => {
  const row = await firstRow(db)<{ token: string | null }>`
    select max(fcm_token) as token from access_tokens where session_id = ${sessionId}::uuid`;
  return row?.token ?? null;
};

/** Removes a subscription from every token that holds it. */
const forgetSubscription = (db: Db, token: string) =>
  sql`
    update access_tokens set fcm_token = null where md5(fcm_token) = md5(${token}) and fcm_token = ${token}`.execute(
    db,
  );

/** Seconds for which a push service keeps a message for an offline browser. */
const TTL_SECONDS = 3600;
/** Statuses for a subscription that no longer exists. RFC 8030, section 7.3. */
const GONE = new Set([404, 410]);
const RETRYABLE = new Set([401, 403, 408, 429]);

interface PushOptions {
  settings: PushSettings;
  db: Db;
  isService?: IsPushService | undefined;
}

/**
 * Sends to the session's current subscription; does nothing after a sign-out. Removes a subscription that its service
 * no longer knows. Messages are encrypted for the browser alone (RFC 8291) and signed by VAPID (RFC 8292).
 */
export const pushSender =
  ({ settings, db, isService }: PushOptions): Send<Push> =>
  async ({ sessionId, topic, text }) => {
    const token = await findSubscription(db, sessionId);
    const subscription = token === null ? null : readSubscription(token, isService);
    if (token === null || !subscription) throw new PermanentFailure('push: the session has no subscription');
    const { headers, body } = webPush.generateRequestDetails(subscription, text, {
      vapidDetails: settings,
      TTL: TTL_SECONDS,
      urgency: 'high',
      topic,
    });
    const status = await fetch(subscription.endpoint, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      (error: unknown) => {
        throw new Error(`no answer: ${fetchFailure(error)}`);
      },
    );
    if (status >= 200 && status < 300) return;
    if (GONE.has(status)) await forgetSubscription(db, token);
    if (status >= 400 && status < 500 && !RETRYABLE.has(status)) throw new PermanentFailure(`push ${status}`);
    throw new Error(`push ${status}`);
  };
