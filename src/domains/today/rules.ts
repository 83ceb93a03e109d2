import {
  dueFrom,
  keptNeed,
  NEED_KINDS,
  NEED_STATES,
  needStateOf,
  SNOOZE_DAYS_MAX,
  type NeedKind,
  type NeedState,
} from '../../../contract/rules/need';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { Need } from '../../../contract/schemas/today';
import { dayAt, fromWallTime, nextDay } from '../../../contract/zone';
import { DAY } from '../../../contract/constants/time';

/** An application that waits for the employer. */
export type NeedRow = ApplicationRow & { need: Need };

/** A row of Today at one moment. */
export interface TodayRow {
  row: NeedRow;
  state: Exclude<NeedState, 'lapsed'>;
}

export interface TodayGroup {
  kind: NeedKind;
  rows: TodayRow[];
}

export interface TodayGroups {
  /** In the order of the kinds; a kind without rows has no group. */
  groups: TodayGroup[];
  /** The rows that the user put off, soonest first. */
  later: NeedRow[];
}

/** True for a row with a need. A server of the previous release sends no needs. */
export const hasNeed = (row: ApplicationRow): row is NeedRow => row.need != null;

/** Returns the state of a row's need at `now` (milliseconds since 1970). */
export const stateAt = ({ need }: NeedRow, now: number): NeedState => needStateOf(keptNeed(need), now);

const isSnoozed = ({ need: { snoozedUntil } }: NeedRow, now: number): boolean =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > now;

const dueOf = ({ need }: NeedRow): number => dueFrom(keptNeed(need));
const soonestFirst = (a: NeedRow, b: NeedRow): number => dueOf(a) - dueOf(b) || a.id - b.id;

/** Returns whether the first row comes after the second one in the list that the server orders by need. */
export const comesAfter = (a: NeedRow, b: NeedRow, now: number): boolean =>
  (NEED_STATES.indexOf(stateAt(a, now)) - NEED_STATES.indexOf(stateAt(b, now)) ||
    NEED_KINDS.indexOf(a.need.kind) - NEED_KINDS.indexOf(b.need.kind) ||
    soonestFirst(a, b)) > 0;

/** Groups the rows by kind of need, in each the one due soonest first. Lapsed rows are in no group. */
export const groupsOf = (rows: readonly NeedRow[], now: number): TodayGroups => {
  const waiting = rows.filter((row) => !isSnoozed(row, now)).sort(soonestFirst);
  const shown = waiting.flatMap((row): TodayRow[] => {
    const state = stateAt(row, now);
    return state === 'lapsed' ? [] : [{ row, state }];
  });
  const groups = NEED_KINDS.map((kind) => ({ kind, rows: shown.filter(({ row }) => row.need.kind === kind) }));
  return {
    groups: groups.filter((group) => group.rows.length > 0),
    later: rows.filter((row) => isSnoozed(row, now)).sort(soonestFirst),
  };
};

/**
 * Returns an application’s need after a change. A server of the previous release sends no need; then a decision or the
 * shortlist ends the need for a decision.
 */
export const needAfter = (row: ApplicationRow, before: Need | null): Need | null => {
  if (row.need !== undefined) return row.need;
  if (row.status === 'rejected') return null;
  return before?.kind === 'decide' && row.isShortListed ? null : before;
};

const SNOOZES = ['evening', 'tomorrow', 'monday', 'week'] as const;
export type Snooze = (typeof SNOOZES)[number];

const EVENING = '18:00:00';
const MORNING = '09:00:00';
/** Stays this many milliseconds below the server's maximum, because its clock may be behind. */
const MARGIN = 60_000;
const MONDAY = 1;

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

const nextMonday = (today: string): string => {
  let day = nextDay(today);
  while (weekdayOf(day) !== MONDAY) day = nextDay(day);
  return day;
};

/**
 * Returns the times until which a need can be put off: this evening while it is ahead, tomorrow morning, Monday morning
 * if it is neither tomorrow nor in a week, and the longest time. Instants are milliseconds since 1970.
 */
export const snoozesAt = (now: number, timeZone: string): { snooze: Snooze; until: number }[] => {
  const today = dayAt(now, timeZone);
  const tomorrow = nextDay(today);
  const monday = nextMonday(today);
  const at = (day: string, time: string): number => fromWallTime(`${day} ${time}`, timeZone) ?? NaN;
  const longest = now + SNOOZE_DAYS_MAX * DAY - MARGIN;
  const all = [
    { snooze: 'evening' as const, until: at(today, EVENING) },
    { snooze: 'tomorrow' as const, until: at(tomorrow, MORNING) },
    ...(monday === tomorrow || weekdayOf(today) === MONDAY
      ? []
      : [{ snooze: 'monday' as const, until: at(monday, MORNING) }]),
    { snooze: 'week' as const, until: longest },
  ];
  return all.filter(({ until }) => until > now && until <= longest);
};
