import type { WorkingCalendar } from '../../../contract/rules/workingTime';
import { openStepOf } from '../../../contract/rules/feedback';
import type { FilledJob, NeedsPayload, NeedsQuery } from '../../../contract/schemas/today';
import { type NeedKind, dueFrom, needOf, SNOOZE_DAYS_MAX } from '../../../contract/rules/need';
import { stageOf, type Stage } from '../../../contract/rules/stage';
import type { Deps } from '../../platform/deps';
import { type Scope, ownerScope, scopeOfBranch } from '../../platform/auth/guard';
import type { Db } from '../../platform/database/schema';
import type { AuthUser, Caller } from '../../platform/auth/tokens';
import { type Change, inChange } from '../../platform/change';
import { holidaysAround } from '../reference';
import { changedRow, notifyNeeds, notifyStages, findApplication } from '../applications';
import { checkScope } from '../search';
import { readFacts, type StoredFacts } from './factsRepository';
import {
  countMet,
  listFilled,
  countNeeds,
  type KindCount,
  lockOwn,
  writeNeeds,
  writeStages,
  type StoredNeed,
  lockNeeds,
  lockConversation,
  settle,
} from './repository';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { DAY } from '../../../contract/constants/time';
import { audit, userActor } from '../../platform/audit';
import { invalid, notFound } from '../../platform/errors';

export type CalendarSettings = Pick<Deps['settings'], 'countryCode' | 'timeZone'>;

const known = new Map<string, readonly string[]>();

const holidaysBetween = (country: string, from: number, to: number): readonly string[] => {
  const key = `${country} ${from} ${to}`;
  let holidays = known.get(key);
  if (!holidays) {
    const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    holidays = [...new Set(years.flatMap((year) => holidaysAround(country, year)))];
    known.set(key, holidays);
  }
  return holidays;
};

/** Returns the working calendar for due times that count from instants between `since` and `now`. */
const calendarOf = ({ countryCode, timeZone }: CalendarSettings, since: number, now: Date): WorkingCalendar => {
  const year = now.getUTCFullYear();
  const first = Math.min(new Date(since).getUTCFullYear(), year);
  return { timeZone, holidays: holidaysBetween(countryCode, first, year) };
};

/**
 * Returns the active jobs of a scope that have as many hires as wanted. Closing such a job leaves out the applications
 * with an open interview or offer, so `waiting` does not count them. See docs/PRODUCT.md#closing-a-job.
 */
const getFilledJobs = async (db: Db, scope: Scope, jobId: number | undefined): Promise<FilledJob[]> => {
  const jobs = await listFilled(db, scope, jobId);
  if (jobs.length === 0) return [];
  const ids = jobs.map(({ id }) => id);
  const open = (await countMet(db, scope, ids)).filter((group) => openStepOf(group) !== null);
  return jobs.map(({ inProgress, ...job }) => {
    const leftOut = open.filter((group) => group.jobId === job.id).reduce((sum, { count }) => sum + count, 0);
    return { ...job, waiting: Math.max(0, inProgress - leftOut) };
  });
};

const payloadOf = (rows: readonly KindCount[]): Omit<NeedsPayload, 'filled'> => {
  const ofKind = (kind: NeedKind): KindCount =>
    rows.find((row) => row.kind === kind) ?? { kind, total: 0, coming: 0, open: 0 };
  const [decide, invite] = [ofKind('decide'), ofKind('invite')];
  const total = (kind: NeedKind) => ofKind(kind).total;
  const counts = {
    attendance: total('attendance'),
    answer: total('answer'),
    outcome: total('outcome'),
    first_day: total('first_day'),
    rebook: total('rebook'),
    decide: decide.coming + decide.open,
    invite: invite.coming + invite.open,
    offer: total('offer'),
  };
  const coming = rows.reduce((sum, row) => sum + row.coming, 0);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    now: all - coming,
    counts,
    coming,
    lapsed: { decide: decide.total - counts.decide, invite: invite.total - counts.invite },
  };
};

