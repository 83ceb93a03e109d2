import type { OrganisationState } from './slice';
import type { BranchesState, HrAccountsState, StaffState } from './staffSlice';

interface Root {
  organisation: OrganisationState;
}

interface StaffRoot {
  branches: StaffState;
  hrAccounts: HrAccountsState;
}

export const selectBranchJobCounts = (state: Root) => state.organisation.branchJobCounts;
/** The branches' list answers whole branches, and only their own form has filled the draft. */
export const selectBranches = (state: StaffRoot) => state.branches as BranchesState;
export const selectHrAccounts = (state: StaffRoot) => state.hrAccounts;
