import { createECDH } from 'node:crypto';
import type { Readable } from 'node:stream';
import { FCM_TOKEN_MAX } from '../../../contract/constants/limits';
import type { Mail, Push, Sms } from '../outgoing/enqueue';

/** A browser's push subscription as JSON. https://www.w3.org/TR/push-api/#dom-pushsubscription-tojson */
interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The push services of current browsers. The server calls no other address, whatever a subscription contains. */
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

/** The provider refused a message permanently: a retry would get the same response. */
export class PermanentFailure extends Error {}

/**
 * Passes a message to a provider; throws `PermanentFailure` for a permanent failure, anything else for a temporary one. The
 * error's text is logged, so it must hold no recipient and no secret.
 */
export type Send<M> = (message: M) => Promise<void>;

/** The attachment of a mail, opened for sending. */
export interface WithFile {
  attached?: { name: string; type: string; content: Readable };
}

/** Checks whether an address belongs to a push service; tests pass their own. */
export type IsPushService = (url: URL) => boolean;

export interface Senders {
  sms: Send<Sms>;
  mail: Send<Mail & WithFile>;
  push: Send<Push>;
  /** Channels whose messages stay in the demo's outbox instead of being sent. */
  keptChannels: ReadonlySet<'sms' | 'mail'>;
  close(): Promise<void>;
}
