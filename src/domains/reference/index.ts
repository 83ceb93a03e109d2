export type { Country, TaxOffice } from '../../../contract/schemas/reference';
export * from './places';
export * from './public';
export * from './slice';
