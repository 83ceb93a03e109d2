import type { JobSortField } from '../../../contract/constants/options';

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
