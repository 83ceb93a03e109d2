export type { Product } from '../../../contract/schemas/commerce';
export type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';
export { cancelRequested, detailClosed, packagesReducer, subscriptionsRequested } from './slice';
export { catalogueLeft, catalogueOpened, catalogueReducer, packagesRequested, plansRequested } from './catalogueSlice';
export * from './catalogueRules';
export { renewalDay } from './planTerms';
export * from './rules';
export * from './selectors';
export { packagesSaga } from './saga';
