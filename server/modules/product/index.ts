export { mailStart, mailFailure, mailRenewal, announceTerms, remindOfRenewals } from './notices';
export { presentPlan, cancelSubscription, endSubscriptions } from './service';
export * as subscriptions from './renewalRepository';
export { findPlan, hasLiveSubscription, type PlanRecord } from './repository';
export { registerProduct } from './routes';
export { termsAt, type RenewableSubscription, type Terms } from './terms';
