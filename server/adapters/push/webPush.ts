import { createECDH } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import webPush from 'web-push';
import { FCM_TOKEN_MAX } from '../../../contract/constants/limits';
import type { Database } from '../../platform/database/schema';
import { fetchFailure } from '../../platform/fetchFailure';
import type { Push } from '../../platform/outgoing/enqueue';
import { Refused, type IsPushService, type Send } from '../../platform/ports/senders';
import type { PushSettings } from '../../platform/providerSettings';
import { TIMEOUT_MS } from '../http';

/** What a browser gives out. https://www.w3.org/TR/push-api/#dom-pushsubscription-tojson */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The push services of the browsers that there are; nothing else is ever asked, whatever a subscription says. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^[a-z0-9.-]+\.push\.services\.mozilla\.com$/,
  /^[a-z0-9.-]+\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
];

export const isPushService: IsPushService = ({ protocol, hostname, port, username, password }) =>
  protocol === 'https:' &&
  port === '' &&
  username === '' &&
  password === '' &&
  SERVICES.some((service) => service.test(hostname));

const BASE64URL = /^[A-Za-z0-9_-]+={0,2}$/;

const bytesOf = (value: unknown, length: number): Buffer | null => {
  if (typeof value !== 'string' || !BASE64URL.test(value)) return null;
  const bytes = Buffer.from(value, 'base64url');
  return bytes.length === length ? bytes : null;
};

/** A key that lies on no curve could never be encrypted for. */
const isPoint = (key: Buffer): boolean => {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(key);
    return true;
  } catch {
    return false;
  }
};

const parsed = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/** A subscription of web push that can be sent to; null for any other text. API contract, section 3. */
export const readSubscription = (text: string, isService: IsPushService = isPushService): Subscription | null => {
  if (!text.startsWith('{') || Buffer.byteLength(text) > FCM_TOKEN_MAX) return null;
  const value = parsed(text);
  const { endpoint, keys } = value ?? {};
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint) || !isService(new URL(endpoint))) return null;
  const { p256dh, auth } = (typeof keys === 'object' && keys !== null ? keys : {}) as Record<string, unknown>;
  const key = bytesOf(p256dh, 65);
  if (!key || !isPoint(key) || !bytesOf(auth, 16)) return null;
  return { endpoint, keys: { p256dh: p256dh as string, auth: auth as string } };
};

/** Seconds for which a push service keeps what a browser that is off has not fetched. */
const TTL_SECONDS = 3600;
/** Statuses that say that a subscription is no more. RFC 8030, section 7.3. */
const GONE = new Set([404, 410]);
const COME_AGAIN = new Set([401, 403, 408, 429]);

export interface PushOptions {
  settings: PushSettings;
  db: Kysely<Database>;
  isService?: IsPushService | undefined;
}

const subscriptionOf = async (db: Kysely<Database>, sessionId: string): Promise<string | null> => {
  const { rows } = await sql<{ token: string | null }>`
    select max(fcm_token) as token from access_tokens where session_id = ${sessionId}::uuid`.execute(db);
  return rows[0]?.token ?? null;
};

const forget = (db: Kysely<Database>, token: string) =>
  sql`
    update access_tokens set fcm_token = null where md5(fcm_token) = md5(${token}) and fcm_token = ${token}`.execute(
    db,
  );

/**
 * Sends to the subscription that the session has at this moment: none after it has signed out. A subscription that its
 * service does not know any more is forgotten. Encrypted for the browser alone (RFC 8291), signed by VAPID (RFC 8292).
 */
export const pushSender =
  ({ settings, db, isService }: PushOptions): Send<Push> =>
  async ({ sessionId, topic, text }) => {
    const token = await subscriptionOf(db, sessionId);
    const subscription = token === null ? null : readSubscription(token, isService);
    if (token === null || !subscription) throw new Refused('push: no subscription');
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
    if (GONE.has(status)) await forget(db, token);
    if (status >= 400 && status < 500 && !COME_AGAIN.has(status)) throw new Refused(`push ${status}`);
    throw new Error(`push ${status}`);
  };
