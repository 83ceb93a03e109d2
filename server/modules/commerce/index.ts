export { limitOf, type Caller, putOnePackage } from './basket';
export * as baskets from './basketRepository';
export { type BasketRecord, findProduct } from './basketRepository';
export { recordCredits } from './ledgerRepository';
export { chargedPrice } from './prices';
export { registerCommerce } from './routes';
