import type { ApplicationFilters } from '../../domains/applications';

interface ExcelActionsProps {
  /** Null: all jobs. */
  jobId: number | null;
  filters: ApplicationFilters;
}

/** The workbook by mail, and as a file. */
export const ExcelActions = ({ jobId, filters }: ExcelActionsProps) => <span data-job={jobId} data-q={filters.q} />;
