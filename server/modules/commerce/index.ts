export { limitOf, type Caller } from './basket';
export * as baskets from './basketRepository';
export type { BasketRecord } from './basketRepository';
export { findProduct } from './catalogueRepository';
export { recordCredits } from './ledgerRepository';
export { putOnePackage } from './onePackage';
export { chargedPrice } from './prices';
export { registerCommerce } from './routes';