/**
 * Counts the needs of the caller, a branch or a job, and lists the jobs that have as many hires as wanted. Throws 404
 * outside the caller's scope.
 */
export const getNeeds = async (deps: Deps, user: AuthUser, query: NeedsQuery): Promise<NeedsPayload> => {
  const caller = ownerScope(user);
  const scope = scopeOfBranch(caller, query.branchId);
  await checkScope(deps, caller, scope, query);
  const [rows, filled] = await Promise.all([
    countNeeds(deps.db, scope, { jobId: query.jobId, now: deps.clock.now() }),
    getFilledJobs(deps.db, scope, query.jobId),
  ]);
  return { ...payloadOf(rows), filled };
};

/** The most applications that a change computes itself. The task computes the rest. */
const OWN_MAX = 500;

/** The marks of one application that a change writes (`0068_stages.sql`). */
const MARKS = 2;

const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

/** Returns the row to store for the facts. A snooze ends with its need, and when the worker writes again. */
const storedFor = (stored: StoredNeed, facts: StoredFacts, now: Date, settings: CalendarSettings): StoredNeed => {
  const { need, changesAt } = needOf(facts, now.getTime(), calendarOf(settings, facts.arrivedAt, now));
  const isSame = need !== null && need.kind === stored.kind && need.at === stored.at?.getTime();
  const hasWritten = need?.kind === 'answer' && (facts.askedNumber ?? 0) > (stored.snoozedNumber ?? 0);
  const isKept = isSame && !hasWritten;
  const snoozedUntil = isKept ? stored.snoozedUntil : null;
  return {
    ...stored,
    kind: need?.kind ?? null,
    at: dateOf(need?.at ?? null),
    dueFrom: need && new Date(dueFrom({ ...need, snoozedUntil: snoozedUntil?.getTime() ?? null })),
    snoozedUntil,
    snoozedNumber: isKept ? stored.snoozedNumber : null,
    changesAt: dateOf(changesAt),
  };
};

const isShownAlike = (a: StoredNeed, b: StoredNeed): boolean =>
  a.kind === b.kind &&
  a.at?.getTime() === b.at?.getTime() &&
  a.snoozedUntil?.getTime() === b.snoozedUntil?.getTime() &&
  a.dueFrom?.getTime() === b.dueFrom?.getTime();

const isAlike = (a: StoredNeed, b: StoredNeed): boolean =>
  isShownAlike(a, b) && a.changesAt?.getTime() === b.changesAt?.getTime();

/**
 * Stores the needs of locked rows where they differ from `before`, and notifies the dashboards unless `isQuiet`.
 * Returns those whose visible fields changed.
 */
const storeNeeds = async (
  change: Change,
  before: readonly StoredNeed[],
  after: readonly StoredNeed[],
  isQuiet = false,
): Promise<StoredNeed[]> => {
  const old = new Map(before.map((one) => [one.id, one]));
  const differing = after.filter((one) => !isAlike(one, old.get(one.id)!));
  if (differing.length === 0) return [];
  await writeNeeds(
    change.trx,
    differing.map(({ id }) => old.get(id)!),
    differing,
  );
  const shown = differing.filter((one) => !isShownAlike(one, old.get(one.id)!));
  if (!isQuiet) notifyNeeds(change, shown);
  return shown;
};

/** Stores the stages that changed, and notifies the dashboards unless `isQuiet`. Returns the applications concerned. */
const storeStages = async (
  change: Change,
  facts: ReadonlyMap<number, StoredFacts>,
  locked: readonly StoredNeed[],
  isQuiet: boolean,
): Promise<StoredNeed[]> => {
  const wrong = new Map<number, Stage>();
  for (const [id, { stage, kept }] of facts) {
    const now = stageOf(stage);
    if (now.key !== kept?.key || now.at !== kept.at) wrong.set(id, now);
  }
  if (wrong.size === 0) return [];
  await writeStages(change.trx, wrong);
  const changed = locked.filter(({ id }) => wrong.has(id));
  if (!isQuiet) notifyStages(change, changed);
  return changed;
};

