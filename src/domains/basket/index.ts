export type { Basket, ItemBody, Product } from '../../../contract/schemas/commerce';
export { basketReducer, productKey } from './slice';
export {
  addonAdded,
  addonsRequested,
  basketLeft,
  basketOpened,
  basketPaid,
  openBasketRequested,
  itemRemoved,
  priceChangeAccepted,
  priceChangeReported,
  quantityChosen,
  removalUndone,
} from './slice';
export { purchaseLeft, purchaseReducer, purchaseRequested } from './purchaseSlice';
export * from './rules';
export * from './selectors';
export { basketSaga } from './saga';
