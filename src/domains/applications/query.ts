import type { ApplicationSort } from '../../../contract/constants/decisions';
import {
  EDUCATION_STATUSES,
  ENGLISH_LEVELS,
  EXPERIENCE_MONTHS,
  GENDERS,
  MILITARY_STATUSES,
} from '../../../contract/constants/options';
import { PERSONAL_FILTERS } from '../../../contract/constants/privacy';
import {
  FILTER_AGE_MAX,
  FILTER_AGE_MIN,
  FILTER_DISTANCE_MAX,
  FILTER_DISTANCE_MIN,
  SEARCH_MAX,
} from '../../../contract/constants/limits';
import { NEED_KINDS, NEED_STATES } from '../../../contract/rules/need';
import { stagesIn } from '../../../contract/constants/statuses';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';

const oneOf =
  <T extends string | number>(values: readonly T[]) =>
  (text: string | null): T | null =>
    values.find((value) => String(value) === text) ?? null;

/** Returns the positive whole number that a parameter of the address holds, or null. */
export const positiveInteger = (text: string | null): number | null =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null;

/** Parses a whole number; null outside the slider's range. */
const within =
  (min: number, max: number) =>
  (text: string | null): number | null => {
    const value = /^\d{1,3}$/.test(text ?? '') ? Number(text) : NaN;
    return value >= min && value <= max ? value : null;
  };

const flag = (text: string | null): boolean | null => (text === 'true' ? true : text === 'false' ? false : null);

/** Reads each filter from an address; null filters nothing. The names are those of docs/API.md#application-list. */
const READERS = {
  q: (text: string | null) => text ?? '',
  /** Only the applications of this branch. */
  branchId: positiveInteger,
  /** False: only applications that were not seen. No filter selects only seen ones. */
  isSeen: (text: string | null): false | null => (text === 'false' ? false : null),
  /** Only applications in these stages, joined by commas. */
  stage: (text: string | null): string | null => stagesIn(text ?? '').join(',') || null,
  /** Only applications that wait for this; `needState` narrows it further. */
  need: oneOf(NEED_KINDS),
  needState: oneOf(NEED_STATES),
  gender: oneOf(GENDERS),
  military: oneOf(MILITARY_STATUSES),
  ageMin: within(FILTER_AGE_MIN, FILTER_AGE_MAX),
  ageMax: within(FILTER_AGE_MIN, FILTER_AGE_MAX),
  /** Kilometres. */
  distanceMax: within(FILTER_DISTANCE_MIN, FILTER_DISTANCE_MAX),
  /** Months. */
  experienceMin: (text: string | null): number | null => oneOf(EXPERIENCE_MONTHS)(text),
  education: oneOf(EDUCATION_STATUSES),
  english: oneOf(ENGLISH_LEVELS),
  came: flag,
  positive: flag,
  offerSent: flag,
  offerAccepted: flag,
};

export type ApplicationFilters = { [K in keyof typeof READERS]: ReturnType<(typeof READERS)[K]> };

const NAMES = Object.keys(READERS) as (keyof ApplicationFilters)[];

const readEach = (textOf: (name: keyof ApplicationFilters) => string | null): ApplicationFilters =>
  Object.fromEntries(NAMES.map((name) => [name, READERS[name](textOf(name))])) as ApplicationFilters;

export const emptyFilters: ApplicationFilters = readEach(() => null);

/** Returns the filters that an organisation without filters on personal data uses. */
export const withoutPersonal = (filters: ApplicationFilters): ApplicationFilters => ({
  ...filters,
  ...Object.fromEntries(PERSONAL_FILTERS.map((name) => [name, null])),
});

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

/** Reads the filters from an address and ignores invalid values. */
export const filtersFromSearchParams = (params: URLSearchParams): ApplicationFilters =>
  normaliseFilters(readEach((name) => params.get(name)));

export interface ApplicationsQuery {
  tab: 'all' | 'shortListed' | 'declined';
  jobId: number | null;
  filters: ApplicationFilters;
  /** The newest application comes first without it. */
  sort?: ApplicationSort;
  /** ISO. When the list was opened: rows change places in the order by time left as their counters end. */
  sortedAt?: string;
  /** Shows only this page, counted from 1; without it the list loads more rows while the user scrolls. */
  onlyPage?: number;
  /** The application after which the numbered page starts; without it the server counts the rows before the page. */
  after?: number;
}

interface ListChoice {
  tab: string;
  filters: ApplicationFilters;
}

/** True for the list of the applications that their workers withdrew, which the tab of the declined ones shows. */
export const isOfWithdrawn = ({ tab, filters }: ListChoice): boolean =>
  tab === 'declined' && filters.stage === 'withdrew';

/** Returns how the rejected applications of a list were decided; undefined for the other lists. */
export const decisionOf = (query: ListChoice): 'declined' | 'withdrawn' | undefined => {
  if (query.tab !== 'declined') return undefined;
  return isOfWithdrawn(query) ? 'withdrawn' : 'declined';
};

/** Returns the same text for equal queries. */
export const queryKey = ({ tab, jobId, filters, sort = 'newest', onlyPage }: ApplicationsQuery): string =>
  `${tab}|${jobId ?? ''}|${sort}|${onlyPage ?? ''}|${filtersToSearchParams(filters).toString()}`;

/** True for lists where only the server can tell whether an application belongs. */
export const isNarrowed = ({ tab, jobId, filters }: ApplicationsQuery): boolean =>
  tab !== 'all' || jobId !== null || filtersToSearchParams({ ...filters, branchId: null }).size > 0;

export const isSameQuery = (a: ApplicationsQuery, b: ApplicationsQuery): boolean => queryKey(a) === queryKey(b);

const stagesKey = ({ jobId, filters }: ApplicationsQuery): string =>
  queryKey({ tab: 'all', jobId, filters: { ...filters, stage: null } });

/** True if both lists show the same numbers by stage. */
export const countSameStages = (a: ApplicationsQuery, b: ApplicationsQuery): boolean => stagesKey(a) === stagesKey(b);

/** Counts the filters in use in the dialog. The name search, stage and need are outside the dialog and do not count. */
export const countFilters = (filters: ApplicationFilters): number => {
  const { q: _q, stage: _stage, need: _need, needState: _needState, ageMin, ageMax, ...others } = filters;
  const age = ageMin != null || ageMax != null ? 1 : 0;
  return age + Object.values(others).filter((value) => value != null).length;
};
