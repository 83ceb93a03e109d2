import { object } from 'yup';
import {
  FIRST_DAY_ASK_FOR_MAX,
  FIRST_DAY_BRING_MAX,
  FIRST_DAY_PLACE_MAX,
} from '../../../contract/constants/attendance';
import type { FirstDay, FirstDayBody } from '../../../contract/schemas/firstDay';
import { optionalText } from '../../lib/rules';
import { startRules, type StartValues } from '../../lib/startTime';

export interface FirstDayValues extends StartValues {
  place: string;
  askFor: string;
  bring: string;
}

/** Requires date and time in the future: docs/PRODUCT.md#first-day. */
export const firstDaySchema = (clock: Parameters<typeof startRules>[0]) =>
  object({
    ...startRules(clock),
    place: optionalText(FIRST_DAY_PLACE_MAX),
    askFor: optionalText(FIRST_DAY_ASK_FOR_MAX),
    bring: optionalText(FIRST_DAY_BRING_MAX),
  });

/** Returns the first values of the form; a new first day starts with the address of the last appointment. */
export const fromFirstDay = (firstDay: FirstDay | null, address: string | null): FirstDayValues => ({
  date: firstDay?.startsAt.slice(0, 10) ?? '',
  time: firstDay?.startsAt.slice(11, 16) ?? '',
  place: (firstDay ? firstDay.place : address?.slice(0, FIRST_DAY_PLACE_MAX)) ?? '',
  askFor: firstDay?.askFor ?? '',
  bring: firstDay?.bring ?? '',
});

const textOf = (value: string): string | null => value.trim() || null;

export const toBody = ({ date, time, place, askFor, bring }: FirstDayValues): FirstDayBody => ({
  startsAt: `${date} ${time}:00`,
  place: textOf(place),
  askFor: textOf(askFor),
  bring: textOf(bring),
});

/** The fields of the form that the server's names mean. */
export const FIELD_NAMES: Record<string, readonly (keyof FirstDayValues)[]> = { startsAt: ['date', 'time'] };
