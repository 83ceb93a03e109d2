import { readSettings } from './settings';
import { ageOn, dayAt, wallClock } from './zone';

/** `YYYY-MM-DDTHH:mm…` of an instant (ISO) on the marketplace's wall clock, whatever zone the browser is in. */
const local = (iso: string): string => new Date(wallClock(Date.parse(iso), readSettings().timeZone)).toISOString();

/** `DD/MM/YYYY` of a day (`YYYY-MM-DD`), whatever the zone. */
export const dayText = (day: string): string => day.split('-').reverse().join('/');

/** `DD/MM/YYYY` of an instant (ISO) in the marketplace's zone. */
export const formatDay = (iso: string): string => dayText(local(iso).slice(0, 10));

/** `HH:mm` of an instant (ISO) in the marketplace's zone. */
export const formatTime = (iso: string): string => local(iso).slice(11, 16);

/** `DD/MM/YYYY HH:mm` of a wall time of the marketplace (`YYYY-MM-DD HH:mm:ss`), which names no instant; null of anything else. */
export const wallTimeText = (wallTime: unknown): string | null => {
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}):\d{2}$/.exec(typeof wallTime === 'string' ? wallTime : '') ?? [];
  return day && time ? `${dayText(day)} ${time}` : null;
};

/** Age in whole years at an instant (ms) of somebody born on `YYYY-MM-DD`. */
export const ageAt = (birthDate: string, now: number): number => ageOn(birthDate, dayAt(now, readSettings().timeZone));
