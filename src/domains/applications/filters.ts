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
import { PERSONAL_FILTERS } from '../../../contract/constants/privacy';
import {
  FILTER_AGE_MAX,
  FILTER_AGE_MIN,
  FILTER_DISTANCE_MAX,
  FILTER_DISTANCE_MIN,
  SEARCH_MAX,
} from '../../../contract/constants/limits';
import { NEED_KINDS, NEED_STATES, type NeedKind, type NeedState } from '../../../contract/constants/need';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';

/** Null and an empty search filter nothing. Names as on the wire: docs/API.md#application-list. */
export interface ApplicationFilters {
  q: string;
  /** Only the applications of this branch. */
  branchId: number | null;
  /** False: only applications that were not seen. No filter selects only seen ones. */
  isSeen: false | null;
  /** Only applications that wait for this; `needState` narrows it further. */
  need: NeedKind | null;
  needState: NeedState | null;
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
  branchId: null,
  isSeen: null,
  need: null,
  needState: null,
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

/** Returns the filters that an organisation without filters on personal data uses. */
export const withoutPersonal = (filters: ApplicationFilters): ApplicationFilters => ({
  ...filters,
  ...Object.fromEntries(PERSONAL_FILTERS.map((name) => [name, null])),
});

const NAMES = Object.keys(emptyFilters) as (keyof ApplicationFilters)[];

/** Returns a slider's value as a whole number within its range; null at its untouched end. */
const sliderValue = (value: number | null, min: number, max: number, untouched: number): number | null => {
  if (value === null || !Number.isFinite(value)) return null;
  const clamped = Math.min(max, Math.max(min, Math.round(value)));
  return clamped === untouched ? null : clamped;
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
    ageMin: sliderValue(low, FILTER_AGE_MIN, FILTER_AGE_MAX, FILTER_AGE_MIN),
    ageMax: sliderValue(high, FILTER_AGE_MIN, FILTER_AGE_MAX, FILTER_AGE_MAX),
    distanceMax: sliderValue(filters.distanceMax, FILTER_DISTANCE_MIN, FILTER_DISTANCE_MAX, FILTER_DISTANCE_MAX),
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

/** Returns the positive whole number that a parameter of the address holds, or null. */
export const positiveInteger = (text: string | null): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;

/** Returns the whole number of a parameter, or null for one that the slider does not reach. */
const within = (text: string | null, min: number, max: number): number | null => {
  const value = /^\d{1,3}$/.test(text ?? '') ? Number(text) : NaN;
  return value >= min && value <= max ? value : null;
};

const flag = (text: string | null): boolean | null => (text === 'true' ? true : text === 'false' ? false : null);

/** Reads the filters from an address and ignores invalid values. */
export const filtersFromSearchParams = (params: URLSearchParams): ApplicationFilters =>
  normaliseFilters({
    q: params.get('q') ?? '',
    branchId: positiveInteger(params.get('branchId')),
    isSeen: flag(params.get('isSeen')) === false ? false : null,
    need: oneOf(NEED_KINDS, params.get('need')),
    needState: oneOf(NEED_STATES, params.get('needState')),
    gender: oneOf(GENDERS, params.get('gender')),
    military: oneOf(MILITARY_STATUSES, params.get('military')),
    ageMin: within(params.get('ageMin'), FILTER_AGE_MIN, FILTER_AGE_MAX),
    ageMax: within(params.get('ageMax'), FILTER_AGE_MIN, FILTER_AGE_MAX),
    distanceMax: within(params.get('distanceMax'), FILTER_DISTANCE_MIN, FILTER_DISTANCE_MAX),
    experienceMin: oneOf(EXPERIENCE_MONTHS, params.get('experienceMin')),
    education: oneOf(EDUCATION_STATUSES, params.get('education')),
    english: oneOf(ENGLISH_LEVELS, params.get('english')),
    came: flag(params.get('came')),
    positive: flag(params.get('positive')),
    offerSent: flag(params.get('offerSent')),
    offerAccepted: flag(params.get('offerAccepted')),
  });
