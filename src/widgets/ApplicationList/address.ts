import { APPLICATION_SORTS } from '../../../contract/constants/decisions';
import {
  filtersFromSearchParams,
  filtersToSearchParams,
  positiveInteger,
  type ApplicationFilters,
  type ApplicationSort,
  withoutPersonal,
} from '../../domains/applications';
import type { Loadable } from '../../domains/kit/loadable';
import { placeOf, type Place, type SavedView } from '../../domains/views';

export const TABS = ['all', 'shortListed', 'appointment', 'declined'] as const;
export type ActiveTab = (typeof TABS)[number];

/** The state of a list that its address holds. */
export interface Address {
  jobId: number | null;
  page: number;
  tab: ActiveTab;
  filters: ApplicationFilters;
  sort: ApplicationSort;
}

/** Reads the address; invalid values fall back to the defaults: docs/PRODUCT.md#applications-page. */
export const readAddress = (params: URLSearchParams): Address => {
  const tab = params.get('activeTab') as ActiveTab;
  return {
    jobId: positiveInteger(params.get('jobId')),
    page: positiveInteger(params.get('page')) ?? 1,
    tab: TABS.includes(tab) ? tab : 'all',
    filters: filtersFromSearchParams(params),
    sort: APPLICATION_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
  };
};

/** A job belongs to one branch, so only the list of all jobs is filtered by branch. */
export const withoutBranchOfJob = (address: Address): Address =>
  address.jobId === null ? address : { ...address, filters: { ...address.filters, branchId: null } };

/** Returns the query string of an address. */
export const searchOf = ({ jobId, page, tab, filters, sort }: Address): URLSearchParams => {
  const params = new URLSearchParams();
  if (jobId !== null) params.set('jobId', String(jobId));
  params.set('page', String(page));
  params.set('activeTab', tab);
  filtersToSearchParams(filters).forEach((value, name) => params.set(name, value));
  if (sort !== 'newest') params.set('sort', sort);
  return params;
};

/** Why the list of a view is not shown. Without the view it would show more than the user asked for. */
export type Stop = 'loading' | 'failed' | 'gone' | 'jobGone' | 'unknown' | 'personalOff';

/** The view that an address names. */
export interface NamedView {
  id: number;
  /** Null while the views load, and for a view that does not exist. */
  view: SavedView | null;
  /** The list of the view without what the address lays over it; null where there is none. */
  base: Place | null;
}

const listOf = (base: Place): Address => ({ ...base, page: 1 });

/** Returns what an address lays over a view: each part that differs, with an empty text for one that was removed. */
export const overlayOf = (base: Place, address: Address): URLSearchParams => {
  const [own, wanted] = [searchOf(listOf(base)), searchOf({ ...address, page: 1 })];
  const overlay = new URLSearchParams();
  for (const name of new Set([...own.keys(), ...wanted.keys()]))
    if (own.get(name) !== wanted.get(name)) overlay.set(name, wanted.get(name) ?? '');
  return overlay;
};

/** Reads what an address lays over a view. An invalid value changes nothing, because the view must not get wider. */
export const readOver = (base: Place, params: URLSearchParams): Address => {
  let merged = searchOf(listOf(base));
  for (const [name, value] of params) {
    const next = new URLSearchParams(merged);
    if (value === '') next.delete(name);
    else next.set(name, value);
    const read = readAddress(next);
    // A list always has a tab.
    const isValid = name === 'activeTab' ? read.tab === value : searchOf(read).has(name);
    if (value === '' || isValid) merged = next;
  }
  return withoutBranchOfJob(readAddress(merged));
};

/** Returns the part of a list that a view keeps. The appointments are no list of a view, so they count as its tab. */
export const placeIn = ({ tab, jobId, filters, sort, named }: Address & { named: NamedView | null }): Place => ({
  tab: tab === 'appointment' ? (named?.base?.tab ?? 'all') : tab,
  ...{ jobId, filters, sort },
});

/** Returns the view that an address names, null for none. The address of no view at all names the view 0. */
export const namedView = (id: number | null, list: Loadable<SavedView[]>): NamedView | null => {
  if (id === null) return null;
  const view = (list.status === 'loaded' && list.data.find((one) => one.id === id)) || null;
  return { id, view, base: view && placeOf(view.query) };
};

/** Returns why the list cannot be shown, null if it can. */
export const stopOf = (
  { view, base }: NamedView,
  list: Loadable<SavedView[]>,
  { filters, jobId }: Pick<Address, 'filters' | 'jobId'>,
  usesPersonal: boolean,
): Stop | null => {
  if (list.status === 'failed') return 'failed';
  if (list.status !== 'loaded') return 'loading';
  if (!view) return 'gone';
  if (!base) return 'unknown';
  // Another job may be laid over the view.
  if (view.isJobGone && jobId === base.jobId) return 'jobGone';
  const allowed = withoutPersonal(filters);
  const isPersonal = (Object.keys(allowed) as (keyof typeof allowed)[]).some((name) => allowed[name] !== filters[name]);
  return isPersonal && !usesPersonal ? 'personalOff' : null;
};
