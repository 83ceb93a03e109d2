import moment from 'moment';
import 'moment/locale/es';
import 'moment/locale/tr';
import { dayAt, fromWallTime } from '../../contract/zone';
import { readSettings } from './settings';
import { string } from 'yup';
import { APPOINTMENT_STEP_MINUTES } from '../../contract/constants/limits';
import { MINUTE } from '../../contract/constants/time';

/** Returns the weekday of an instant (ISO) in the marketplace's zone, in the locale of `useDateLocale`. */
export const weekday = (iso: string, locale: string): string =>
  moment
    .utc(dayAt(Date.parse(iso), readSettings().timeZone))
    .locale(locale)
    .format('dddd');

/** `date` is `YYYY-MM-DD` and `time` is `HH:mm`, both in the marketplace's zone. */
export interface StartValues {
  date: string;
  time: string;
}

const clockText = (minutes: number): string => new Date(minutes * MINUTE).toISOString().slice(11, 16);

/** Every time at which an appointment or a first day may start: docs/PRODUCT.md#invitation. */
export const TIMES: readonly string[] = Array.from({ length: (24 * 60) / APPOINTMENT_STEP_MINUTES }, (_, at) =>
  clockText(at * APPOINTMENT_STEP_MINUTES),
);

const OPENING = '08:00';
const CLOSING = '20:00';

const isBusinessTime = (time: string): boolean => time >= OPENING && time <= CLOSING;

/**
 * Formats a typed time as `HH:mm`: "9", "930", "9.30" and "09:30" begin alike; a prefix gives a prefix.
 */
export const formatClock = (text: string): string => {
  const digits = text
    .replace(/(^|\D)(\d)(?=\D)/g, '$10$2')
    .replace(/\D/g, '')
    .replace(/^[3-9]/, '0$&')
    .slice(0, 4);
  return [digits.slice(0, 2), digits.slice(2)].filter(Boolean).join(':');
};

/** Minutes that a person needs at least to get to a place today. */
const LEAD_MINUTES = 30;

/**
 * Returns the next half hour of today's business hours that leaves time to get there; null for another day and at the
 * end of the day. `now` in milliseconds since 1970.
 */
export const suggestedTime = (date: string, now: number, timeZone: string): string | null => {
  if (date !== dayAt(now, timeZone)) return null;
  const isInReach = (time: string) =>
    (fromWallTime(`${date} ${time}:00`, timeZone) ?? 0) >= now + LEAD_MINUTES * MINUTE;
  return TIMES.find((time) => /:[03]0$/.test(time) && isBusinessTime(time) && isInReach(time)) ?? null;
};

/** The last day on which an appointment can both start and end in a year of four digits. */
const LAST_DAY = '9999-12-30';

/** True for a day `YYYY-MM-DD` that the calendar has. */
export const isRealDay = (day: string): boolean => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) && day <= LAST_DAY;
};

interface Clock {
  now: () => number;
  timeZone: string;
}

/** Requires a date and a time in the future: docs/PRODUCT.md#invitation. */
export const startRules = ({ now, timeZone }: Clock) => ({
  date: string()
    .required('validation.required')
    .test('real', 'validation.date', (date) => !date || isRealDay(date))
    .test('future', 'appointmentDateError', (date) => !date || !isRealDay(date) || date >= dayAt(now(), timeZone)),
  time: string()
    .required('validation.required')
    .oneOf([...TIMES, ''], 'validation.time')
    .test('future', 'appointmentDateError', (time, { parent }) => {
      const { date } = parent as StartValues;
      // A past day shows its error at the date field.
      if (!time || !date || !isRealDay(date) || date < dayAt(now(), timeZone)) return true;
      const start = fromWallTime(`${date} ${time}:00`, timeZone);
      // The server rejects a time that a clock change skips.
      return start === null || start > now();
    }),
});

type FieldNames = Record<string, readonly string[]>;

/** Returns the server's errors by the names of a form's fields; `names` holds the fields that differ. */
export const toFormFields = (fields: Record<string, string>, names: FieldNames): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, key]) => (names[name] ?? [name]).map((field) => [field, key])),
  );
