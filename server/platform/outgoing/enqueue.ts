import { hasRow, onlyValue, run } from '../database/query';
import type { Db, Trx } from '../database/schema';
import { sendJob } from '../queue';

/** A text message; `phone` includes the country code, as in +905321234567. */
export interface Sms {
  channel: 'sms';
  phone: string;
  text: string;
  /** Sent no earlier than this; now by default. */
  notBefore?: Date;
  /** Given up after this time; by default after the lifetime of a code. */
  usefulUntil?: Date;
  /** Never sent at night, however late it is. */
  isQuiet?: boolean;
  /** The appointment that the text is about. */
  appointmentId?: number;
  /** The application that the text is about. A newer text about it replaces this one while it is unsent. */
  applicationId?: number;
  /** The request for data that the text answers. */
  privacyRequestId?: number;
}

export interface Mail {
  channel: 'mail';
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A stored file to attach; it is removed after the mail was sent. */
  attachment?: { key: string; name: string; type: string };
  /** The application whose applicant the mail is about, so that an erasure finds it. */
  applicationId?: number;
}

/** A push message to the browser of a session. */
export interface Push {
  channel: 'push';
  sessionId: string;
  /** A newer message with the same topic replaces this one; at most 32 letters, digits, - and _. */
  topic: string;
  text: string;
}

export const CHANNEL_QUEUES = { sms: 'text-messages', mail: 'mails', push: 'pushes' } as const;

const recipientOf = (message: Sms | Mail | Push): string => {
  if (message.channel === 'mail') return message.to;
  return message.channel === 'sms' ? message.phone : `${message.sessionId} ${message.topic}`;
};

/** Stores a message and a job to send it, in the transaction of the change. */
export const enqueue = async (trx: Trx, now: Date, message: Sms | Mail | Push): Promise<void> => {
  const isMail = message.channel === 'mail';
  const attachment = isMail ? message.attachment : undefined;
  const { notBefore = now, usefulUntil = null, isQuiet = false } = message.channel === 'sms' ? message : {};
  await trx
    .insertInto('outgoingMessages')
    .values({
      channel: message.channel,
      recipient: recipientOf(message),
      subject: isMail ? message.subject : null,
      bodyText: message.text,
      bodyHtml: isMail ? message.html : null,
      applicationId: message.channel === 'push' ? null : (message.applicationId ?? null),
      appointmentId: message.channel === 'sms' ? (message.appointmentId ?? null) : null,
      privacyRequestId: message.channel === 'sms' ? (message.privacyRequestId ?? null) : null,
      attachmentKey: attachment?.key,
      attachmentName: attachment?.name,
      attachmentType: attachment?.type,
      createdAt: now,
      nextAttemptAt: notBefore,
      usefulUntil,
      isQuiet,
    })
    .execute();
  const delay = Math.max(0, Math.ceil((notBefore.getTime() - now.getTime()) / 1000));
  await sendJob(trx, CHANNEL_QUEUES[message.channel], delay);
};

/** Deletes unsent text messages that contain a link. */
export const withdrawTexts = (trx: Trx, link: string): Promise<void> => run(trx)`
    delete from outgoing_messages
    where channel = 'sms' and sent_at is null and failed_at is null and position(${link} in body_text) > 0`;

/** Deletes unsent text messages about an application. */
export const withdrawTextsOf = (trx: Trx, applicationId: number): Promise<void> => run(trx)`
    delete from outgoing_messages
    where channel = 'sms' and sent_at is null and failed_at is null and application_id = ${applicationId}`;

/** Deletes unsent text messages about an appointment. */
export const withdrawTextsAbout = (trx: Trx, appointmentId: number): Promise<void> => run(trx)`
    delete from outgoing_messages
    where channel = 'sms' and sent_at is null and failed_at is null and appointment_id = ${appointmentId}`;

/** Returns whether a text message about an appointment that was created at `since` or later was sent. */
export const hasTextLeft = (db: Db, appointmentId: number, since: Date): Promise<boolean> =>
  hasRow(db)`
    select 1 from outgoing_messages
    where created_at >= ${since} and channel = 'sms' and sent_at is not null and appointment_id = ${appointmentId}`;

/** Locks an unsent text message about an application by its creation time. Returns false when it is gone. */
export const lockUnsent = (trx: Trx, applicationId: number, createdAt: Date): Promise<boolean> =>
  hasRow(trx)`
    select 1 from outgoing_messages
    where application_id = ${applicationId} and created_at = ${createdAt} and channel = 'sms' and sent_at is null
      and failed_at is null for update`;

/** Replaces a part of the texts of unsent text messages. */
export const replaceInTexts = (trx: Trx, from: string, to: string): Promise<void> => run(trx)`
    update outgoing_messages set body_text = replace(body_text, ${from}, ${to})
    where channel = 'sms' and sent_at is null and failed_at is null and position(${from} in body_text) > 0`;

/** Returns how many text messages other than codes were queued for a phone since a time. */
export const countTexts = (trx: Trx, phone: string, since: Date): Promise<number> =>
  onlyValue(trx)`
    select count(*)::int as count from outgoing_messages
    where created_at > ${since} and channel = 'sms' and recipient = ${phone} and useful_until is not null`;
