import Holidays from 'date-holidays';
import { PHONE_DIGITS } from '../../../contract/constants/limits';
import {
  type Language,
  CLOSE_REASONS,
  CONTACT_TYPES,
  EDITABLE_JOB_STATUSES,
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  EXPERIENCE_MONTHS,
  GENDERS,
  MILITARY_STATUSES,
  OFF_TIMES,
  UNIVERSITY_STATUSES,
  WORK_TIMES,
  type FormName,
  LANGUAGES,
  type ContentName,
} from '../../../contract/constants/options';
import type { Country, CountryCheck, CountryCheckBody, FormField, Content } from '../../../contract/schemas/reference';
import { DAY } from '../../../contract/constants/time';
import { dictionary } from '../../platform/messages';
import { parsePoint } from '../../platform/geo';
import { nearestCountry } from './places';
import { existsSync, readFileSync } from 'node:fs';
import { fromRoot } from '../../platform/environment';

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

const cache = new Map<string, readonly string[]>();

/**
 * Returns every day of a holiday. It counts from the calendar date, because a feast starts at sunset on the evening
 * before, which is not a day off.
 */
const daysOf = (date: string, start: Date, end: Date): string[] => {
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  const count = Math.max(1, Math.floor((end.getTime() - start.getTime()) / DAY));
  return Array.from({ length: count }, (_, day) =>
    new Date(first + day * DAY).toISOString().slice(0, 10).replaceAll('-', '.'),
  );
};

const holidaysOfYear = (country: string, year: number): readonly string[] => {
  const key = `${country} ${year}`;
  const known = cache.get(key);
  if (known) return known;
  const days = new Holidays(country)
    .getHolidays(year)
    .filter((holiday) => holiday.type === 'public')
    .flatMap((holiday) => daysOf(holiday.date, holiday.start, holiday.end));
  cache.set(key, days);
  return days;
};

/**
 * Returns the public holidays of a country (ISO alpha-2) in `year`, the year before and the year after, as sorted
 * `YYYY.MM.DD`. A feast of several days has one entry per day. The result of each year is cached.
 */
export const holidaysAround = (country: string, year: number): string[] =>
  [...new Set([year - 1, year, year + 1].flatMap((one) => holidaysOfYear(country, one)))].sort();

const required = (name: string, options?: readonly (string | number)[]): FormField => field(name, true, options);
const optional = (name: string, options?: readonly (string | number)[]): FormField => field(name, false, options);
const field = (name: string, isRequired: boolean, options?: readonly (string | number)[]): FormField =>
  options ? { name, isActive: true, isRequired, options: [...options] } : { name, isActive: true, isRequired };

/** Deactivates a field in countries that do not use it. */
const only = (isActive: boolean, one: FormField): FormField =>
  isActive ? one : { ...one, isActive: false, isRequired: false };

/** Every field of the job form (docs/PRODUCT.md#job-form). The screen decides who sees the auto-shortlist fields. */
const JOB_FORM: readonly FormField[] = [
  required('status', EDITABLE_JOB_STATUSES),
  optional('closeReason', CLOSE_REASONS),
  required('user'),
  required('title'),
  required('position'),
  required('category'),
  required('description'),
  optional('image'),
  optional('hiresWanted'),
  optional('gender', GENDERS),
  optional('birthDateMin'),
  optional('birthDateMax'),
  optional('minExperienceDuration', EXPERIENCE_MONTHS),
  optional('minEducationStatus', EDUCATION_STATUSES),
  optional('minEnglishLevel', ENGLISH_LEVELS),
  optional('militaryRequirements', MILITARY_STATUSES),
  required('workTimes', WORK_TIMES),
  optional('workStartsAt'),
  optional('dailyTotalWorkHour'),
  optional('weeklyOffDayCount', [1, 2, 3, 4, 5, 6, 7]),
  optional('offTime', OFF_TIMES),
  optional('expectedSalaryMin'),
  optional('expectedSalaryMax'),
  required('contactType', CONTACT_TYPES),
  optional('contactTypePhoneNumber'),
  required('companyLocations'),
  optional('tags'),
  optional('languageLevels'),
  optional('autoShortlistEnabled'),
  optional('autoShortlistThreshold'),
  optional('peopleBoxProjectId'),
];

const companyProfileForm = (country: string): FormField[] => [
  optional('image'),
  required('firstName'),
  required('lastName'),
  required('email'),
  required('phone'),
  only(country === 'TR', optional('taxOffice')),
  only(country === 'TR', optional('taxOfficeNumber')),
  optional('commercialTitle'),
  optional('website'),
  required('location'),
];

/** Only workers in Turkey answer about military service and have a separate question about English. */
const workerProfileForm = (country: string): FormField[] => [
  required('first_name'),
  required('last_name'),
  optional('gender', GENDERS),
  optional('birth_date'),
  optional('experiences'),
  optional('education', EDUCATION_STATUSES),
  optional('university_status', UNIVERSITY_STATUSES),
  only(country === 'TR', optional('military_status', MILITARY_STATUSES)),
  only(country === 'TR', optional('english_level', ENGLISH_LEVELS)),
  optional('work_time_preferences', WORK_TIMES),
  optional('driving_licenses'),
  optional('certificates'),
  optional('expected_salary'),
];

/** Returns the fields of a form in a country (ISO alpha-2): which are active, which are required, and their options. */
export const formFields = (form: FormName, country: string): readonly FormField[] => {
  if (form === 'JobForm') return JOB_FORM;
  return form === 'CompanyProfileForm' ? companyProfileForm(country) : workerProfileForm(country);
};

const FOLDER = 'server/texts/contents';

/** A document has no attributes, no addresses and no scripts. */
const ALLOWED = {
  allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'br'],
  allowedAttributes: {},
};

const contentCache = new Map<string, Content | null>();

/**
 * Returns the language of a country's agreement, or of another document by its language code; null when it is not
 * offered.
 */
const languageOf = (name: ContentName, code: string): string | null => {
  if (name === 'service-agreement') return countryByCode(code)?.languageCode ?? null;
  return LANGUAGES.find((language) => language === code.toLowerCase()) ?? null;
};

/** Takes the title from the `<h1>` at the start of a file. */
const parse = async (text: string, lang: string): Promise<Content> => {
  // Imported with the first document, so that a server without requests for documents never loads it.
  const { default: sanitizeHtml } = await import('sanitize-html');
  const title = /^\s*<h1>([^<]*)<\/h1>/.exec(text)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
  return { title, html: sanitizeHtml(text.replace(/^\s*<h1>[^<]*<\/h1>/, ''), ALLOWED).trim(), lang };
};

/**
 * Reads the file of the country, such as `service-agreement.MX.html`, or else the file of its language, such as
 * `service-agreement.es.html`.
 */
const load = async (name: ContentName, code: string): Promise<Content | null> => {
  const language = languageOf(name, code);
  if (language === null) return null;
  const files = [code.toUpperCase(), language].map((ending) => fromRoot(FOLDER, `${name}.${ending}.html`));
  const file = files.find((one) => existsSync(one));
  return file === undefined ? null : parse(readFileSync(file, 'utf8'), language);
};

/**
 * Returns a document by country (service agreement) or by language (the others); upper and lower case are equal.
 * Returns null for a code that is not offered. The result is cached.
 */
export const contentOf = async (name: ContentName, code: string): Promise<Content | null> => {
  const key = `${name} ${code.toUpperCase()}`;
  const known = contentCache.get(key);
  if (known !== undefined) return known;
  const content = await load(name, code);
  contentCache.set(key, content);
  return content;
};
