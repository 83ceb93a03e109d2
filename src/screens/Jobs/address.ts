import type { JobSortField } from '../../../contract/constants/options';
import { SEARCH_MAX } from '../../../contract/constants/limits';
import { LISTED_STATUSES, type JobSorting, type ListedStatus } from '../../domains/jobs';

const COLUMNS: readonly { field: JobSortField; isNumber?: boolean }[] = [
  { field: 'title' },
  { field: 'branchName' },
  { field: 'status' },
  { field: 'openedAt' },
  { field: 'applicationCount', isNumber: true },
  { field: 'unseenCount', isNumber: true },
  { field: 'shortListCount', isNumber: true },
  { field: 'viewCount', isNumber: true },
];

/** Returns the columns, with or without that of the branch: docs/PRODUCT.md#permissions. */
export const columnsFor = (seesBranches: boolean) =>
  COLUMNS.filter((column) => seesBranches || column.field !== 'branchName');

export interface JobsAddress {
  q: string;
  /** Absent for all statuses. */
  status?: ListedStatus | undefined;
  sorting: JobSorting | null;
}

/**
 * Reads the job list's address: `?q=…&status=…&sort={field}:{asc|desc}`. It ignores anything else, and columns by which
 * the user cannot sort, because any user may open a link of root's.
 */
export const readAddress = (params: URLSearchParams, sortsBranches: boolean): JobsAddress => {
  const [name, direction] = (params.get('sort') ?? '').split(':');
  const field = columnsFor(sortsBranches).find((column) => column.field === name)?.field;
  return {
    q: (params.get('q') ?? '').slice(0, SEARCH_MAX),
    status: LISTED_STATUSES.find((status) => status === params.get('status')),
    sorting: field && (direction === 'asc' || direction === 'desc') ? { field, direction } : null,
  };
};

/** Returns the query string of a search, a filter and an order; unset values are left out. */
export const writeAddress = ({ q, status, sorting }: JobsAddress): URLSearchParams => {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (status) params.set('status', status);
  if (sorting) params.set('sort', `${sorting.field}:${sorting.direction}`);
  return params;
};
