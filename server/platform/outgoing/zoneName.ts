import { getCountries } from 'libphonenumber-js/mobile';
import type { Language } from '../../../contract/constants/options';
import { wallTime } from '../../../contract/zone';
import { dateLocale } from '../dateLocale';
import { smsText } from './mails';

interface ZoneLists {
  /** Until Node 22. */
  timeZones?: string[];
  getTimeZones?: () => string[];
}

const canonical = (timeZone: string): string => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

const zonesOf = (country: string): string[] => {
  const locale: Intl.Locale & ZoneLists = new Intl.Locale('und', { region: country });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
};

let countries: Map<string, string> | undefined;
const countryOfZone = (timeZone: string): string | undefined => {
  countries ??= new Map(
    getCountries().flatMap((country) => zonesOf(country).map((zone) => [canonical(zone), country] as const)),
  );
  return countries.get(canonical(timeZone));
};

/** Returns whether all clocks of a country show the wall time of the zone. */
const isClockOf = (country: string, timeZone: string, at: Date): boolean => {
  const zones = zonesOf(country);
  const meant = wallTime(at, timeZone);
  return zones.length > 0 && zones.every((zone) => wallTime(at, zone) === meant);
};

const nameOf = (at: Date, timeZone: string, language: Language, style: 'shortGeneric' | 'shortOffset'): string =>
  new Intl.DateTimeFormat(dateLocale(language), { timeZone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** What a language writes around the place in the name of a zone. */
const AROUND_PLACE: Record<Language, RegExp> = { tr: / Saati$/, en: / Time$/, es: /^hora de / };

/** Returns the city of a zone in the language, or as the zone spells it. */
const cityOf = (at: Date, timeZone: string, { language, country }: { language: Language; country: string }): string => {
  const generic = nameOf(at, timeZone, language, 'shortGeneric');
  const place = generic.replace(AROUND_PLACE[language], '');
  // An abbreviation such as CET says little, and the country has other clocks as well.
  if (place !== generic && place !== country) return place;
  return canonical(timeZone).split('/').at(-1)!.replaceAll('_', ' ');
};

/**
 * Returns the name of a zone as people say it, such as "Türkiye time", after its country where all clocks of it agree,
 * otherwise after its city.
 */
export const zoneName = (at: Date, timeZone: string, language: Language): string => {
  const code = countryOfZone(timeZone);
  if (code === undefined) return nameOf(at, timeZone, language, 'shortOffset');
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  const place = isClockOf(code, timeZone, at) ? country : cityOf(at, timeZone, { language, country });
  return smsText('zone', language, { place });
};

export interface ZoneReader {
  language: Language;
  /** The country of the reader's phone; null if it is not known. */
  country: string | null;
}

/** The name of a zone, or its offset where a text would need a second message. */
export type ZoneLength = 'long' | 'short';

/**
 * Returns ` (Türkiye time)` for a reader in whose country some clock shows another time than the zone, else ``. The
 * short note is the offset.
 */
export const zoneNote = (
  at: Date,
  timeZone: string,
  { language, country }: ZoneReader,
  length: ZoneLength = 'long',
): string => {
  if (country === null || isClockOf(country, timeZone, at)) return '';
  const name = length === 'long' ? zoneName(at, timeZone, language) : nameOf(at, timeZone, language, 'shortOffset');
  return ` (${name})`;
};
