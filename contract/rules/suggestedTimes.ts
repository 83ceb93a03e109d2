import { dayAt, fromWallTime, nextDay } from '../zone';
import { APPOINTMENT_MINUTES } from '../constants/limits';
import type { OfferedDay, OfferedPart } from '../constants/publicPage';
import { MINUTE } from '../constants/time';

/** Suggested times, and how many of them may be on one day. */
const TIMES = 4;
const TIMES_A_DAY = 2;
/** Minutes between the starts of two suggestions of one day, so that the choice is a real one. */
const APART = 180;
/** Minutes that a person needs at least to get to a place. */
const LEAD_MINUTES = 30;
/** How many days to search. */
const DAYS_AHEAD = 21;

/**
 * Business hours in minutes of the day; an interview ends within them. A start before 10:00 is suggested only when no
 * later one is free.
 */
const OPENING = 8 * 60;
const EASY_OPENING = 10 * 60;
const CLOSING = 20 * 60;
const STEP = 30;

/** The hours that each part of the day stands for. The night has none, because nobody is invited at night. */
const PART_HOURS: Record<OfferedPart, readonly [from: number, to: number]> = {
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 22],
  night: [22, 22],
};

interface SuggestionOptions {
  /** Milliseconds since 1970. */
  now: number;
  timeZone: string;
  /** `YYYY.MM.DD`. */
  holidays: readonly string[];
  /** The starts of the branch’s other interviews, in milliseconds since 1970. */
  taken: readonly number[];
  /** What the applicant answered; empty without an answer. */
  days: readonly OfferedDay[];
  parts: readonly OfferedPart[];
}

const dayKind = (day: string): OfferedDay => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0) return 'sunday';
  return weekday === 6 ? 'saturday' : 'weekdays';
};

/** Minutes of the day, comfortable ones first. */
const MINUTES = Array.from(
  { length: (CLOSING - APPOINTMENT_MINUTES - OPENING) / STEP + 1 },
  (_, at) => OPENING + at * STEP,
);
const CANDIDATES = [...MINUTES.filter((at) => at >= EASY_OPENING), ...MINUTES.filter((at) => at < EASY_OPENING)];

const clockText = (minutes: number): string => new Date(minutes * MINUTE).toISOString().slice(11, 16);

const timesOfDay = (day: string, { now, timeZone, taken, parts }: SuggestionOptions): string[] => {
  const isFree = (minutes: number): boolean => {
    const start = fromWallTime(`${day} ${clockText(minutes)}:00`, timeZone);
    // The clock skips this time when it goes forward.
    if (start === null || start < now + LEAD_MINUTES * MINUTE) return false;
    return taken.every((other) => Math.abs(other - start) >= APPOINTMENT_MINUTES * MINUTE);
  };
  const isInPart = (minutes: number): boolean =>
    parts.length === 0 ||
    parts.some((part) => minutes >= PART_HOURS[part][0] * 60 && minutes < PART_HOURS[part][1] * 60);
  const chosen: number[] = [];
  for (const minutes of CANDIDATES) {
    if (chosen.length === TIMES_A_DAY) break;
    const isApart = chosen.every((other) => Math.abs(other - minutes) >= APART);
    if (isApart && isInPart(minutes) && isFree(minutes)) chosen.push(minutes);
  }
  return chosen.sort((one, other) => one - other).map((minutes) => `${day} ${clockText(minutes)}`);
};

const search = (options: SuggestionOptions): string[] => {
  const { now, timeZone, holidays, days } = options;
  // Without an answer an interview is on a working day.
  const wanted: readonly OfferedDay[] = days.length > 0 ? days : ['weekdays'];
  const found: string[] = [];
  let day = dayAt(now, timeZone);
  for (let ahead = 0; ahead < DAYS_AHEAD && found.length < TIMES; ahead += 1) {
    if (wanted.includes(dayKind(day)) && !holidays.includes(day.replaceAll('-', '.')))
      found.push(...timesOfDay(day, options));
    day = nextDay(day);
  }
  return found.slice(0, TIMES);
};

/**
 * Returns up to four times for an interview, `YYYY-MM-DD HH:mm` in the marketplace’s zone, soonest first: within
 * business hours, when the branch is free and the applicant said that they are. An answer that leaves no time, such as
 * nights alone, does not count. See docs/PRODUCT.md#invitation.
 */
export const suggestedTimes = (options: SuggestionOptions): string[] => {
  const fitting = search(options);
  if (fitting.length > 0) return fitting;
  const anyPart = search({ ...options, parts: [] });
  return anyPart.length > 0 ? anyPart : search({ ...options, parts: [], days: [] });
};
