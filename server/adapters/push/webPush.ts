import { createECDH } from 'node:crypto';
import type { Kysely } from 'kysely';
import webPush from 'web-push';
import { FCM_TOKEN_MAX } from '../../../contract/constants/limits';
import type { Database } from '../../platform/database/schema';
import { fetchFailure } from '../../platform/fetchFailure';
import type { Push } from '../../platform/outgoing/enqueue';
import { PermanentFailure, type IsPushService, type Send } from '../../platform/ports/senders';
import type { PushSettings } from '../../platform/providerSettings';
import { TIMEOUT_MS } from '../http';
import { findSubscription, forgetSubscription } from './subscriptionRepository';

/** A browser's push subscription as JSON. https://www.w3.org/TR/push-api/#dom-pushsubscription-tojson */
export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The push services of today's browsers. The server calls no other address, whatever a subscription contains. */
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

/** Returns whether a key is a point on the curve; otherwise nothing can be encrypted for it. */
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

/** Parses a valid web push subscription; returns null for any other text. */
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

/** Seconds for which a push service keeps a message for an offline browser. */
const TTL_SECONDS = 3600;
/** Statuses for a subscription that no longer exists. RFC 8030, section 7.3. */
const GONE = new Set([404, 410]);
const RETRYABLE = new Set([401, 403, 408, 429]);

export interface PushOptions {
  settings: PushSettings;
  db: Kysely<Database>;
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
