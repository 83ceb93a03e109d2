import { dayAt, dayStart, fromWallTime, nextDay } from '../zone';
import { SILENT_HOURS, type Attendance } from '../constants/attendance';
import { NIGHT_BEGINS, NIGHT_ENDS } from '../constants/decisions';
import type { ApplicationStatus, AppointmentStatus, JobStatus } from '../constants/statuses';
import { HOUR } from '../constants/time';
import { answerDueAt, type WorkingCalendar } from './workingTime';

/** What an employer has to do about an application, by priority. An application has the first kind whose rule holds. */
export const NEED_KINDS = [
  'attendance',
  'answer',
  'outcome',
  'first_day',
  'rebook',
  'decide',
  'invite',
  'offer',
] as const;
export type NeedKind = (typeof NEED_KINDS)[number];

/** The states of a need, in list order. Only `decide` and `invite` lapse. A snoozed need counts as coming. */
export const NEED_STATES = ['due', 'coming', 'lapsed'] as const;
export type NeedState = (typeof NEED_STATES)[number];

/** The kinds that lapse when their time is over, together with the counter of the remaining time. */
export const LAPSING_KINDS = ['decide', 'invite'] as const satisfies readonly NeedKind[];

/** Returns whether needs of a kind lapse. */
export const lapses = (kind: NeedKind): boolean => LAPSING_KINDS.some((one) => one === kind);

/** Days for which a need can be snoozed at most. */
export const SNOOZE_DAYS_MAX = 7;

/**
 * `decide` is due this many hours before it lapses. A snoozed need of either kind lapses no earlier than this after its
 * snooze.
 */
const LAPSING_HOURS = 4;

/** Daytime hours in which a message should be answered. */
const MESSAGE_HOURS = 2;
/** Hours in which to act after a refusal, a missed appointment or a positive result. */
const FOLLOW_UP_HOURS = 24;
/** Days after its due time when a need that does not lapse ends by itself. */
const KEPT_DAYS = 14;
/** Hours after the start of a first day from which it should be recorded. */
const FIRST_DAY_HOURS = 1;

/** All that the need of an application depends on. Instants are milliseconds since 1970. */
export interface NeedFacts {
  status: ApplicationStatus;
  jobStatus: JobStatus;
  isShortlisted: boolean;
  arrivedAt: number;
  shortlistedAt: number | null;
  /** The worker's first message that waits for an answer; null unless the conversation belongs to this application. */
  awaitingSince: number | null;
  appointment: {
    status: AppointmentStatus;
    /** When it took its status. */
    statusAt: number;
    startAt: number;
    endAt: number;
    attendance: Attendance | null;
    attendanceAt: number | null;
  } | null;
  came: boolean | null;
  positive: boolean | null;
  offerSent: boolean | null;
  firstDay: { startsAt: number; started: boolean | null } | null;
}

interface NeedNow {
  need: { kind: NeedKind; at: number } | null;
  /** When the need changes although no fact does; null: never. */
  changesAt: number | null;
}

/** When a need is due (`at`), and when it holds: from `from` to just before `until`. */
interface Span {
  at: number;
  from?: number;
  until?: number;
}

const hourOf = (day: string, hour: number, timeZone: string): number =>
  fromWallTime(`${day} ${String(hour).padStart(2, '0')}:00:00`, timeZone) ?? dayStart(day, timeZone) + hour * HOUR;

/** Returns the instant at which `hours` between 08:00 and 22:00 in the zone have passed since `from`. */
export const afterDaytimeHours = (from: number, hours: number, timeZone: string): number => {
  let left = hours * HOUR;
  for (let day = dayAt(from, timeZone); ; day = nextDay(day)) {
    const begin = Math.max(from, hourOf(day, NIGHT_ENDS, timeZone));
    const counted = Math.max(0, hourOf(day, NIGHT_BEGINS, timeZone) - begin);
    if (counted >= left) return begin + left;
    left -= counted;
  }
};

const CANCELLED: readonly AppointmentStatus[] = ['CANCELLED', 'CANCELLED_OUTSIDE_24H'];
const FAILED: readonly AppointmentStatus[] = ['REJECTED', 'APPLICANT_CANCELLED', 'EXPIRED'];

/** A need that ends by itself some time after it is due. */
const kept = (at: number, from?: number): Span => ({
  at,
  until: at + KEPT_DAYS * 24 * HOUR,
  ...(from !== undefined && { from }),
});

