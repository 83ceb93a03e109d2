import type { CountryCheck, CountryCheckBody } from '../../../contract/schemas/reference';
import { dictionary } from '../../platform/dictionary';
import { parsePoint } from '../../platform/geo';
import { countryByCode } from './countries';
import { nearestCountry } from './gazetteer';

/** The country where a language is spoken that names no region, as far as it is told by it: only Turkish is. */
const COUNTRY_OF_LANGUAGE = dictionary({ tr: 'TR' });

/** `es-MX` → MX, `en_US` → US, `tr` → TR; null for a language of many countries. */
const regionOf = (language: string): string | null => {
  const [name = '', ...rest] = language.split(/[-_]/);
  const region = rest.find((part) => /^[A-Za-z]{2}$/.test(part));
  return region ?? COUNTRY_OF_LANGUAGE[name.toLowerCase()] ?? null;
};

/**
 * The visitor's country: by location (that of the nearest place), else by language; `home` (the marketplace's) and not
 * detected where neither tells one that is offered. 400 for a location off the globe.
 */
export const checkCountry = ({ location, language }: CountryCheckBody, home: string): CountryCheck => {
  const byPlace = location ? nearestCountry(parsePoint(location, 'location')) : null;
  const byLanguage = language ? regionOf(language) : null;
  const country = countryByCode(byPlace ?? '') ?? countryByCode(byLanguage ?? '');
  if (country) return { isDetected: true, country };
  const fallback = countryByCode(home);
  if (!fallback) throw new Error(`the marketplace's country ${home} is not offered`);
  return { isDetected: false, country: fallback };
};
