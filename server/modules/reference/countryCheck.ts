import type { CountryCheck, CountryCheckBody } from '../../../contract/schemas/reference';
import { dictionary } from '../../platform/dictionary';
import { parsePoint } from '../../platform/geo';
import { countryByCode } from './countries';
import { nearestCountry } from './gazetteer';

/** Languages that point to one country without naming a region. Only Turkish does. */
const COUNTRY_OF_LANGUAGE = dictionary({ tr: 'TR' });

/**
 * Returns the region of a language: `es-MX` → MX, `en_US` → US, `tr` → TR. Returns null for a language of many
 * countries.
 */
const regionOf = (language: string): string | null => {
  const [name = '', ...rest] = language.split(/[-_]/);
  const region = rest.find((part) => /^[A-Za-z]{2}$/.test(part));
  return region ?? COUNTRY_OF_LANGUAGE[name.toLowerCase()] ?? null;
};

/**
 * Returns the visitor's country by the place nearest to the location, or else by the language. When neither gives an
 * offered country, it returns `home`, the marketplace's country, as not detected. Throws 400 for a location off the
 * globe.
 */
export const checkCountry = ({ location, language }: CountryCheckBody, home: string): CountryCheck => {
  const byPlace = location ? nearestCountry(parsePoint(location, 'location')) : null;
  const byLanguage = language ? regionOf(language) : null;
  const country = countryByCode(byPlace ?? '') ?? countryByCode(byLanguage ?? '');
  if (country) return { isDetected: true, country };
  const fallback = countryByCode(home);
  if (!fallback) throw new Error(`country ${home} of the marketplace is not in the list of countries`);
  return { isDetected: false, country: fallback };
};
