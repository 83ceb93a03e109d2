import { sql, type RawBuilder } from 'kysely';
import { LAPSING_KINDS, NEED_KINDS, type NeedKind } from '../../../contract/rules/need';
import type { Stage } from '../../../contract/rules/stage';
import type { Db, Row, Trx } from '../../platform/database/schema';
import { changesRow, idsOf, run, rowsOf, firstRow, setOf } from '../../platform/database/query';
import type { Scope } from '../../platform/auth/guard';
import { inScope, isOpen, ownedRows } from '../jobs';
import { FILLED_JOBS_MAX } from '../../../contract/constants/limits';
import type { FeedbackRecord } from '../../../contract/rules/feedback';
import type { FilledJob } from '../../../contract/schemas/today';

interface Page {
  now: Date;
  after: number;
  limit: number;
}

/** Returns applications whose time to decide or invite is ahead, or ended after `since`. */
export const listAhead = (
  trx: Trx,
  { since, after, limit }: Omit<Page, 'now'> & { since: Date },
): Promise<number[]> => idsOf(trx)`
    select application_id as id from application_needs
    where need in ('decide', 'invite') and need_at > ${since} and application_id > ${after}
    order by application_id limit ${limit}`;

/** Returns applications whose id modulo `share` is `part`, except those that the task has yet to compute. */
export const listPart = (
  trx: Trx,
  { share, part, now, after, limit }: Page & { share: number; part: number },
): Promise<number[]> => idsOf(trx)`
    select application_id as id from application_needs n
    where application_id > ${after} and application_id % ${share} = ${part}
      and (changes_at is null or changes_at > ${now})
      and not exists (select from need_changes c where c.application_id = n.application_id)
    order by application_id limit ${limit}`;

/** Corrects, from the messages, since when the conversations of applications wait for an answer. */
export const correctAwaiting = (trx: Trx, ids: readonly number[]): Promise<void> => run(trx)`
    update threads t set awaiting_since = awaiting_since_of(t)
    from applications a where a.id = any(${[...ids]}::bigint[]) and t.user_id = a.user_id and t.worker_id = a.worker_id
      and t.awaiting_since is distinct from awaiting_since_of(t)`;

/**
 * Records that the check of a day begins. Returns false when it is finished, or when it began after `retryBefore`: it
 * may still be running, or it failed recently.
 */
export const beginCheck = (
  db: Db,
  day: string,
  { now, retryBefore }: { now: Date; retryBefore: Date },
): Promise<boolean> => changesRow(db)`
    insert into need_checks as c (day, begun_at) values (${day}::date, ${now})
    on conflict (day) do update set begun_at = excluded.begun_at
    where c.finished_at is null and c.begun_at <= ${retryBefore}`;

/** Records that the check of a day is complete. */
export const finishCheck = (
  db: Db,
  day: string,
  { checked, differences, now }: { checked: number; differences: number; now: Date },
): Promise<void> => run(db)`
    update need_checks set checked = ${checked}, differences = ${differences}, finished_at = ${now}
    where day = ${day}::date`;

/** How many applications have a need of one kind: in total, not yet due, and due but not lapsed. */
export interface KindCount {
  kind: NeedKind;
  total: number;
  coming: number;
  open: number;
}

/**
 * Counts the needs of a scope by kind. The totals come from the counters of the jobs, so that a pile of old
 * applications costs nothing.
 */
export const countNeeds = async (
  db: Db,
  scope: Scope,
  { jobId, now }: { jobId: number | undefined; now: Date },
): Promise<KindCount[]> => {
  const owned = ownedRows('n', scope, jobId);
  const ofJob = jobId === undefined ? sql`` : sql`and j.id = ${jobId}`;
  return rowsOf(db)`
    with totals as (
      select c.need, sum(c.total)::int as total from jobs j
      cross join lateral (select x.need, x.total from need_counts x where x.job_id = j.id) c
      where ${inScope(scope, 'j')} ${ofJob} group by c.need)
    select k.kind, coalesce(t.total, 0) as total, c.coming, d.open
    from unnest(${[...NEED_KINDS]}::text[]) k (kind)
    left join totals t on t.need = k.kind
    cross join lateral (
      select count(*)::int as coming from application_needs n
      where ${owned} and n.need = k.kind and n.due_from > ${now}
    ) c
    cross join lateral (
      select count(*)::int as open from application_needs n
      where k.kind = any(${[...LAPSING_KINDS]}) and ${owned} and n.need = k.kind and n.due_from <= ${now} and ${isOpen(now)}
    ) d`;
};

/** A filled job with all of its applications that are in progress. */
type FilledRecord = Omit<FilledJob, 'waiting'> & { inProgress: number };

