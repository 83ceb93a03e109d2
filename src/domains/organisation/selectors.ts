import type { OrganisationState } from './slice';
import type { BranchesState, HrAccountsState, StaffState } from './staffSlice';

interface Root {
  organisation: OrganisationState;
}

export interface StaffRoot {
  branches: StaffState;
  hrAccounts: HrAccountsState;
}

export const selectBranchJobCounts = (state: Root) => state.organisation.branchJobCounts;
/**
 * Returns the state with the types of branches: the list holds whole branches, and only the branch form fills the
 * draft.
 */
export const selectBranches = (state: StaffRoot) => state.branches as BranchesState;
export const selectHrAccounts = (state: StaffRoot) => state.hrAccounts;
