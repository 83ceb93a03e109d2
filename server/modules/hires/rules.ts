import { FIRST_DAY_UNDO_MINUTES, type ReminderKind } from '../../../contract/constants/attendance';
import { ERROR_KEYS, type ErrorKey } from '../../../contract/constants/errorKeys';
import { dayAt, fromWallTime, previousDay } from '../../../contract/zone';
import { isNight } from '../../platform/night';
import type { Language } from '../../../contract/constants/options';
import { longWhen, type ZoneReader } from '../../platform/outgoing/workerSms';
import { readTexts } from '../../platform/messages';

const HOUR_MS = 3_600_000;
const EVENING = '18:00:00';
const SOON_HOURS = 2;

/** What the employer sets about a first day. */
export interface FirstDayPlan {
  startsAt: Date;
  place: string | null;
  askFor: string | null;
  bring: string | null;
}

/** A first day as it is stored. */
export interface StoredFirstDay extends FirstDayPlan {
  confirmedAt: Date | null;
  started: boolean | null;
  recordedAt: Date | null;
}

/** Returns the trimmed text, or null for an empty one. */
export const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

/** Returns whether both have the same time and place, so that the worker's confirmation still holds. */
export const isSameMeeting = (one: FirstDayPlan, other: FirstDayPlan): boolean =>
  one.startsAt.getTime() === other.startsAt.getTime() && one.place === other.place;

export const isSamePlan = (one: FirstDayPlan, other: FirstDayPlan): boolean =>
  isSameMeeting(one, other) && one.askFor === other.askFor && one.bring === other.bring;

interface OutcomeMoment {
  firstDay: Pick<StoredFirstDay, 'startsAt' | 'started' | 'recordedAt'> | undefined;
  /** Null takes the record back. */
  started: boolean | null;
  now: Date;
}

/** Returns why the outcome of a first day cannot be recorded, changed or taken back, or null when it can. */
export const refusalOfOutcome = ({ firstDay, started, now }: OutcomeMoment): ErrorKey | null => {
  if (!firstDay) return ERROR_KEYS.firstDayMissing;
  if (firstDay.started === started) return null;
  if (now < firstDay.startsAt) return ERROR_KEYS.firstDayAhead;
  const age = firstDay.recordedAt ? now.getTime() - firstDay.recordedAt.getTime() : 0;
  return age > FIRST_DAY_UNDO_MINUTES * 60_000 ? ERROR_KEYS.feedbackTooOld : null;
};

export interface PlannedReminder {
  kind: Extract<ReminderKind, 'first_day_evening' | 'first_day_soon'>;
  dueAt: Date;
}

/**
 * Returns the reminders of a first day that are still ahead: at 18:00 of the day before, and two hours before unless
 * that is at night.
 */
export const remindersOf = (startsAt: Date, timeZone: string, now: Date): PlannedReminder[] => {
  const evening = fromWallTime(`${previousDay(dayAt(startsAt, timeZone))} ${EVENING}`, timeZone);
  const soon = new Date(startsAt.getTime() - SOON_HOURS * HOUR_MS);
  const planned: PlannedReminder[] = [];
  if (evening !== null) planned.push({ kind: 'first_day_evening', dueAt: new Date(evening) });
  if (!isNight(soon, timeZone)) planned.push({ kind: 'first_day_soon', dueAt: soon });
  return planned.filter(({ dueAt }) => dueAt > now);
};

type Line = 'set' | 'changed' | 'place' | 'askFor' | 'bring';
const texts = readTexts<Record<Line, Record<Language, string>>>('firstDay.json');

interface TextOptions extends ZoneReader {
  timeZone: string;
  /** Whether the worker was told of an earlier first day. */
  isChange: boolean;
}

/** Returns what the worker reads about the first day: plain text with one line for each thing that is set. */
export const firstDayText = (plan: FirstDayPlan, { language, country, timeZone, isChange }: TextOptions): string => {
  const line = (name: Line, value: string | null) =>
    value === null ? [] : [texts()[name][language].replace('{value}', () => value)];
  return [
    ...line(isChange ? 'changed' : 'set', longWhen(plan.startsAt, { language, country, timeZone })),
    ...line('place', plan.place),
    ...line('askFor', plan.askFor),
    ...line('bring', plan.bring),
  ].join('\n');
};