/**
 * Computes the needs and stages of locked rows and notifies the dashboards unless `isQuiet`. Returns the ids of the
 * applications whose visible fields changed.
 */
export const refreshLocked = async (
  change: Change,
  settings: CalendarSettings,
  locked: readonly StoredNeed[],
  isQuiet = false,
): Promise<number[]> => {
  if (locked.length === 0) return [];
  const facts = await readFacts(
    change.trx,
    locked.map(({ id }) => id),
  );
  const after = locked.flatMap((stored) => {
    const own = facts.get(stored.id);
    return own ? [storedFor(stored, own, change.now, settings)] : [];
  });
  const needs = await storeNeeds(change, locked, after, isQuiet);
  const stages = await storeStages(change, facts, locked, isQuiet);
  return [...new Set([...needs, ...stages].map(({ id }) => id))];
};

/** Returns the step with which every change computes the needs of the applications that it touched. */
export const needsBeforeCommit =
  (settings: CalendarSettings) =>
  async (change: Change): Promise<void> => {
    await refreshLocked(change, settings, await lockOwn(change.trx, OWN_MAX * MARKS));
  };

interface Call extends Caller {
  deps: Deps;
  id: number;
}

const record = (
  { trx, clock }: Change,
  { user, requestId, id }: Call,
  action: string,
  details: Record<string, unknown>,
): Promise<void> => audit({ trx, clock }, userActor({ user, requestId }), action, ['application', id], details);

/**
 * Records that the worker's messages up to `number` need no answer; newer ones still do. 0 takes it back. A repeat changes nothing.
 * Throws 400 for a number that no message has yet, and 404 outside the caller's scope.
 */
export const putSettle = (call: Call, number: number): Promise<ApplicationRow> =>
  inChange(call.deps, async (change) => {
    const conversation = await lockConversation(change.trx, ownerScope(call.user), call.id);
    if (!conversation) throw notFound();
    const { threadId, lastNumber } = conversation;
    if (number > lastNumber) throw invalid({ number: ERROR_KEYS.fieldTooLarge });
    if (threadId !== null && (await settle(change.trx, threadId, number)))
      await record(change, call, number === 0 ? 'application.unsettled' : 'application.settled', { number });
    return changedRow(change, call.deps, ownerScope(call.user), call.id);
  });

/** Returns the end of a snooze. Throws 400 for a time that is past or too far away. */
const checkedEnd = (until: string | null, now: Date): Date | null => {
  if (until === null) return null;
  const end = new Date(until);
  if (!(end > now)) throw invalid({ until: ERROR_KEYS.fieldTooSmall });
  if (end.getTime() > now.getTime() + SNOOZE_DAYS_MAX * DAY) throw invalid({ until: ERROR_KEYS.fieldTooLarge });
  return end;
};

/**
 * Snoozes the need of an application; null ends the snooze. It changes nothing without a need. Throws 400 on `until`,
 * and 404 outside the caller's scope.
 */
export const putSnooze = (call: Call, until: string | null): Promise<ApplicationRow> =>
  inChange(call.deps, async (change) => {
    const { trx, now } = change;
    const snoozedUntil = checkedEnd(until, now);
    if (!(await findApplication(trx, ownerScope(call.user), call.id))) throw notFound();
    await refreshLocked(change, call.deps.settings, await lockNeeds(trx, [call.id]));
    const stored = (await lockNeeds(trx, [call.id])).find(({ id }) => id === call.id);
    if (stored?.kind && stored.at && stored.snoozedUntil?.getTime() !== snoozedUntil?.getTime()) {
      const need = { kind: stored.kind, at: stored.at.getTime(), snoozedUntil: snoozedUntil?.getTime() ?? null };
      await record(change, call, 'application.snoozed', { until, kind: need.kind });
      const snoozedNumber = (await readFacts(trx, [call.id])).get(call.id)?.askedNumber ?? null;
      await storeNeeds(
        change,
        [stored],
        [{ ...stored, snoozedUntil, snoozedNumber, dueFrom: new Date(dueFrom(need)) }],
      );
    }
    return changedRow(change, call.deps, ownerScope(call.user), call.id);
  });
