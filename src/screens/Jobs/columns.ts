import type { JobSortField } from '../../../contract/constants/options';

/** The columns in their order; numbers stand right. */
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

/** The columns that a user sees: branch names are for root only. Spec 1, point 6. */
export const columnsFor = (seesBranches: boolean) =>
  COLUMNS.filter((column) => seesBranches || column.field !== 'branchName');
