export type { SavedView } from '../../../contract/schemas/views';
export * from './rules';
export * from './slice';
