export type { PublicPage } from '../../../contract/schemas/publicPage';
export * from './rules';
export * from './slice';
