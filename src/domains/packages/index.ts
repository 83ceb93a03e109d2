export type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';
export type { PackagesState } from './slice';
export { cancelRequested, detailClosed, packagesReducer, subscriptionsRequested } from './slice';
export * from './rules';
export * from './selectors';
export { packagesSaga } from './saga';
