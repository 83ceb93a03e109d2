import type { Readable } from 'node:stream';
import type { Mail, Push, Sms } from '../outgoing/enqueue';

/** A provider refused a message for good: a retry would get the same answer. */
export class Refused extends Error {}

/**
 * Hands a message to a provider; throws `Refused` for good, anything else for now. The error's text is logged, so it names no
 * recipient and no secret.
 */
export type Send<M> = (message: M) => Promise<void>;

/** The attachment of a mail, opened for sending. */
export interface WithFile {
  attached?: { name: string; type: string; content: Readable };
}

/** Whether an address belongs to a push service; tests name their own. */
export type IsPushService = (url: URL) => boolean;

/** How messages leave, by channel. */
export interface Senders {
  sms: Send<Sms>;
  mail: Send<Mail & WithFile>;
  push: Send<Push>;
  /** Channels whose messages stay in the outbox of the demo instead of leaving. */
  keeps: ReadonlySet<'sms' | 'mail'>;
  close(): Promise<void>;
}
