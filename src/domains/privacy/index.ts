export type { Hold, PrivacyRequest } from '../../../contract/schemas/privacy';
export * from './rules';
export * from './slice';
