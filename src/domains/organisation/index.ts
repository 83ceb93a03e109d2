export type { BranchJobCount } from '../../../contract/schemas/organisation';
export type { OrganisationState } from './slice';
export { branchJobCountsRequested, organisationReducer } from './slice';
export { selectBranchJobCounts } from './selectors';
export { organisationSaga } from './saga';
