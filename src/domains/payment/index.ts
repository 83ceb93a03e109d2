export type { CreditEntry } from '../../../contract/schemas/commerce';
export * from './cardRules';
export * from './cardSaga';
export * from './checkoutSlice';
export * from './rules';
export * from './saga';
export * from './slice';
export * from './statement';
