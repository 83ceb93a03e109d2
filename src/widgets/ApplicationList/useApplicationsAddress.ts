import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { APPLICATION_SORTS } from '../../../contract/constants/decisions';
import {
  filtersFromSearchParams,
  filtersToSearchParams,
  isOfWithdrawn,
  normaliseFilters,
  positiveInteger,
  withoutPersonal,
  type ApplicationFilters,
  type ApplicationSort,
} from '../../domains/applications';
import type { Loadable } from '../../domains/kit/loadable';
import { selectUsesPersonalFilters } from '../../domains/session';
import { placeOf, selectViewList, type Place, type SavedView } from '../../domains/views';
import { useAppSelector } from '../../store/hooks';
import { useNewestKey } from '../../ui/router';

export const TABS = ['all', 'shortListed', 'appointment', 'declined'] as const;
type ActiveTab = (typeof TABS)[number];

/** The state of a list that its address holds. */
interface Address {
  jobId: number | null;
  page: number;
  tab: ActiveTab;
  filters: ApplicationFilters;
  sort: ApplicationSort;
}

/** Reads the address; invalid values fall back to the defaults: docs/PRODUCT.md#applications-page. */
const readAddress = (params: URLSearchParams): Address => {
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
const withoutBranchOfJob = (address: Address): Address =>
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
interface NamedView {
  id: number;
  /** Null while the views load, and for a view that does not exist. */
  view: SavedView | null;
  /** The list of the view as saved, without the changes in the address; null if there is none. */
  base: Place | null;
}

const listOf = (base: Place): Address => ({ ...base, page: 1 });

/**
 * Returns the changes that an address makes to a view: each part that differs, with an empty text for a removed one.
 */
const overlayOf = (base: Place, address: Address): URLSearchParams => {
  const [own, wanted] = [searchOf(listOf(base)), searchOf({ ...address, page: 1 })];
  const overlay = new URLSearchParams();
  for (const name of new Set([...own.keys(), ...wanted.keys()]))
    if (own.get(name) !== wanted.get(name)) overlay.set(name, wanted.get(name) ?? '');
  return overlay;
};

/** Applies the changes in an address to a view. Ignores invalid values, because they must not widen the view. */
const readOver = (base: Place, params: URLSearchParams): Address => {
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

/**
 * Returns the part of a list that a view stores. A view cannot store the appointments, so they count as the view's tab.
 */
export const placeIn = ({ tab, jobId, filters, sort, named }: Address & { named: NamedView | null }): Place => ({
  tab: tab === 'appointment' ? (named?.base?.tab ?? 'all') : tab,
  ...{ jobId, filters, sort },
});

/** Returns the view with this id, with `view` null if it does not exist; null without an id. */
const namedView = (id: number | null, list: Loadable<SavedView[]>): NamedView | null => {
  if (id === null) return null;
  const view = (list.status === 'loaded' && list.data.find((one) => one.id === id)) || null;
  return { id, view, base: view && placeOf(view.query) };
};

/** Returns why the list cannot be shown, null if it can. */
const stopOf = (
  { view, base }: NamedView,
  list: Loadable<SavedView[]>,
  { filters, jobId }: Pick<Address, 'filters' | 'jobId'>,
  usesPersonal: boolean,
): Stop | null => {
  if (list.status === 'failed') return 'failed';
  if (list.status !== 'loaded') return 'loading';
  if (!view) return 'gone';
  if (!base) return 'unknown';
  // The address may replace the view's job.
  if (view.isJobGone && jobId === base.jobId) return 'jobGone';
  const allowed = withoutPersonal(filters);
  const isPersonal = (Object.keys(allowed) as (keyof typeof allowed)[]).some((name) => allowed[name] !== filters[name]);
  return isPersonal && !usesPersonal ? 'personalOff' : null;
};

/** The id of an invalid `view` parameter; no view has it. */
const NO_VIEW = 0;

/** Returns the view that an address names; the page of a job has none. */
const viewIdOf = (params: URLSearchParams, ownJobId: number | null | undefined): number | null =>
  ownJobId === undefined && params.has('view') ? (positiveInteger(params.get('view')) ?? NO_VIEW) : null;

/** Returns the query string: of the whole list, or of the view with the changes to it. */
const textOf = (address: Address, named: NamedView | null): URLSearchParams => {
  if (!named?.base) return searchOf(address);
  const params = new URLSearchParams({ view: String(named.id), page: String(address.page) });
  overlayOf(named.base, address).forEach((value, name) => params.set(name, value));
  return params;
};

/**
 * Returns the state of a list, which the address holds, and functions that change it. `ownJobId` is the job in the
 * page's path (null: all jobs); the query then holds no job and no view.
 */
export const useApplicationsAddress = (ownJobId?: number | null) => {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const newestKey = useNewestKey();
  const text = params.toString();
  const usesPersonal = useAppSelector(selectUsesPersonalFilters);
  const views = useAppSelector(selectViewList);
  const viewId = viewIdOf(params, ownJobId);
  const named = useMemo(() => namedView(viewId, views), [viewId, views]);
  const address = useMemo(() => {
    if (named?.base) return readOver(named.base, new URLSearchParams(text));
    const parsed = readAddress(new URLSearchParams(text));
    const filters = usesPersonal ? parsed.filters : withoutPersonal(parsed.filters);
    return withoutBranchOfJob({ ...parsed, filters, ...(ownJobId !== undefined && { jobId: ownJobId }) });
  }, [text, ownJobId, usesPersonal, named]);

  const latestState = useRef<unknown>(state);
  useEffect(() => {
    latestState.current = state;
  });
  // The router renders a new address in a transition; a change before that render must build on the new address too.
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const changeAddress = useCallback(
    (change: Partial<Address>, replace = false) => {
      const own = ownJobId === undefined ? {} : { jobId: null };
      const now = new URLSearchParams(latest.current);
      const view = namedView(viewIdOf(now, ownJobId), views);
      const before = view?.base ? readOver(view.base, now) : readAddress(now);
      const next = textOf(withoutBranchOfJob({ ...before, page: 1, ...change, ...own }), view);
      latest.current = next.toString();
      setParams(next, {
        replace,
        ...(replace && { state: latestState.current as object }),
      });
    },
    [setParams, ownJobId, views],
  );
  const writePage = useCallback(
    (page: number) => {
      // A loaded page must not change an address that the user has left: the tapped applicant's entry, which the router
      // renders in a transition, would lose the way back.
      if (latest.current === text && newestKey() === key) changeAddress({ page }, true);
    },
    [changeAddress, text, newestKey, key],
  );

  const { filters: shown } = address;
  const allStages = useMemo(() => ({ ...shown, stage: null }), [shown]);
  const isWithdrawn = isOfWithdrawn(address);

  return {
    ...address,
    /** The view that the address names. */
    named,
    /** Why its list is not shown. */
    stop: named && stopOf(named, views, address, usesPersonal),
    /** Opens a view as it is saved; null means all applications. */
    goToView: useCallback(
      (id: number | null, replace = false) => {
        const next = new URLSearchParams(
          id === null ? { page: '1', activeTab: 'all' } : { view: String(id), page: '1' },
        );
        latest.current = next.toString();
        setParams(next, { replace });
      },
      [setParams],
    ),
    /** Opens the first page of all applications of another job and keeps the filters; null means all jobs. */
    goToJob: useCallback((jobId: number | null) => changeAddress({ jobId, tab: 'all' }), [changeAddress]),
    /** Opens another tab. The stage belongs to the list that the user leaves. */
    goToTab: useCallback((tab: ActiveTab) => changeAddress({ tab, filters: allStages }), [changeAddress, allStages]),
    /** Opens the applications in some stages; null means all of the tab. */
    goToStage: useCallback(
      (stage: string | null, tab: 'all' | 'declined') => changeAddress({ tab, filters: { ...allStages, stage } }),
      [changeAddress, allStages],
    ),
    goToFilters: useCallback(
      (filters: ApplicationFilters, replace?: boolean) =>
        changeAddress(
          // Without its stage, the list of the withdrawn ones would turn into that of the declined ones.
          { filters: normaliseFilters(filters), ...(isWithdrawn && filters.stage !== 'withdrew' && { tab: 'all' }) },
          replace,
        ),
      [changeAddress, isWithdrawn],
    ),
    goToSort: useCallback((sort: ApplicationSort) => changeAddress({ sort }), [changeAddress]),
    goToPage: useCallback((page: number, replace?: boolean) => changeAddress({ page }, replace), [changeAddress]),
    /** Writes the number of loaded pages to the address. */
    writePage,
  };
};

export type ApplicationsAddress = ReturnType<typeof useApplicationsAddress>;
