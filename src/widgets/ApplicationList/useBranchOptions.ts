import { useEffect } from 'react';
import { branchNamesRequested, selectBranchJobCounts, type BranchJobCount } from '../../domains/organisation';
import { selectSeesBranches } from '../../domains/session';
import { useAppDispatch, useAppSelector } from '../../store/hooks';

const NO_BRANCHES: readonly BranchJobCount[] = [];

/**
 * Returns the branches that the list can be filtered by; null for users who have none and for the list of one job,
 * which belongs to one branch. Loads them once they are `needed`.
 */
export const useBranchOptions = (jobId: number | null, needed: boolean): readonly BranchJobCount[] | null => {
  const dispatch = useAppDispatch();
  const branches = useAppSelector(selectBranchJobCounts);
  const hasFilter = useAppSelector(selectSeesBranches) && jobId === null;
  const isWanted = hasFilter && needed;
  useEffect(() => {
    if (isWanted) dispatch(branchNamesRequested());
  }, [dispatch, isWanted]);
  if (!hasFilter) return null;
  return branches.status === 'loaded' ? branches.data : NO_BRANCHES;
};
