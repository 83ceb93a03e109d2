import type { Language } from '../../../contract/constants/options';
import { wallTime } from '../../../contract/zone';
import { dateLocale } from '../dateLocale';

interface ZoneLists {
  /** Until Node 22. */
  timeZones?: string[];
  getTimeZones?: () => string[];
}

const zonesOf = (country: string): string[] => {
  const locale: Intl.Locale & ZoneLists = new Intl.Locale('und', { region: country });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
};

/** Returns whether people of a country read a wall time of the zone as it is meant. */
const isClearIn = (country: string, timeZone: string, at: Date): boolean => {
  const zones = zonesOf(country);
  const { timeZone: known } = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions();
  const meant = wallTime(at, timeZone);
  return zones.includes(known) || (zones.length > 0 && zones.every((zone) => wallTime(at, zone) === meant));
};

export interface ZoneReader {
  language: Language;
  /** The country of the reader's phone; null if it is not known. */
  country: string | null;
}

/** Returns ` (Türkiye Time)` for a reader who might take a wall time of the zone for one of another zone, else ``. */
export const zoneNote = (at: Date, timeZone: string, { language, country }: ZoneReader): string => {
  if (country === null || isClearIn(country, timeZone, at)) return '';
  const format = new Intl.DateTimeFormat(dateLocale(language), { timeZone, timeZoneName: 'shortGeneric' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName');
  return ` (${name?.value ?? timeZone})`;
};
