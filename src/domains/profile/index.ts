export type { UserSession } from '../../../contract/schemas/account';
export type { OrganisationSettings } from '../../../contract/schemas/organisation';
export type { FormField } from '../../../contract/schemas/reference';
export * from './rules';
export * from './settings';
export * from './signIns';
export * from './slice';
