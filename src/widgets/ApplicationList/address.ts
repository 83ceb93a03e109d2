import { APPLICATION_SORTS } from '../../../contract/constants/decisions';
import {
  filtersFromSearchParams,
  filtersToSearchParams,
  positiveInteger,
  type ApplicationFilters,
  type ApplicationSort,
} from '../../domains/applications';

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
