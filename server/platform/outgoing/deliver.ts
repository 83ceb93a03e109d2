import type { FastifyBaseLogger } from 'fastify';
import { sql, type Kysely, type Transaction } from 'kysely';
import { SMS_CODE_SECONDS } from '../../../contract/constants/limits';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import { Refused } from './provider';
import type { Senders } from './senders';

/** Messages that one run takes at most. */
const BATCH = 20;
/** Seconds until the next try after the first, second … failed one; after the last there is none. */
const PAUSES = [5, 30, 120, 600, 3600];
/** Days that what has left (or never will) stays. */
const KEPT_DAYS = 30;

interface Due {
  id: number;
  channel: 'sms' | 'mail';
  recipient: string;
  subject: string | null;
  text: string;
  html: string | null;
  attempts: number;
  createdAt: Date;
}

interface Deps {
  db: Kysely<Database>;
  clock: Clock;
  senders: Senders;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** One message that is due, its row locked; other servers pass it by. */
const lockDue = async (trx: Transaction<Database>, now: Date): Promise<Due | undefined> => {
  const { rows } = await sql<Due>`
    select id, channel, recipient, subject, coalesce(body_text, '') as text, body_html as html, attempts,
      created_at as "createdAt"
    from outgoing_messages
    where sent_at is null and failed_at is null and next_attempt_at <= ${now}
    order by next_attempt_at, id limit 1 for update skip locked`.execute(trx);
  return rows[0];
};

const sendOne = ({ sms, mail }: Senders, { channel, recipient, subject, text, html }: Due): Promise<void> =>
  channel === 'sms'
    ? sms({ channel, phone: recipient, text })
    : mail({ channel, to: recipient, subject: subject ?? '', text, html: html ?? '' });

/** A code that is too old serves nobody: it is not sent any more. */
const isStale = ({ channel, createdAt }: Due, now: Date): boolean =>
  channel === 'sms' && now.getTime() - createdAt.getTime() > SMS_CODE_SECONDS * 1000;

const EMPTY = { body_text: null, body_html: null };

const deliverOne = ({ db, clock, senders, log }: Deps): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const now = clock.now();
    const due = await lockDue(trx, now);
    if (!due) return false;
    const row = trx.updateTable('outgoing_messages').where('id', '=', due.id);
    const attempts = due.attempts + 1;
    const about = { message: due.id, channel: due.channel, attempts };
    if (isStale(due, now)) {
      await row.set({ failed_at: now, ...EMPTY }).execute();
      log.warn(about, 'message given up: too old');
      return true;
    }
    try {
      await sendOne(senders, due);
    } catch (error) {
      const pause = error instanceof Refused ? undefined : PAUSES[due.attempts];
      const next = pause === undefined ? null : new Date(now.getTime() + pause * 1000);
      await row.set(next ? { attempts, next_attempt_at: next } : { attempts, failed_at: now, ...EMPTY }).execute();
      // The reason is a status and a code; neither who was meant nor what was said.
      const reason = (error as Error).message;
      log.warn({ ...about, reason }, next ? 'message not sent yet' : 'message given up');
      return true;
    }
    const isKept = senders.keeps.has(due.channel);
    await row.set({ attempts, sent_at: now, ...(isKept ? {} : EMPTY) }).execute();
    return true;
  });

/**
 * Sends what is due, at most 20 messages. A server that dies between sending and noting it sends once more: better twice than
 * never. What was taken over by a provider is emptied: it may hold a code or a link.
 */
export const deliverDue = async (deps: Deps): Promise<void> => {
  for (let sent = 0; sent < BATCH; sent += 1) {
    if (!(await deliverOne(deps))) return;
  }
};

/** Removes messages that left, or were given up, long ago. */
export const removeOldMessages = async (db: Kysely<Database>, now: Date): Promise<void> => {
  await sql`
    delete from outgoing_messages
    where created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(db);
};
