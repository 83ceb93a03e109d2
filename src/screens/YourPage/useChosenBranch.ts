import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { branchNamesRequested, selectBranchJobCounts, type BranchJobCount } from '../../domains/organisation';
import { dataOr, type Loadable } from '../../domains/kit/loadable';
import { selectSeesBranches } from '../../domains/session';
import { useAppDispatch, useAppSelector } from '../../store/hooks';

const NO_BRANCHES: readonly BranchJobCount[] = [];

export interface ChosenBranch {
  /** True for root and HR, who have no page of their own. */
  picks: boolean;
  branches: Loadable<BranchJobCount[]>;
  /** The branch of the address, or the only one; null for the user's own page and before the choice. */
  branchId: number | null;
  branch: BranchJobCount | undefined;
  /** False until root or HR chose a branch. */
  isChosen: boolean;
}

/** Returns the branch whose page is shown: root and HR choose it in the address. */
export const useChosenBranch = (): ChosenBranch => {
  const dispatch = useAppDispatch();
  const [params] = useSearchParams();
  const picks = useAppSelector(selectSeesBranches);
  const branches = useAppSelector(selectBranchJobCounts);
  useEffect(() => {
    if (picks) dispatch(branchNamesRequested());
  }, [dispatch, picks]);
  const given = params.get('branchId') ?? '';
  const known = dataOr(branches, NO_BRANCHES);
  const only = known.length === 1 ? known[0]!.userId : null;
  const named = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : only;
  const branchId = picks ? named : null;
  return {
    picks,
    branches,
    branchId,
    branch: known.find(({ userId }) => userId === branchId),
    isChosen: !picks || branchId !== null,
  };
};
