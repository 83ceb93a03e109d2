import { dayText } from '../../contract/constants/text';
import { ageOn, dayAt, nextDay, wallTime } from '../../contract/zone';
import { DAY } from '../../contract/constants/time';
import { readSettings } from './settings';

/** Returns the marketplace's wall time of an instant (ISO), whatever the browser's zone. */
export const wallTimeOf = (iso: string): string => wallTime(Date.parse(iso), readSettings().timeZone);

/** Returns the day of an instant (ISO) in the marketplace's zone as `DD/MM/YYYY`. */
export const formatDay = (iso: string): string => dayText(wallTimeOf(iso).slice(0, 10));

/** Returns the time of an instant (ISO) in the marketplace's zone as `HH:mm`. */
export const formatTime = (iso: string): string => wallTimeOf(iso).slice(11, 16);

/**
 * Returns a wall time of the marketplace (`YYYY-MM-DD HH:mm:ss`, without a zone) as `DD/MM/YYYY HH:mm`; null for any
 * other value.
 */
export const wallTimeText = (value: unknown): string | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}):\d{2}$/.exec(typeof value === 'string' ? value : '') ?? [];
  return day && time ? `${dayText(day)} ${time}` : null;
};

const weekdays = new Map<string, Intl.DateTimeFormat>();

/** Returns the short weekday of a day (`YYYY-MM-DD`). Keeps the format, which takes longer to create than a whole row. */
const weekdayOf = (day: string, locale: string): string => {
  const format = weekdays.get(locale) ?? new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  weekdays.set(locale, format);
  return format.format(Date.parse(day));
};

/**
 * Returns a wall time of the marketplace with its short weekday, as in `Mon 23/11 10:00`; null for any other value.
 */
export const shortWallTime = (value: string, locale: string): string | null => {
  const text = wallTimeText(value);
  const day = value.slice(0, 10);
  if (text === null || Number.isNaN(Date.parse(day))) return null;
  return `${weekdayOf(day, locale)} ${text.slice(0, 5)} ${text.slice(11)}`;
};

/**
 * Returns the day of an instant (ISO) in the marketplace's zone with its weekday, as in `Thursday, November 26` or
 * `Thu, Nov 26`.
 */
export const dayName = (iso: string, locale: string, style: 'long' | 'short'): string => {
  const { timeZone } = readSettings();
  const format = new Intl.DateTimeFormat(locale, { weekday: style, day: 'numeric', month: style, timeZone });
  return format.format(Date.parse(iso));
};

/** Returns whether a wall time of the marketplace is on the day of `now` (ms since 1970) or on the next day. */
export const dayOf = (wall: string, now: number): 'today' | 'tomorrow' | 'other' => {
  const today = dayAt(now, readSettings().timeZone);
  const day = wall.slice(0, 10);
  if (day === today) return 'today';
  return day === nextDay(today) ? 'tomorrow' : 'other';
};

const WEEK_MS = 6.5 * DAY;

interface ShortWhen {
  locale: string;
  /** Leaves out the time on any day but today. */
  isDay: boolean;
}

/**
 * Returns an instant (ISO) as a short text in the marketplace's zone: only the time if it is today, with the weekday
 * within a week of `now` (milliseconds since 1970), as in `Fri 09:00`, else with the date, as in `27/11 09:00`.
 */
export const shortWhen = (iso: string, now: number, { locale, isDay }: ShortWhen): string => {
  const { timeZone } = readSettings();
  const time = formatTime(iso);
  const at = Date.parse(iso);
  if (dayAt(at, timeZone) === dayAt(now, timeZone)) return time;
  const isNear = Math.abs(at - now) < WEEK_MS;
  const day = isNear ? weekdayOf(dayAt(at, timeZone), locale) : formatDay(iso).slice(0, 5);
  return isDay ? day : `${day} ${time}`;
};

/** Returns an instant (ISO) as values of a text: its day as in `dayOf`, its date and its time. */
export const whenValues = (iso: string, now: number) => ({
  day: dayOf(wallTimeOf(iso), now),
  date: formatDay(iso),
  time: formatTime(iso),
});

/** Returns the age in whole years at an instant (ms) of a person born on `YYYY-MM-DD`. */
export const ageAt = (birthDate: string, now: number): number => ageOn(birthDate, dayAt(now, readSettings().timeZone));
