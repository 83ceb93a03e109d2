import { useEffect } from 'react';
import { branchNamesRequested, selectBranchJobCounts, selectNameCutter } from '../../domains/organisation';
import { selectSeesBranches } from '../../domains/session';
import { useAppSelector, useAppStore } from '../../store/hooks';
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