/** The rules by kind: each returns when its need holds, or null. See docs/PRODUCT.md#needs. */
const RULES: Record<NeedKind, (facts: NeedFacts, calendar: WorkingCalendar) => Span | null> = {
  attendance: ({ appointment, awaitingSince }, { timeZone }) => {
    if (appointment?.status !== 'ACTIVE') return null;
    const { attendance, attendanceAt, startAt, endAt } = appointment;
    // Once the employer has replied to a request for another time, the worker has to answer again.
    if (attendance === null || (attendance === 'other_time' && awaitingSince === null)) {
      const at = startAt - SILENT_HOURS * HOUR;
      return { at, from: at, until: endAt };
    }
    if (attendance === 'coming' || attendance === 'other_time') return null;
    const from = dayStart(dayAt(startAt, timeZone), timeZone);
    return { at: Math.max(from, attendanceAt ?? from), from, until: endAt };
  },

  answer: ({ awaitingSince }, { timeZone }) =>
    awaitingSince === null ? null : kept(afterDaytimeHours(awaitingSince, MESSAGE_HOURS, timeZone)),

  outcome: ({ appointment, came }) => {
    if (!appointment || came !== null || !['ACTIVE', 'COMPLETED'].includes(appointment.status)) return null;
    return kept(appointment.endAt, appointment.endAt);
  },

  first_day: ({ firstDay }, { timeZone }) =>
    firstDay?.started === null
      ? kept(firstDay.startsAt + FIRST_DAY_HOURS * HOUR, dayStart(dayAt(firstDay.startsAt, timeZone), timeZone))
      : null,

  rebook: ({ status, appointment, came }) => {
    if (status !== 'in_progress' || !appointment) return null;
    const wasMissed = appointment.status === 'APPOINTMENT_NEGATIVE' && came === false;
    if (!wasMissed && !FAILED.includes(appointment.status)) return null;
    return kept(appointment.statusAt + FOLLOW_UP_HOURS * HOUR);
  },

  decide: ({ status, isShortlisted, appointment, arrivedAt }, calendar) => {
    if (status !== 'in_progress' || isShortlisted) return null;
    if (appointment && !CANCELLED.includes(appointment.status)) return null;
    return { at: answerDueAt(arrivedAt, calendar) };
  },

  invite: ({ status, isShortlisted, appointment, arrivedAt, shortlistedAt }, calendar) => {
    if (status !== 'in_progress' || !isShortlisted) return null;
    if (appointment && !CANCELLED.includes(appointment.status)) return null;
    const since = shortlistedAt ?? arrivedAt;
    return { at: answerDueAt(appointment ? Math.max(since, appointment.statusAt) : since, calendar) };
  },

  offer: ({ status, appointment, positive, offerSent }) =>
    status === 'in_progress' && appointment && positive === true && offerSent === null
      ? kept(appointment.statusAt + FOLLOW_UP_HOURS * HOUR)
      : null,
};

/** The needs that an application can still have once its job is closed. */
const AFTER_CLOSING: readonly NeedKind[] = ['attendance', 'answer', 'outcome', 'first_day', 'offer'];

const kindsOf = ({ status, jobStatus }: NeedFacts): readonly NeedKind[] => {
  if (status === 'rejected') return [];
  if (jobStatus === 'active') return NEED_KINDS;
  return jobStatus === 'closed' ? AFTER_CLOSING : [];
};

/**
 * Returns what an application waits for at `now`: the first kind that holds, and when time alone changes it. `holidays`
 * must cover the weeks after the facts.
 */
export const needOf = (facts: NeedFacts, now: number, calendar: WorkingCalendar): NeedNow => {
  let need: NeedNow['need'] = null;
  let changesAt = Infinity;
  for (const kind of kindsOf(facts)) {
    const span = RULES[kind](facts, calendar);
    if (!span) continue;
    const { at, from = -Infinity, until = Infinity } = span;
    if (now < from && from < until) changesAt = Math.min(changesAt, from);
    if (now < from || now >= until) continue;
    changesAt = Math.min(changesAt, until);
    need = { kind, at };
    // The kinds after it cannot change what holds now.
    break;
  }
  return { need, changesAt: changesAt === Infinity ? null : changesAt };
};

/** A need as the server stores it: instants in milliseconds since 1970. */
export interface KeptNeed {
  kind: NeedKind;
  at: number;
  snoozedUntil: number | null;
}

/** Converts a need of the wire, whose instants are text. */
export const keptNeed = (need: { kind: NeedKind; at: string; snoozedUntil: string | null }): KeptNeed => ({
  kind: need.kind,
  at: Date.parse(need.at),
  snoozedUntil: need.snoozedUntil === null ? null : Date.parse(need.snoozedUntil),
});

/** Returns the time from which a need counts as due: the end of its snooze, if that is later. */
export const dueFrom = ({ kind, at, snoozedUntil }: KeptNeed): number =>
  Math.max(kind === 'decide' ? at - LAPSING_HOURS * HOUR : at, snoozedUntil ?? -Infinity);

/** Returns when a need lapses; Infinity: never. A snoozed one comes back for some hours, even after its time. */
const lapsesAt = ({ kind, at, snoozedUntil }: KeptNeed): number =>
  lapses(kind) ? Math.max(at, (snoozedUntil ?? -Infinity) + LAPSING_HOURS * HOUR) : Infinity;

/**
 * Returns the time since which a need that lapses must have become due to be still open at `now`. Every `decide` that
 * became due after it is open; an `invite` only if its snooze ended after it.
 */
export const openSince = (now: number): number => now - LAPSING_HOURS * HOUR;

/** Returns the state of a need at `now`. */
export const needStateOf = (need: KeptNeed, now: number): NeedState => {
  if (dueFrom(need) > now) return 'coming';
  return lapsesAt(need) <= now ? 'lapsed' : 'due';
};
