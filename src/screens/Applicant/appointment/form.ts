import { object } from 'yup';
import { ADDRESS_MAX, APPOINTMENT_MINUTES } from '../../../../contract/constants/limits';
import type { AppointmentBody } from '../../../../contract/schemas/appointments';
import { isMissed, type ApplicationDetail } from '../../../domains/applications';
import { rounded } from '../../../lib/location';
import { chosenRule, optionalText } from '../../../lib/rules';
import { startRules, type StartValues } from '../../../lib/startTime';

export interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

export interface AppointmentValues extends StartValues {
  location: Place | null;
  address: string;
}

/** Requires date, time and place, and a time in the future: docs/PRODUCT.md#invitation. */
export const appointmentSchema = (clock: Parameters<typeof startRules>[0]) =>
  object({ ...startRules(clock), location: chosenRule(), address: optionalText(ADDRESS_MAX) });

const MINUTE = 60_000;

const wallText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

interface Invited extends Pick<ApplicationDetail, 'id' | 'appointment'> {
  user: { id: number };
  job: { userId: number };
}

/**
 * Returns the request body with wall times; the appointment ends an hour after its start. After a missed appointment it
 * names that one, which allows a second invitation: docs/API.md#appointment-calls.
 */
export const toBody = (values: AppointmentValues, application: Invited): AppointmentBody => {
  const start = Date.parse(`${values.date}T${values.time}:00Z`);
  const { appointment } = application;
  return {
    startAt: wallText(start),
    endAt: wallText(start + APPOINTMENT_MINUTES * MINUTE),
    ...rounded(values.location ?? { latitude: 0, longitude: 0 }),
    address: values.address.trim() || null,
    workerId: application.user.id,
    companyId: application.job.userId,
    applicationId: application.id,
    ...(appointment && isMissed(appointment) && { rebookOf: appointment.id }),
  };
};

/** The fields of the form that the server's names mean. */
export const FIELD_NAMES: Record<string, readonly (keyof AppointmentValues)[]> = {
  startAt: ['date', 'time'],
  endAt: ['date', 'time'],
  latitude: ['location'],
  longitude: ['location'],
};
