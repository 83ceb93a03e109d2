export { mailStart, mailFailure, mailRenewal, announceTerms, remindOfRenewals } from './notices';
export { presentPlan, cancelSubscription, endSubscriptions, registerProduct } from './service';
export * as subscriptions from './renewalRepository';
export { findPlan, hasLiveSubscription, type PlanRecord } from './repository';
export { termsAt, type RenewableSubscription, type Terms } from './renewalRepository';
