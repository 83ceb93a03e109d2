export type { BranchAccount, BranchBody, BranchJobCount, HrAccount } from '../../../contract/schemas/organisation';
export * from './rules';
export * from './slice';
export * from './staff';
