import type { Readable } from 'node:stream';
import type { Mail, Push, Sms } from '../outgoing/enqueue';

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
