import { useEffect } from 'react';
import {
  type BranchJobCount,
  branchNamesRequested,
  selectBranchJobCounts,
  selectNameCutter,
} from '../../domains/organisation';
import { selectSeesBranches } from '../../domains/session';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { Name } from '../../ui/text';

/** Returns a function that removes the part that all branch names share; loads the names once. */
export const useNameCutter = (): ((name: string) => string) => {
  const store = useAppStore();
  const seesBranches = useAppSelector(selectSeesBranches);
  useEffect(() => {
    // Only the first of several rows requests the names.
    if (seesBranches && selectBranchJobCounts(store.getState()).status === 'init')
      store.dispatch(branchNamesRequested());
  }, [store, seesBranches]);
  return useAppSelector(selectNameCutter);
};

/** A branch in a list of all: only the part of its name that differs, with the whole name as its title. */
export const BranchName = ({ name, className }: { name: string; className?: string | undefined }) => {
  const shown = useNameCutter()(name);
  if (name === '') return null;
  return (
    <Name className={className} title={shown === name ? undefined : name}>
      {shown}
    </Name>
  );
};

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
