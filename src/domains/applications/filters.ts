import {
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  EXPERIENCE_MONTHS,
  GENDERS,
  MILITARY_STATUSES,
  type EducationStatus,
  type EnglishLevel,
  type Gender,
  type MilitaryStatus,
} from '../../../contract/constants/options';
import {
  FILTER_AGE_MAX,
  FILTER_AGE_MIN,
  FILTER_DISTANCE_MAX,
  FILTER_DISTANCE_MIN,
  SEARCH_MAX,
} from '../../../contract/constants/limits';
import { fold } from '../../../contract/constants/text';
import type { ApplicationRow, ApplicationSearchQuery } from '../../../contract/schemas/applications';
import { ageOn } from '../../../contract/zone';

/** Null and an empty search filter nothing. Names as on the wire: docs/API.md#application-list. */
export interface ApplicationFilters {
  q: string;
  /** False: only applications that were not seen. No filter selects only seen ones. */
  isSeen: false | null;
  gender: Gender | null;
  military: MilitaryStatus | null;
  ageMin: number | null;
  ageMax: number | null;
  /** Kilometres. */
  distanceMax: number | null;
  /** Months. */
  experienceMin: number | null;
  education: EducationStatus | null;
  english: EnglishLevel | null;
  came: boolean | null;
  positive: boolean | null;
  offerSent: boolean | null;
  offerAccepted: boolean | null;
}

export const emptyFilters: ApplicationFilters = {
  q: '',
  isSeen: null,
  gender: null,
  military: null,
  ageMin: null,
  ageMax: null,
  distanceMax: null,
  experienceMin: null,
  education: null,
  english: null,
  came: null,
  positive: null,
  offerSent: null,
  offerAccepted: null,
};

const NAMES = Object.keys(emptyFilters) as (keyof ApplicationFilters)[];

/** Returns a slider's value as a whole number within its range; null at its untouched end. */
const slider = (value: number | null, min: number, max: number, untouched: number): number | null => {
  if (value === null || !Number.isFinite(value)) return null;
  const within = Math.min(max, Math.max(min, Math.round(value)));
  return within === untouched ? null : within;
};

/**
 * Returns the effective filters: military status only for men (choosing female clears it), no filter for a slider at
 * its end, crossed ages swapped. See docs/PRODUCT.md#filters.
 */
export const normaliseFilters = (filters: ApplicationFilters): ApplicationFilters => {
  const { ageMin: from, ageMax: to } = filters;
  const [low, high] = from !== null && to !== null && from > to ? [to, from] : [from, to];
  return {
    ...filters,
    q: filters.q.trim().slice(0, SEARCH_MAX),
    military: filters.gender === 'male' ? filters.military : null,
    ageMin: slider(low, FILTER_AGE_MIN, FILTER_AGE_MAX, FILTER_AGE_MIN),
    ageMax: slider(high, FILTER_AGE_MIN, FILTER_AGE_MAX, FILTER_AGE_MAX),
    distanceMax: slider(filters.distanceMax, FILTER_DISTANCE_MIN, FILTER_DISTANCE_MAX, FILTER_DISTANCE_MAX),
  };
};

/** Returns the active filters by their names on the wire. */
export const filtersToQuery = (filters: ApplicationFilters): Pick<ApplicationSearchQuery, keyof ApplicationFilters> => {
  const used = normaliseFilters(filters);
  const pairs = NAMES.map((name) => [name, used[name]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== null && value !== ''));
};

/** Returns the active filters as parameters of the address. */
export const filtersToSearchParams = (filters: ApplicationFilters): URLSearchParams =>
  new URLSearchParams(Object.entries(filtersToQuery(filters)).map(([name, value]) => [name, String(value)]));

const oneOf = <T extends string | number>(values: readonly T[], text: string | null): T | null =>
  values.find((value) => String(value) === text) ?? null;

const whole = (text: string | null): number | null => (text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null);

const flag = (text: string | null): boolean | null => (text === 'true' ? true : text === 'false' ? false : null);

/** Reads the filters from an address and ignores invalid values. */
export const filtersFromSearchParams = (params: URLSearchParams): ApplicationFilters =>
  normaliseFilters({
    q: params.get('q') ?? '',
    isSeen: flag(params.get('isSeen')) === false ? false : null,
    gender: oneOf(GENDERS, params.get('gender')),
    military: oneOf(MILITARY_STATUSES, params.get('military')),
    ageMin: whole(params.get('ageMin')),
    ageMax: whole(params.get('ageMax')),
    distanceMax: whole(params.get('distanceMax')),
    experienceMin: oneOf(EXPERIENCE_MONTHS, params.get('experienceMin')),
    education: oneOf(EDUCATION_STATUSES, params.get('education')),
    english: oneOf(ENGLISH_LEVELS, params.get('english')),
    came: flag(params.get('came')),
    positive: flag(params.get('positive')),
    offerSent: flag(params.get('offerSent')),
    offerAccepted: flag(params.get('offerAccepted')),
  });

const kilometres = ({ distance, distanceInt }: ApplicationRow['user']): number | null =>
  distance === null ? distanceInt : Number.parseFloat(distance);

/**
 * Returns whether a row passes, by the rules of the server's SQL: a row with an unknown value fails a filter on it,
 * and the distance counts as shown, to 0.1 km. See docs/API.md#application-list.
 */
export const matchesFilters = (row: ApplicationRow, filters: ApplicationFilters, today: string): boolean => {
  const { user } = row;
  const wanted = normaliseFilters(filters);
  const age = user.birthDate === null ? null : ageOn(user.birthDate, today);
  const is = <T>(asked: T | null, actual: T | null): boolean => asked === null || asked === actual;
  const atLeast = (asked: number | null, actual: number | null) =>
    asked === null || (actual !== null && actual >= asked);
  const atMost = (asked: number | null, actual: number | null) =>
    asked === null || (actual !== null && actual <= asked);
  return (
    fold(`${user.firstName} ${user.lastName}`).includes(fold(wanted.q)) &&
    is<boolean>(wanted.isSeen, row.isSeen) &&
    is(wanted.gender, user.gender as Gender | null) &&
    is(wanted.military, user.military as MilitaryStatus | null) &&
    atLeast(wanted.ageMin, age) &&
    atMost(wanted.ageMax, age) &&
    atMost(wanted.distanceMax, kilometres(user)) &&
    atLeast(wanted.experienceMin, user.experienceMonth) &&
    is(wanted.education, user.education as EducationStatus | null) &&
    is(wanted.english, user.english as EnglishLevel | null) &&
    is(wanted.came, row.isApplicantCameToAppointment) &&
    is(wanted.positive, row.isAppointmentPositive) &&
    is(wanted.offerSent, row.isOfferSentToApplicant) &&
    is(wanted.offerAccepted, row.isApplicantAcceptTheOffer)
  );
};
