import { sql, type RawBuilder } from 'kysely';
import { firstRow, rowsOf, run } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import { OWN_WORKERS } from '../workers';

/**
 * The outcomes about which applicants get a text message. Only earlier releases wrote `declined`; such rows may still
 * be waiting.
 */
type OutcomeKind = 'positive' | 'offer' | 'hired' | 'declined' | 'reopened';

/** The tables in which outcomes wait. The previous release knows only `outcome_tellings` and its kinds. */
const TABLES = { outcomes: sql.table('outcome_tellings'), news: sql.table('applicant_news') };
const tableOf = (kind: OutcomeKind) => (kind === 'hired' || kind === 'reopened' ? TABLES.news : TABLES.outcomes);

/** Schedules a shortlist notification once for each application, if its organisation sends them. */
export const insertShortlistings = (trx: Trx, ids: readonly number[], dueAt: Date): Promise<void> => run(trx)`
    insert into shortlist_tellings (application_id, due_at)
    select a.id, ${dueAt}::timestamptz
    from applications a join organisation_settings s on s.organisation_id = a.organisation_id and s.tell_shortlisted
    where a.id = any(${[...ids]}::bigint[])
    on conflict do nothing`;

/** Cancels the shortlist notifications that were not sent yet. */
export const removeShortlistings = (trx: Trx, ids: readonly number[]): Promise<void> => run(trx)`
    delete from shortlist_tellings where application_id = any(${[...ids]}::bigint[]) and told_at is null`;

/** Schedules a notification of the outcome for workers with a phone, unless there is one already. */
export const insertOutcome = (trx: Trx, ids: readonly number[], kind: OutcomeKind, dueAt: Date): Promise<void> => run(
  trx,
)`
    insert into ${tableOf(kind)} (application_id, kind, due_at)
    select a.id, ${kind}, ${dueAt}::timestamptz
    from applications a join workers w on w.id = a.worker_id and w.phone is not null
    where a.id = any(${[...ids]}::bigint[])
    on conflict do nothing`;

/** Cancels an application's unsent notifications of steps after the interview, except the given one. */
export const removeOutcomesExcept = async (trx: Trx, id: number, kept: OutcomeKind | null): Promise<void> => {
  for (const table of Object.values(TABLES))
    await run(trx)`
      delete from ${table}
      where application_id = ${id} and kind in ('positive', 'offer', 'hired') and kind is distinct from ${kept}
        and told_at is null`;
};

/** Deletes the notifications of one kind, so that a later one notifies again. */
export const removeOutcomes = (trx: Trx, ids: readonly number[], kind: OutcomeKind): Promise<void> =>
  run(trx)`delete from ${tableOf(kind)} where application_id = any(${[...ids]}::bigint[]) and kind = ${kind}`;

/** Deletes the notifications of an application that were sent at a moment, so that they do not count as sent. */
export const removeSentAt = async (trx: Trx, id: number, toldAt: Date): Promise<void> => {
  await run(trx)`
    update message_tellings m set told_at = null from threads t join applications a using (user_id, worker_id)
    where a.id = ${id} and m.thread_id = t.id and m.told_at = ${toldAt}`;
  for (const table of [...Object.values(TABLES), sql.table('shortlist_tellings')])
    await run(trx)`delete from ${table} where application_id = ${id} and told_at = ${toldAt}`;
};

/**
 * Schedules a text message about an employer's message to a worker from a public page: at once, or `spellMs` after the
 * employer's last message when the last message or text message is not that old.
 */
export const planMessage = (
  trx: Trx,
  { threadId, now, spellMs }: { threadId: number; now: Date; spellMs: number },
): Promise<void> => run(trx)`
    insert into message_tellings as m (thread_id, due_at, written_at)
    select t.id, ${now}, ${now} from threads t join workers w on w.id = t.worker_id
    where t.id = ${threadId} and w.phone is not null and w.external_id like ${OWN_WORKERS}
    on conflict (thread_id) do update set written_at = excluded.written_at, due_at = case
      when m.told_at is null or m.due_at <= ${now}
        or greatest(m.written_at, m.told_at) <= ${new Date(now.getTime() - spellMs)} then coalesce(m.due_at, ${now})
      else greatest(m.due_at, ${new Date(now.getTime() + spellMs)}) end`;

export interface DueSms {
  name: 'shortlisted' | 'message' | OutcomeKind;
  applicationId: number;
  workerId: number;
  organisationId: number;
  userId: number;
  /** False when the text would no longer be true. */
  isWanted: boolean;
  /** With `message`: when the text message before this one was sent. */
  toldBefore?: Date | null;
}

const OWNER = sql`
  a.id as application_id, a.worker_id, a.organisation_id, a.user_id`;

/**
 * Marks due shortlist notifications as sent and returns them; `isWanted` is false for an application that left the
 * shortlist, was invited or decided, or whose job closed. Skips rows that another process has locked.
 */
export const takeDueShortlistings = (trx: Trx, now: Date, limit: number) => rowsOf(trx)<DueSms>`
    with due as (
      update shortlist_tellings set told_at = ${now} where application_id in (
        select application_id from shortlist_tellings where due_at <= ${now} and told_at is null
        order by due_at, application_id limit ${limit} for update skip locked)
      returning application_id
    )
    select 'shortlisted' as name, ${OWNER},
      a.is_shortlisted and a.status = 'in_progress' and a.appointment_id is null and j.status = 'active' as is_wanted
    from due join applications a on a.id = due.application_id join jobs j on j.id = a.job_id
    order by a.id`;

