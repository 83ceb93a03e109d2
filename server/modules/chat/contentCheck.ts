import { wallTime } from '../../platform/zone';

/** Hours of the worker's night: from the first until the second. API contract, section 8. */
const NIGHT_FROM = 22;
const NIGHT_TO = 8;

/** Whether workers sleep now, by the wall clock of the marketplace. */
export const isNight = (now: Date, timeZone: string): boolean => {
  const hour = Number(wallTime(now, timeZone).slice(11, 13));
  return hour >= NIGHT_FROM || hour < NIGHT_TO;
};

/** Whether a text leads to an outside app. */
export const isSteering = (text: string): boolean => /whats\s?app|telegram/i.test(text);
