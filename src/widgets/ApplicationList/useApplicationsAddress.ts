import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import {
  normaliseFilters,
  positiveInteger,
  withoutPersonal,
  type ApplicationFilters,
  type ApplicationSort,
} from '../../domains/applications';
import { selectUsesPersonalFilters } from '../../domains/session';
import { selectViewList } from '../../domains/views';
import { useAppSelector } from '../../store/hooks';
import { useNewestKey } from '../../ui/router';
import {
  readAddress,
  searchOf,
  withoutBranchOfJob,
  type ActiveTab,
  type Address,
  namedView,
  overlayOf,
  readOver,
  stopOf,
  type NamedView,
} from './address';

/** No view has this id: the address names one in a wrong way. */
const NO_VIEW = 0;

/** Returns the view that an address names; the page of a job has none. */
const viewIdOf = (params: URLSearchParams, ownJobId: number | null | undefined): number | null =>
  ownJobId === undefined && params.has('view') ? (positiveInteger(params.get('view')) ?? NO_VIEW) : null;

/** Returns the query string: that of the whole list, or the view with what the list lays over it. */
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
        changeAddress({ filters: normaliseFilters(filters) }, replace),
      [changeAddress],
    ),
    goToSort: useCallback((sort: ApplicationSort) => changeAddress({ sort }), [changeAddress]),
    goToPage: useCallback((page: number, replace?: boolean) => changeAddress({ page }, replace), [changeAddress]),
    /** Writes the number of loaded pages to the address. */
    writePage,
  };
};

export type ApplicationsAddress = ReturnType<typeof useApplicationsAddress>;
