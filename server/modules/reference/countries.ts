import { PHONE_DIGITS } from '../../../contract/constants/limits';
import type { Language } from '../../../contract/constants/options';
import type { Country } from '../../../contract/schemas/reference';

interface CountryRow {
  id: number;
  name: string;
  code: string;
  phoneCode: string;
  language: Language;
  /** The centre of a map of the whole country. */
  centre: [latitude: number, longitude: number];
  /** The first digits of a mobile number; the example shows the others as X. */
  phonePrefix: string;
  hasTaxOffices?: boolean;
}

/**
 * Countries whose phone numbers have ten digits (docs/API.md#reference-data). Accounts store the ids, so never reuse
 * one.
 */
const ROWS: readonly CountryRow[] = [
  {
    id: 1,
    name: 'Türkiye',
    code: 'TR',
    phoneCode: '+90',
    language: 'tr',
    centre: [39.0, 35.2],
    phonePrefix: '5',
    hasTaxOffices: true,
  },
  { id: 2, name: 'United States', code: 'US', phoneCode: '+1', language: 'en', centre: [39.8, -98.6], phonePrefix: '' },
  { id: 3, name: 'México', code: 'MX', phoneCode: '+52', language: 'es', centre: [23.6, -102.5], phonePrefix: '' },
  {
    id: 4,
    name: 'United Kingdom',
    code: 'GB',
    phoneCode: '+44',
    language: 'en',
    centre: [54.0, -2.5],
    phonePrefix: '7',
  },
  { id: 5, name: 'Colombia', code: 'CO', phoneCode: '+57', language: 'es', centre: [4.6, -74.1], phonePrefix: '3' },
  { id: 6, name: 'Venezuela', code: 'VE', phoneCode: '+58', language: 'es', centre: [7.1, -66.2], phonePrefix: '4' },
  {
    id: 7,
    name: 'República Dominicana',
    code: 'DO',
    phoneCode: '+1',
    language: 'es',
    centre: [18.9, -70.5],
    phonePrefix: '8',
  },
  { id: 8, name: 'Canada', code: 'CA', phoneCode: '+1', language: 'en', centre: [56.1, -106.3], phonePrefix: '' },
];

const countryOf = (row: CountryRow): Country => ({
  id: row.id,
  countryName: row.name,
  latitude: row.centre[0],
  longitude: row.centre[1],
  countryCode: row.code,
  phoneCode: row.phoneCode,
  languageCode: row.language,
  countryAttributes: {
    taxOfficeActive: row.hasTaxOffices === true,
    phoneExample: row.phonePrefix.padEnd(PHONE_DIGITS, 'X'),
  },
  defaultLanguage: row.language,
});

/** The countries where a company may register, Turkey first. */
export const COUNTRIES: readonly Country[] = ROWS.map(countryOf);

const byCode = new Map(COUNTRIES.map((country) => [country.countryCode, country]));
const byId = new Map(COUNTRIES.map((country) => [country.id, country]));

/** Returns an offered country by its ISO alpha-2 code, in upper or lower case; null for any other. */
export const countryByCode = (code: string): Country | null => byCode.get(code.toUpperCase()) ?? null;

export const countryById = (id: number): Country | null => byId.get(id) ?? null;