/** Returns the active jobs of a scope that have as many hires as wanted, oldest first, at most `FILLED_JOBS_MAX`. */
export const listFilled = async (db: Db, scope: Scope, jobId: number | undefined): Promise<FilledRecord[]> => {
  const ofJob = jobId === undefined ? sql`` : sql`and j.id = ${jobId}`;
  return rowsOf(db)<FilledRecord>`
    select j.id, j.title, coalesce(u.company_name, '') as company_name, c.hired, j.hires_wanted, c.in_progress
    from jobs j
    join users u on u.id = j.user_id
    cross join lateral (
      select coalesce(sum(x.total) filter (where x.status = 'accepted'), 0)::int as hired,
        coalesce(sum(x.total) filter (where x.status = 'in_progress'), 0)::int as in_progress
      from application_counts x where x.job_id = j.id
    ) c
    where ${inScope(scope, 'j')} ${ofJob} and j.status = 'active' and j.hires_wanted is not null
      and c.hired >= j.hires_wanted
    order by j.id limit ${FILLED_JOBS_MAX}`;
};

/** Applications of a job with the same answers about an appointment of the same status. */
type MetGroup = FeedbackRecord & { jobId: number; count: number };

/** Counts the applications in progress of some jobs that have an appointment, by its status and answers. */
export const countMet = (db: Db, scope: Scope, jobIds: readonly number[]): Promise<MetGroup[]> => rowsOf(db)<MetGroup>`
    select g.job_id, g.status, g.count, json_build_object('isApplicantCameToAppointment', g.came,
      'isAppointmentPositive', g.positive, 'isOfferSentToApplicant', g.offer_sent,
      'isApplicantAcceptTheOffer', g.offer_accepted) as answers
    from (
      select a.job_id, p.status, a.came, a.positive, a.offer_sent, a.offer_accepted, count(*)::int as count
      from appointments p join applications a on a.id = p.application_id and a.appointment_id = p.id
      where p.job_id = any(${[...jobIds]}::bigint[]) and a.status = 'in_progress' and ${inScope(scope)}
      group by 1, 2, 3, 4, 5, 6
    ) g`;

/** The stored row about the need of an application. */
export interface StoredNeed extends Row<
  'applicationNeeds',
  'organisationId' | 'userId' | 'jobId' | 'dueFrom' | 'snoozedUntil' | 'changesAt'
> {
  id: number;
  kind: NeedKind | null;
  at: Date | null;
  /** The worker's last message when a snooze of `answer` began. */
  snoozedNumber: number | null;
}

/**
 * Locks the needs of applications and of their workers' other applications to the owner, because the conversation
 * belongs to one of them. A change reads the facts after this, so that it sees what others committed meanwhile. All
 * changes lock in the order of ids, and after their own rows.
 */
const lock = (ids: RawBuilder<unknown>) => sql<StoredNeed>`
  select n.application_id as id, n.organisation_id, n.user_id, n.job_id, n.need as kind, n.need_at as at, n.due_from,
    n.snoozed_until, n.snoozed_number, n.changes_at
  from application_needs n where n.application_id in (
    select s.id from (${ids}) changed (id) join applications a on a.id = changed.id
    join applications s on s.worker_id = a.worker_id and s.organisation_id = a.organisation_id and s.user_id = a.user_id)
  order by n.application_id for no key update of n`;

/** Locks the needs of the applications that this transaction changed, at most `limit`; the task computes the rest. */
export const lockOwn = (trx: Trx, limit: number): Promise<StoredNeed[]> => rowsOf(trx)`
    with mine as (
      delete from need_changes where ctid = any(array(
        select ctid from need_changes
        where change_id in (pg_current_xact_id()::text::bigint, -pg_current_xact_id()::text::bigint) limit ${limit}))
      returning application_id)
    ${lock(sql`select distinct application_id from mine`)}`;

export const lockNeeds = async (trx: Trx, ids: readonly number[]): Promise<StoredNeed[]> => {
  const { rows } = await lock(sql`select unnest(${[...ids]}::bigint[])`).execute(trx);
  return rows;
};

const take = async (trx: Trx, which: RawBuilder<unknown>, limit: number): Promise<number[]> => [
  ...(await setOf(trx)`
    delete from need_changes where ctid = any(array(
      select ctid from need_changes where ${which} limit ${limit} for update skip locked))
    returning application_id as id`),
];

/** Takes the marks of applications that a committed change left to the task. */
export const takeLeft = (trx: Trx, limit: number): Promise<number[]> => take(trx, sql`change_id > 0`, limit);

/** Takes the marks of applications for which a server of the previous release computed only the need. */
export const takeOlder = (trx: Trx, limit: number): Promise<number[]> => take(trx, sql`change_id < 0`, limit);

/** Takes the marks of the backfill. */
export const takeBackfill = (trx: Trx, limit: number): Promise<number[]> => take(trx, sql`change_id = 0`, limit);

