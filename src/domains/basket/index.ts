export type { Basket, ItemBody, Product } from '../../../contract/schemas/commerce';
export * from './purchase';
export * from './rules';
export * from './saga';
export * from './slice';
