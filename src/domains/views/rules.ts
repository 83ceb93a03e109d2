import { APPLICATION_SORTS } from '../../../contract/constants/decisions';
import type { ViewQuery } from '../../../contract/schemas/views';
import {
  filtersFromSearchParams,
  searchQueryOf,
  type ApplicationFilters,
  type ApplicationsQuery,
  type ApplicationSort,
} from '../applications';

/** A list of applications as its address names it, without its page. */
export interface Place {
  tab: ApplicationsQuery['tab'];
  jobId: number | null;
  filters: ApplicationFilters;
  sort: ApplicationSort;
}

/** Returns the query that a view of this list stores: its tab, job, filters and order, without the name search. */
export const queryOf = ({ sort, ...list }: Place): ViewQuery => {
  const { q: _typed, ...query } = searchQueryOf(list);
  return { ...query, ...(sort !== 'newest' && { sort }) };
};

const textOf = (query: ViewQuery): string =>
  JSON.stringify(Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Returns whether a view with this query shows the same list. */
export const isSameQuery = (one: ViewQuery, other: ViewQuery): boolean => textOf(one) === textOf(other);

const tabOf = ({ decision, isShortlisted }: ViewQuery): Place['tab'] => {
  if (decision) return 'declined';
  return isShortlisted === true ? 'shortListed' : 'all';
};

/**
 * Returns the list of a stored query. Returns null if the page has no control for a part of the query, because without
 * that part the list would show too many rows.
 */
export const placeOf = (query: ViewQuery): Place | null => {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const place: Place = {
    tab: tabOf(query),
    jobId: query.jobId ?? null,
    filters: filtersFromSearchParams(params),
    sort: APPLICATION_SORTS.find((sort) => sort === query.sort) ?? 'newest',
  };
  // A job belongs to one branch, so the page of a job has no filter by branch.
  const hasTwoOwners = query.jobId !== undefined && query.branchId !== undefined;
  return !hasTwoOwners && isSameQuery(queryOf(place), query) ? place : null;
};
