import { object, string } from 'yup';
import { ADDRESS_MAX, APPOINTMENT_MINUTES, APPOINTMENT_STEP_MINUTES } from '../../../../contract/constants/limits';
import type { AppointmentBody } from '../../../../contract/schemas/appointments';
import { dayAt, fromWallTime } from '../../../../contract/zone';
import { chosenRule, optionalText } from '../../../lib/rules';

export interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

/** `date` is `YYYY-MM-DD` and `time` is `HH:mm`, both in the marketplace's zone. */
export interface AppointmentValues {
  date: string;
  time: string;
  location: Place | null;
  address: string;
}

const MINUTE = 60_000;

const clockText = (minutes: number): string => new Date(minutes * MINUTE).toISOString().slice(11, 16);

/** Every time at which an appointment may start: docs/PRODUCT.md#invitation. */
export const TIMES: readonly string[] = Array.from({ length: (24 * 60) / APPOINTMENT_STEP_MINUTES }, (_, at) =>
  clockText(at * APPOINTMENT_STEP_MINUTES),
);

/** The last day on which an appointment can both start and end in a year of four digits. */
const LAST_DAY = '9999-12-30';

const isRealDay = (day: string): boolean => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) && day <= LAST_DAY;
};

interface Clock {
  now: () => number;
  timeZone: string;
}

/** Requires date, time and place, and a time in the future: docs/PRODUCT.md#invitation. */
export const appointmentSchema = ({ now, timeZone }: Clock) =>
  object({
    date: string()
      .required('validation.required')
      .test('real', 'validation.invalid', (date) => !date || isRealDay(date))
      .test('future', 'appointmentDateError', (date) => !date || date >= dayAt(now(), timeZone)),
    time: string()
      .required('validation.required')
      .oneOf([...TIMES, ''], 'validation.invalid')
      .test('future', 'appointmentDateError', (time, { parent }) => {
        const { date } = parent as AppointmentValues;
        // A past day shows its error at the date field.
        if (!time || !date || !isRealDay(date) || date < dayAt(now(), timeZone)) return true;
        const start = fromWallTime(`${date} ${time}:00`, timeZone);
        // The server rejects a time that a clock change skips.
        return start === null || start > now();
      }),
    location: chosenRule(),
    address: optionalText(ADDRESS_MAX),
  });

const wallText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

interface Invited {
  id: number;
  user: { id: number };
  job: { userId: number };
}

/** Six decimals are about 10 cm. */
const exact = (degrees: number): number => Number(degrees.toFixed(6));

/**
 * Returns the request body with wall times; the appointment ends an hour after its start:
 * docs/API.md#appointment-calls.
 */
export const toBody = (values: AppointmentValues, application: Invited): AppointmentBody => {
  const start = Date.parse(`${values.date}T${values.time}:00Z`);
  return {
    startAt: wallText(start),
    endAt: wallText(start + APPOINTMENT_MINUTES * MINUTE),
    latitude: exact(values.location?.latitude ?? 0),
    longitude: exact(values.location?.longitude ?? 0),
    address: values.address.trim() || null,
    workerId: application.user.id,
    companyId: application.job.userId,
    applicationId: application.id,
  };
};

const FIELDS: Record<string, readonly (keyof AppointmentValues)[]> = {
  startAt: ['date', 'time'],
  endAt: ['date', 'time'],
  latitude: ['location'],
  longitude: ['location'],
};

/** Returns the server's errors by the names of the form's fields. */
export const toFormFields = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, key]) => (FIELDS[name] ?? [name]).map((field) => [field, key])),
  );
