export type { BranchPage } from '../../../contract/schemas/door';
export * from './rules';
export * from './slice';
