import moment, { type Moment } from 'moment';
import 'moment/locale/es';
import 'moment/locale/tr';
import { readSettings } from './settings';
import { ageOn, dayAt, wallClock } from './zone';

/** The marketplace's wall clock at an instant, whatever zone the browser is in. */
const local = (iso: string): Moment => {
  const { timeZone, dateLocale } = readSettings();
  return moment.utc(wallClock(Date.parse(iso), timeZone)).locale(dateLocale);
};

/** `DD/MM/YYYY` of an instant (ISO) in the marketplace's zone. */
export const formatDay = (iso: string): string => local(iso).format('DD/MM/YYYY');

/** `HH:mm` of an instant (ISO) in the marketplace's zone. */
export const formatTime = (iso: string): string => local(iso).format('HH:mm');

/** The weekday's name of an instant (ISO), in the date locale or in the one given. */
export const weekday = (iso: string, locale = readSettings().dateLocale): string =>
  local(iso).locale(locale).format('dddd');

/** Age in whole years at an instant (ms) of somebody born on `YYYY-MM-DD`. */
export const ageAt = (birthDate: string, now: number): number => ageOn(birthDate, dayAt(now, readSettings().timeZone));

/** `DD/MM/YYYY` of a day (`YYYY-MM-DD`), whatever the zone. */
export const dayText = (day: string): string => day.split('-').reverse().join('/');
