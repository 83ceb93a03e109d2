import type { OrganisationState } from './slice';

interface Root {
  organisation: OrganisationState;
}

export const selectBranchJobCounts = (state: Root) => state.organisation.branchJobCounts;
