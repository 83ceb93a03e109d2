import type { FastifyBaseLogger } from 'fastify';
import { EXPORT_HOURS, SMS_CODE_SECONDS } from '../../../contract/constants/limits';
import { inChange, type Change, type ChangeDeps } from '../change';
import { rowsOf, run } from '../database/query';
import type { Db, Names, Row } from '../database/schema';
import type { FileStore } from '../ports/fileStore';
import { isNight, outOfNight } from '../../../contract/rules/night';
import { sendJob } from '../queue';
import { CHANNEL_QUEUES } from './enqueue';
import { PermanentFailure, type Senders, type WithFile } from '../ports/senders';

export type Channel = 'sms' | 'mail' | 'push';

/** Messages that are sent in parallel, and the number of such batches in one run. */
const BATCH = 10;
const ROUNDS = 5;
/** Longest time in milliseconds to send a message. Its lease is longer, so that no other server sends it meanwhile. */
const SEND_MS = 30_000;
const LEASE_SECONDS = 60;
/** Seconds until the retry after the first, second … failed try. */
const RETRY_SECONDS = [5, 30, 120, 600, 3600];
/** Days that messages stay after they were sent or given up. */
const KEPT_DAYS = 30;

interface Due extends Row<
  'outgoingMessages',
  Names<'id recipient subject attachmentKey attachmentName attachmentType applicationId privacyRequestId createdAt usefulUntil isQuiet'>
> {
  text: string;
  html: string | null;
  /** The number of tries, including the next one. */
  attempts: number;
}

interface Deps extends ChangeDeps {
  fileStore: FileStore;
  senders: Senders;
  /** Gives the zone of the night, in which quiet messages are not sent. */
  settings: { timeZone: string };
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Aborts the wait for providers when the server stops. */
  stopping?: AbortSignal;
  /**
   * Hears of each message that will never be sent and is about an application or answers a request for data, in the
   * transaction that records it, before the message is marked.
   */
  onGivenUp?: (change: Change, message: GivenUp) => Promise<void>;
}

export interface GivenUp {
  applicationId: number | null;
  privacyRequestId: number | null;
  /** When the message was stored. */
  createdAt: Date;
}

class ServerStopping extends Error {}

const addSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/**
 * Leases the due messages. No transaction stays open during a provider's call: a slow provider would hold connections,
 * and a time-out would roll back and send the same message again and again.
 */
const lease = (db: Db, channel: Channel, now: Date): Promise<Due[]> => rowsOf(db)`
    update outgoing_messages message
    set attempts = message.attempts + 1, next_attempt_at = ${addSeconds(now, LEASE_SECONDS)}
    from (
      select id from outgoing_messages
      where channel = ${channel} and sent_at is null and failed_at is null and next_attempt_at <= ${now}
      order by next_attempt_at, id limit ${BATCH} for update skip locked
    ) due
    where message.id = due.id
    returning message.id, recipient, subject, coalesce(body_text, '') as text, body_html as html, attempts, created_at,
      useful_until, is_quiet, application_id, privacy_request_id, attachment_key, attachment_name, attachment_type`;

/** Opens a mail's attachment. A mail whose file is gone can never be sent. */
const openAttachment = async (fileStore: FileStore, { attachmentKey, attachmentName, attachmentType }: Due) => {
  if (attachmentName === null) return {};
  const opened = attachmentKey === null ? null : await fileStore.open(attachmentKey);
  if (!opened) throw new PermanentFailure('the attachment no longer exists');
  return { attached: { name: attachmentName, type: attachmentType ?? opened.contentType, content: opened.stream } };
};

const isKept = ({ keptChannels }: Senders, channel: Channel): boolean =>
  channel !== 'push' && keptChannels.has(channel);

const send = async ({ senders, fileStore }: Deps, channel: Channel, due: Due): Promise<void> => {
  const { recipient, subject, text, html } = due;
  if (channel === 'sms') return senders.sms({ channel, phone: recipient, text });
  if (channel === 'push') {
    const [sessionId = '', topic = ''] = recipient.split(' ');
    return senders.push({ channel, sessionId, topic, text });
  }
  // The demo's outbox does not read attachments, so the file stays closed.
  const file: WithFile = isKept(senders, channel) ? {} : await openAttachment(fileStore, due);
  try {
    await senders.mail({ channel, to: recipient, subject: subject ?? '', text, html: html ?? '', ...file });
  } finally {
    // A failed send may have left the attachment unread.
    file.attached?.content.destroy();
  }
};

/** Waits for a provider until the time limit, or until the server stops. */
const withTimeout = async (sending: Promise<void>, stopping?: AbortSignal): Promise<void> => {
  let rejectSend = (_error: Error): void => undefined;
  const timeout = new Promise<never>((_resolve, reject) => (rejectSend = reject));
  const stop = () => rejectSend(new ServerStopping());
  const timer = setTimeout(() => rejectSend(new Error('the provider did not answer in time')), SEND_MS);
  stopping?.addEventListener('abort', stop);
  try {
    await Promise.race([sending, timeout]);
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', stop);
  }
};

/** Seconds after which a message is useless: the code has expired, or the conversation was opened long ago. */
const USEFUL_SECONDS: Record<Channel, number> = { sms: SMS_CODE_SECONDS, push: 3600, mail: Number.POSITIVE_INFINITY };

