export type { Product } from '../../../contract/schemas/commerce';
export type { Subscription, SubscriptionPlan } from '../../../contract/schemas/product';
export * from './catalogue';
export * from './catalogueRules';
export * from './slice';
