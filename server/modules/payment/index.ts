export { advance, advanceUnsettled } from './advance';
export { findPurchase } from './purchase/buyerRepository';
export { watchForms } from './purchase/forms';
export { findUnanswered, settleManually, type ManualResult } from './renewals/manualSettlement';
export { renewDue } from './renewals/renew';
export { registerPayment } from './routes';
export { releaseBasket } from './settlement';