const isStale = (channel: Channel, { createdAt, usefulUntil }: Due, now: Date): boolean =>
  usefulUntil === null ? now.getTime() - createdAt.getTime() > USEFUL_SECONDS[channel] * 1000 : now >= usefulUntil;

/**
 * Returns the seconds until the next try; undefined when there is none. A message that says until when it is useful is
 * tried each hour until then, because an application may count as told by it.
 */
const pauseAfter = ({ attempts, usefulUntil }: Due): number | undefined =>
  RETRY_SECONDS[attempts - 1] ?? (usefulUntil === null ? undefined : RETRY_SECONDS.at(-1));

const EMPTY = { bodyText: null, bodyHtml: null };

/** Postpones a quiet message until the end of the night. */
const putOff = async ({ db, clock, settings }: Deps, channel: Channel, { id, attempts }: Due): Promise<void> => {
  const morning = outOfNight(clock.now(), settings.timeZone);
  const row = db.updateTable('outgoingMessages').where('id', '=', id);
  await row.set({ nextAttemptAt: morning, attempts: attempts - 1 }).execute();
  await sendJob(db, CHANNEL_QUEUES[channel], Math.ceil((morning.getTime() - clock.now().getTime()) / 1000));
};

const unsent = (db: Db, { id }: Due) =>
  db.updateTable('outgoingMessages').where('id', '=', id).where('sentAt', 'is', null);

/** Gives a message up. After a failure a later run does, so that the other messages of this one go on. */
const giveUp = async (deps: Deps, due: Due, fields: object, why: string): Promise<void> => {
  const work = async (change: Change) => {
    const { applicationId, privacyRequestId, createdAt } = due;
    // Before the message: an erasure locks the person first, and the other order would be a deadlock.
    if (applicationId !== null || privacyRequestId !== null)
      await deps.onGivenUp?.(change, { applicationId, privacyRequestId, createdAt });
    await unsent(change.trx, due)
      .set({ failedAt: change.now, ...EMPTY })
      .execute();
  };
  try {
    await inChange(deps, work);
    deps.log.warn(fields, why);
  } catch (error) {
    deps.log.warn({ ...fields, err: error }, 'message not given up yet');
  }
};

const deliverOne = async (deps: Deps, channel: Channel, due: Due): Promise<void> => {
  const { db, clock, senders, log, stopping } = deps;
  const logFields = { message: due.id, channel, attempts: due.attempts };
  if (isStale(channel, due, clock.now())) return giveUp(deps, due, logFields, 'message given up: too old');
  if (due.isQuiet && isNight(clock.now(), deps.settings.timeZone)) return putOff(deps, channel, due);
  try {
    await withTimeout(send(deps, channel, due), stopping);
  } catch (error) {
    // The message may have been sent or not; the next server retries when the lease has expired.
    if (error instanceof ServerStopping) return;
    const pause = error instanceof PermanentFailure ? undefined : pauseAfter(due);
    // The reason is a status and a code; it holds neither the recipient nor the text.
    const fields = { ...logFields, reason: (error as Error).message };
    if (pause === undefined) return giveUp(deps, due, fields, 'message given up');
    await unsent(db, due)
      .set({ nextAttemptAt: addSeconds(clock.now(), pause) })
      .execute();
    await sendJob(db, CHANNEL_QUEUES[channel], pause);
    log.warn(fields, 'message not sent yet');
    return;
  }
  await unsent(db, due)
    .set({ sentAt: clock.now(), ...(isKept(senders, channel) ? {} : EMPTY) })
    .execute();
};

/**
 * Sends the due messages of one channel in parallel, at most 50. If a server dies between sending and recording it,
 * the message is sent again a minute later: twice is better than never. Clears the content of a delivered message,
 * because it may hold a code or a link.
 */
export const deliverDue = async (deps: Deps, channel: Channel): Promise<void> => {
  for (let round = 0; round < ROUNDS && !deps.stopping?.aborted; round += 1) {
    const due = await lease(deps.db, channel, deps.clock.now());
    await Promise.all(due.map((one) => deliverOne(deps, channel, one)));
    if (due.length < BATCH) return;
  }
};

/**
 * Removes the attachments of mails that were sent or given up. Those in a demo's outbox stay as long as an export that
 * can be downloaded. Removes the file before the row, so that a crash in between leaves the row for the next run.
 */
export const removeAttachments = async ({
  db,
  clock,
  fileStore,
}: Pick<Deps, 'db' | 'clock' | 'fileStore'>): Promise<void> => {
  const oldest = addSeconds(clock.now(), -EXPORT_HOURS * 3600);
  const rows = await rowsOf(db)<{ id: number; key: string }>`
    select id, attachment_key as key from outgoing_messages
    where attachment_key is not null and (sent_at is not null or failed_at is not null)
      and (body_text is null or created_at < ${oldest})
    order by id limit 500`;
  for (const { id, key } of rows) {
    await fileStore.remove(key);
    await db.updateTable('outgoingMessages').set({ attachmentKey: null }).where('id', '=', id).execute();
  }
};

/** Removes messages that were sent or given up long ago. */
export const removeOldMessages = (db: Db, now: Date): Promise<void> => run(db)`
    delete from outgoing_messages
    where created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`;
