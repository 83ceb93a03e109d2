export { watchForms } from './forms';
export { findPurchase } from './purchase';
export { renewDue } from './renewals';
export { registerPayment } from './routes';
export { advanceUnsettled } from './service';
export { type ByHand, findUnanswered, settleByHand } from './unanswered';