/** Returns applications whose need is due to change because of the time. */
export const listChanging = (trx: Trx, limit: number, now: Date): Promise<number[]> => idsOf(trx)`
    select application_id as id from application_needs where changes_at <= ${now}
    order by changes_at, application_id limit ${limit}`;

/** By how much the number of a job's applications with a need changes. */
interface CountChange {
  jobId: number;
  kind: NeedKind;
  by: number;
}

const countChanges = (before: readonly StoredNeed[], after: readonly StoredNeed[]): CountChange[] => {
  const sums = new Map<string, CountChange>();
  const add = ({ jobId, kind }: StoredNeed, by: number) => {
    if (kind === null) return;
    const key = `${jobId} ${kind}`;
    sums.set(key, { jobId, kind, by: (sums.get(key)?.by ?? 0) + by });
  };
  for (const one of before) add(one, -1);
  for (const one of after) add(one, 1);
  return [...sums.values()].filter(({ by }) => by !== 0);
};

/** Stores the needs of locked rows and counts them. Counters are locked in their order, from here to the commit. */
export const writeNeeds = async (
  trx: Trx,
  before: readonly StoredNeed[],
  after: readonly StoredNeed[],
): Promise<void> => {
  const counts = countChanges(before, after);
  await run(trx)`
    with written as (
      update application_needs n
      set need = g.kind, need_at = g.at, due_from = g.due_from, snoozed_until = g.snoozed_until,
        snoozed_number = g.snoozed_number, changes_at = g.changes_at
      from unnest(${after.map(({ id }) => id)}::bigint[], ${after.map(({ kind }) => kind)}::text[],
        ${after.map(({ at }) => at)}::timestamptz[], ${after.map(({ dueFrom }) => dueFrom)}::timestamptz[],
        ${after.map(({ snoozedUntil }) => snoozedUntil)}::timestamptz[],
        ${after.map(({ snoozedNumber }) => snoozedNumber)}::bigint[],
        ${after.map(({ changesAt }) => changesAt)}::timestamptz[])
        g (id, kind, at, due_from, snoozed_until, snoozed_number, changes_at)
      where n.application_id = g.id)
    insert into need_counts as c (job_id, need, total)
    select * from unnest(${counts.map(({ jobId }) => jobId)}::bigint[], ${counts.map(({ kind }) => kind)}::text[],
      ${counts.map(({ by }) => by)}::int[]) order by 1, 2
    on conflict (job_id, need) do update set total = c.total + excluded.total`;
};

/** Stores the stages of locked applications. */
export const writeStages = (trx: Trx, stages: ReadonlyMap<number, Stage>): Promise<void> => {
  const all = [...stages.values()];
  return run(trx)`
    insert into application_stages as s (application_id, organisation_id, user_id, job_id, created_at, stage, stage_at)
    select a.id, a.organisation_id, a.user_id, a.job_id, a.created_at, g.stage, g.at
    from unnest(${[...stages.keys()]}::bigint[], ${all.map(({ key }) => key)}::text[],
      ${all.map(({ at }) => (at === null ? null : new Date(at)))}::timestamptz[]) g (id, stage, at)
    join applications a on a.id = g.id
    on conflict (application_id) do update set stage = excluded.stage, stage_at = excluded.stage_at`;
};

interface Conversation {
  /** Null without a conversation. */
  threadId: number | null;
  lastNumber: number;
}

/** Locks the conversation of an application. Returns undefined for an application outside the scope. */
export const lockConversation = async (
  trx: Trx,
  scope: Scope,
  applicationId: number,
): Promise<Conversation | undefined> => {
  const application = await firstRow(trx)<{ userId: number; workerId: number }>`
    select a.user_id, a.worker_id from applications a
    where a.id = ${applicationId} and ${inScope(scope)}`;
  if (!application) return undefined;
  return (
    (await firstRow(trx)<Conversation>`
    select t.id as thread_id, t.last_number from threads t
    where t.user_id = ${application.userId} and t.worker_id = ${application.workerId} for no key update`) ?? {
      threadId: null,
      lastNumber: 0,
    }
  );
};

/**
 * Records that the messages of a locked conversation up to `number` need no answer; with 0 all messages since the
 * employer's last one need one again. Returns false when this changes nothing.
 */
export const settle = async (trx: Trx, threadId: number, number: number): Promise<boolean> => {
  await run(trx)`
    update threads t set settled_number = case ${number}::bigint when 0 then 0 else greatest(t.settled_number, ${number}) end
    where t.id = ${threadId}`;
  return changesRow(trx)`
    update threads t set awaiting_since = awaiting_since_of(t)
    where t.id = ${threadId} and t.awaiting_since is distinct from awaiting_since_of(t)`;
};
