import { ageOn, dayAt, wallTime } from '../../contract/zone';
import { readSettings } from './settings';

/** The marketplace's wall time of an instant (ISO), in any zone of the browser. */
const local = (iso: string): string => wallTime(Date.parse(iso), readSettings().timeZone);

/** `DD/MM/YYYY` of a day (`YYYY-MM-DD`), whatever the zone. */
export const dayText = (day: string): string => day.split('-').reverse().join('/');

/** `DD/MM/YYYY` of an instant (ISO) in the marketplace's zone. */
export const formatDay = (iso: string): string => dayText(local(iso).slice(0, 10));

/** `HH:mm` of an instant (ISO) in the marketplace's zone. */
export const formatTime = (iso: string): string => local(iso).slice(11, 16);

/** `DD/MM/YYYY HH:mm` of a wall time of the marketplace (`YYYY-MM-DD HH:mm:ss`), which names no instant; null of anything else. */
export const wallTimeText = (value: unknown): string | null => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}):\d{2}$/.exec(typeof value === 'string' ? value : '') ?? [];
  return day && time ? `${dayText(day)} ${time}` : null;
};

/** Age in whole years at an instant (ms) of somebody born on `YYYY-MM-DD`. */
export const ageAt = (birthDate: string, now: number): number => ageOn(birthDate, dayAt(now, readSettings().timeZone));
