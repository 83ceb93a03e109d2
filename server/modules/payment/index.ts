export { advance, advanceUnsettled } from './advance';
export { findPurchase } from './purchase/repository';
export { watchForms } from './purchase/forms';
export { findUnanswered, settleManually, type ManualResult } from './renewals/begin';
export { renewDue } from './renewals/renew';
export { registerPayment } from './routes';
export { releaseBasket } from './settlement';
