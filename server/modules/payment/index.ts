export { advance, advanceUnsettled } from './advance';
export { findPurchase } from './purchase/buyerRepository';
export { watchForms } from './purchase/forms';
export { findUnanswered, settleByHand, type ByHand } from './renewals/byHand';
export { renewDue } from './renewals/renew';
export { registerPayment } from './routes';
export { releaseBasket } from './settlement';