/** Whether the notification of an outcome of application `a` with decision `d` and first day `h` is still true. */
const isWanted = (kind: RawBuilder<unknown>) => sql`(
  case ${kind}
    when 'declined' then a.status = 'rejected' and d.told_at is not null
    when 'reopened' then a.status = 'in_progress'
    when 'hired' then a.status = 'accepted' and a.offer_accepted is true and h.application_id is null
    when 'offer' then a.status = 'in_progress' and a.offer_sent is true and a.offer_accepted is null
    else a.status = 'in_progress' and a.positive is true and a.offer_sent is null
  end)`;

/**
 * Returns when the notification of an outcome is due, and when it was sent. Both are null when it is true but could not
 * be sent. Returns undefined for one that is not wanted.
 */
export const findOutcome = (db: Db, id: number, kind: OutcomeKind) => firstRow(db)<{
  dueAt: Date | null;
  toldAt: Date | null;
}>`
    select o.due_at, o.told_at from applications a
    left join ${tableOf(kind)} o on o.application_id = a.id and o.kind = ${kind}
    left join application_decisions d on d.application_id = a.id
    left join hires h on h.application_id = a.id
    where a.id = ${id} and (o.kind is not null or ${isWanted(sql`${kind}::text`)})`;

/**
 * Marks due outcome notifications as sent and returns them. A later outcome replaces a good interview, an offer or a
 * hire, and an undo cancels a decline; `isWanted` is then false. Skips rows that another process has locked.
 */
const takeFrom = (table: RawBuilder<unknown>) => (trx: Trx, now: Date, limit: number) =>
  rowsOf(trx)<DueSms>`
    with picked as (
      select application_id, kind from ${table} where due_at <= ${now} and told_at is null
      order by due_at, application_id limit ${limit} for update skip locked
    ), due as (
      select picked.application_id, picked.kind, ${isWanted(sql`picked.kind`)} as wanted
      from picked join applications a on a.id = picked.application_id
      left join application_decisions d on d.application_id = a.id
      left join hires h on h.application_id = a.id
    ), told as (
      update ${table} o set told_at = ${now} from due
      where o.application_id = due.application_id and o.kind = due.kind
    )
    select due.kind as name, ${OWNER}, due.wanted as is_wanted
    from due join applications a on a.id = due.application_id
    order by a.id, due.kind`;
export const takeDueOutcomes = takeFrom(TABLES.outcomes);
export const takeDueNews = takeFrom(TABLES.news);

/** Puts the application `x` of a conversation first with whose link its text messages lead there. */
const LINKED_FIRST = sql`x.status = 'rejected', x.created_at desc, x.id desc`;

/** When a text message about a message last led to application `a` in thread `t`; null if none did. */
export const MESSAGE_SMS_AT = sql`(
  select m.told_at from message_tellings m
  where m.thread_id = t.id and a.id = (
    select x.id from applications x
    where x.user_id = t.user_id and x.worker_id = t.worker_id and x.created_at <= m.told_at
    order by ${LINKED_FIRST} limit 1))`;

/**
 * Marks due notifications of messages as sent and returns them with the newest application of each conversation;
 * `isWanted` is false where the worker has read everything, or the conversation is blocked. Skips rows that another
 * process has locked.
 */
export const takeDueMessages = (trx: Trx, now: Date, limit: number) => rowsOf(trx)<DueSms>`
    with picked as (
      select thread_id, told_at from message_tellings where due_at <= ${now}
      order by due_at, thread_id limit ${limit} for update skip locked
    ), due as (
      select t.id, t.user_id, t.worker_id, t.unread_by_worker > 0 and t.blocked_at is null as wanted, picked.told_at
      from picked join threads t on t.id = picked.thread_id
    ), told as (
      update message_tellings m set due_at = null, told_at = case when due.wanted then ${now} else m.told_at end
      from due where m.thread_id = due.id
    )
    select 'message' as name, ${OWNER}, due.wanted as is_wanted, due.told_at as told_before
    from due cross join lateral (
      select * from applications x where x.user_id = due.user_id and x.worker_id = due.worker_id
      order by ${LINKED_FIRST} limit 1
    ) a order by a.id`;

/** Records that the taken notification of a message was not sent, and when to try again. */
const restoreMessage = (trx: Trx, { userId, workerId, toldBefore = null }: DueSms, dueAt: Date | null): Promise<void> =>
  run(trx)`
    update message_tellings m set due_at = ${dueAt}, told_at = ${toldBefore} from threads t
    where t.id = m.thread_id and t.user_id = ${userId} and t.worker_id = ${workerId}`;

/** Schedules a taken notification again that could not be sent yet. */
export const postpone = async (trx: Trx, sms: DueSms, dueAt: Date): Promise<void> => {
  const { name } = sms;
  if (name === 'message') await restoreMessage(trx, sms, dueAt);
  else if (name === 'shortlisted')
    await run(trx)`
      update shortlist_tellings set due_at = ${dueAt}, told_at = null
      where application_id = ${sms.applicationId}`;
  else
    await run(trx)`
      update ${tableOf(name)} set due_at = ${dueAt}, told_at = null
      where application_id = ${sms.applicationId} and kind = ${name}`;
};

/** Deletes a taken notification that cannot be sent, so that it does not count as sent. */
export const removeUnsent = async (trx: Trx, sms: DueSms): Promise<void> => {
  const { name, applicationId } = sms;
  if (name === 'message') return restoreMessage(trx, sms, null);
  if (name !== 'shortlisted') return removeOutcomes(trx, [applicationId], name);
  await run(trx)`delete from shortlist_tellings where application_id = ${applicationId}`;
};
