export type { BranchAccount, BranchBody, BranchJobCount, HrAccount } from '../../../contract/schemas/organisation';
export * from './rules';
export { branchJobCountsRequested, branchNamesRequested, organisationReducer } from './slice';
export { branchActions, branchesReducer, hrActions, hrAccountsReducer } from './staffSlice';
export { selectBranches, selectBranchJobCounts, selectHrAccounts } from './selectors';
export { organisationSaga } from './saga';
export { staffSaga } from './staffSaga';
