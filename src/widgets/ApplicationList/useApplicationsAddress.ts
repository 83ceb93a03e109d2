import { use, useCallback, useEffect, useMemo, useRef } from 'react';
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router-dom';
import { APPLICATION_SORTS } from '../../../contract/constants/decisions';
import {
  filtersFromSearchParams,
  filtersToSearchParams,
  normaliseFilters,
  positiveInteger,
  type ApplicationFilters,
  type ApplicationSort,
} from '../../domains/applications';

export const TABS = ['all', 'shortListed', 'appointment', 'declined'] as const;
export type ActiveTab = (typeof TABS)[number];

/** Reads the address; invalid values fall back to the defaults: docs/PRODUCT.md#applications-page. */
const read = (params: URLSearchParams) => {
  const tab = params.get('activeTab') as ActiveTab;
  return {
    jobId: positiveInteger(params.get('jobId')),
    page: positiveInteger(params.get('page')) ?? 1,
    tab: TABS.includes(tab) ? tab : 'all',
    filters: filtersFromSearchParams(params),
    sort: APPLICATION_SORTS.find((sort) => sort === params.get('sort')) ?? 'newest',
  };
};

type Address = ReturnType<typeof read>;

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

/**
 * Returns the state of a list, which the address holds, and functions that change it. `ownJobId` is the job in the
 * page's path (null: all jobs); the query then holds no job.
 */
export const useApplicationsAddress = (ownJobId?: number | null) => {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const router = use(UNSAFE_DataRouterContext)?.router;
  const text = params.toString();
  const address = useMemo(() => {
    const parsed = read(new URLSearchParams(text));
    return withoutBranchOfJob(ownJobId === undefined ? parsed : { ...parsed, jobId: ownJobId });
  }, [text, ownJobId]);

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
      const changed = { ...read(new URLSearchParams(latest.current)), page: 1, ...change, ...own };
      const next = searchOf(withoutBranchOfJob(changed));
      latest.current = next.toString();
      setParams(next, {
        replace,
        preventScrollReset: replace,
        ...(replace && { state: latestState.current as object }),
      });
    },
    [setParams, ownJobId],
  );
  const writePage = useCallback(
    (page: number) => {
      // A loaded page must not change an address that the user has left: the tapped applicant's entry, which the router
      // renders in a transition, would lose the way back.
      if (latest.current === text && router?.state.location.key === key) changeAddress({ page }, true);
    },
    [changeAddress, text, router, key],
  );

  return {
    ...address,
    /** Opens the first page of all applications of another job and keeps the filters; null means all jobs. */
    goToJob: useCallback((jobId: number | null) => changeAddress({ jobId, tab: 'all' }), [changeAddress]),
    goToTab: useCallback((tab: ActiveTab) => changeAddress({ tab }), [changeAddress]),
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
