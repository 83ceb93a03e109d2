import { dueFrom, needOf } from '../../../contract/constants/need';
import type { Change } from '../../platform/change';
import { notifyNeeds } from '../applications';
import { calendarOf, type CalendarSettings } from './calendar';
import { readFacts, type StoredFacts } from './factsRepository';
import { lockOwn, writeNeeds, type StoredNeed } from './needRepository';

/** The most applications that a change computes itself. The task computes the rest. */
const OWN_MAX = 500;

const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

/** Returns what has to be stored for the facts. A snooze ends with its need, and when the worker writes again. */
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
 * Stores the needs of locked rows where they differ from `before`, and tells the dashboards unless `isQuiet`. Returns those
 * that users see changed.
 */
export const storeNeeds = async (
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

/** Computes the needs of locked rows and tells the dashboards unless `isQuiet`. Returns those that users see changed. */
export const refreshLocked = async (
  change: Change,
  settings: CalendarSettings,
  locked: readonly StoredNeed[],
  isQuiet = false,
): Promise<StoredNeed[]> => {
  if (locked.length === 0) return [];
  const facts = await readFacts(
    change.trx,
    locked.map(({ id }) => id),
  );
  const after = locked.flatMap((stored) => {
    const own = facts.get(stored.id);
    return own ? [storedFor(stored, own, change.now, settings)] : [];
  });
  return storeNeeds(change, locked, after, isQuiet);
};

/** Returns the step with which every change computes the needs of the applications that it touched. */
export const needsBeforeCommit =
  (settings: CalendarSettings) =>
  async (change: Change): Promise<void> => {
    await refreshLocked(change, settings, await lockOwn(change.trx, OWN_MAX));
  };
