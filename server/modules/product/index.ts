export { mailStart, mailFailure, mailRenewal } from './mails';
export { announceTerms, remindOfRenewals } from './notices';
export { presentPlan } from './presenter';
export * as subscriptions from './renewalRepository';
export { findPlan, hasLiveSubscription, type PlanRecord } from './repository';
export { registerProduct } from './routes';
export { cancelSubscription, endSubscriptions } from './service';
export { termsAt, type RenewableSubscription, type Terms } from './terms';
