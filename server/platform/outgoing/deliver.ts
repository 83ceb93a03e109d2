import type { FastifyBaseLogger } from 'fastify';
import { sql, type Kysely } from 'kysely';
import { SMS_CODE_SECONDS } from '../../../contract/constants/limits';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import { Refused } from './provider';
import type { Senders } from './senders';

export type Channel = 'sms' | 'mail';

/** Messages that are sent side by side, and how often one run takes so many. */
const BATCH = 10;
const ROUNDS = 5;
/** How long a message may take to leave, in milliseconds; its lease lasts longer, so that nobody else sends it meanwhile. */
const SEND_MS = 30_000;
const LEASE_SECONDS = 60;
/** Seconds until the next try after the first, second … failed one; after the last there is none. */
const PAUSES = [5, 30, 120, 600, 3600];
/** Days that what has left (or never will) stays. */
const KEPT_DAYS = 30;

interface Due {
  id: number;
  recipient: string;
  subject: string | null;
  text: string;
  html: string | null;
  /** With the one that is about to be made. */
  attempts: number;
  createdAt: Date;
}

interface Deps {
  db: Kysely<Database>;
  clock: Clock;
  senders: Senders;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Ends the waiting for providers: the server stops. */
  stopping?: AbortSignal;
}

class Stopping extends Error {}

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/**
 * Takes what is due out of the queue for the length of a lease. No transaction stays open while a provider is asked: one that
 * is slow would hold connections, and one cut off by its time limit would send the same message again and again.
 */
const lease = async (db: Kysely<Database>, channel: Channel, now: Date): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    update outgoing_messages message
    set attempts = message.attempts + 1, next_attempt_at = ${after(now, LEASE_SECONDS)}
    from (
      select id from outgoing_messages
      where channel = ${channel} and sent_at is null and failed_at is null and next_attempt_at <= ${now}
      order by next_attempt_at, id limit ${BATCH} for update skip locked
    ) due
    where message.id = due.id
    returning message.id, recipient, subject, coalesce(body_text, '') as text, body_html as html, attempts,
      created_at as "createdAt"`.execute(db);
  return rows;
};

const send = ({ sms, mail }: Senders, channel: Channel, { recipient, subject, text, html }: Due): Promise<void> =>
  channel === 'sms'
    ? sms({ channel, phone: recipient, text })
    : mail({ channel, to: recipient, subject: subject ?? '', text, html: html ?? '' });

/** Waits for a provider, but no longer than a message may take, and not while the server stops. */
const inTime = async (sending: Promise<void>, stopping?: AbortSignal): Promise<void> => {
  let cut = (_error: Error): void => undefined;
  const late = new Promise<never>((_resolve, reject) => (cut = reject));
  const stop = () => cut(new Stopping());
  const timer = setTimeout(() => cut(new Error('no answer in time')), SEND_MS);
  stopping?.addEventListener('abort', stop);
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener('abort', stop);
  }
};

/** A code that is too old serves nobody: it is not sent any more. */
const isStale = (channel: Channel, { createdAt }: Due, now: Date): boolean =>
  channel === 'sms' && now.getTime() - createdAt.getTime() > SMS_CODE_SECONDS * 1000;

const EMPTY = { body_text: null, body_html: null };

const deliverOne = async ({ db, clock, senders, log, stopping }: Deps, channel: Channel, due: Due): Promise<void> => {
  const row = db.updateTable('outgoing_messages').where('id', '=', due.id).where('sent_at', 'is', null);
  const about = { message: due.id, channel, attempts: due.attempts };
  if (isStale(channel, due, clock.now())) {
    await row.set({ failed_at: clock.now(), ...EMPTY }).execute();
    log.warn(about, 'message given up: too old');
    return;
  }
  try {
    await inTime(send(senders, channel, due), stopping);
  } catch (error) {
    // It may have left or not: the next server asks again when the lease has run out.
    if (error instanceof Stopping) return;
    const pause = error instanceof Refused ? undefined : PAUSES[due.attempts - 1];
    const now = clock.now();
    const outcome = pause === undefined ? { failed_at: now, ...EMPTY } : { next_attempt_at: after(now, pause) };
    await row.set(outcome).execute();
    // The reason is a status and a code; neither who was meant nor what was said.
    const reason = (error as Error).message;
    log.warn({ ...about, reason }, pause === undefined ? 'message given up' : 'message not sent yet');
    return;
  }
  await row.set({ sent_at: clock.now(), ...(senders.keeps.has(channel) ? {} : EMPTY) }).execute();
};

/**
 * Sends what is due by one way, side by side and at most 50 messages. A server that dies between sending and noting it sends
 * once more, a minute later: better twice than never. What a provider has taken over is emptied: it may hold a code or a link.
 */
export const deliverDue = async (deps: Deps, channel: Channel): Promise<void> => {
  for (let round = 0; round < ROUNDS && !deps.stopping?.aborted; round += 1) {
    const due = await lease(deps.db, channel, deps.clock.now());
    await Promise.all(due.map((one) => deliverOne(deps, channel, one)));
    if (due.length < BATCH) return;
  }
};

/** Removes messages that left, or were given up, long ago. */
export const removeOldMessages = async (db: Kysely<Database>, now: Date): Promise<void> => {
  await sql`
    delete from outgoing_messages
    where created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(db);
};
