export type { CreditEntry, SyncPayload } from '../../../contract/schemas/commerce';
export { STATEMENT_LIMIT, type StatementPage } from './api';
export * from './cardRules';
export { checkoutLeft, checkoutOpened, checkoutReducer, type CheckoutState } from './checkoutSlice';
export { dropCard, holdCard, type Card } from './heldCard';
export * from './rules';
export * from './selectors';
export {
  cardLeft,
  cardOpened,
  cardSubmitted,
  paymentReducer,
  resultChecked,
  resultLeft,
  resultOpened,
  type PaymentState,
} from './slice';
export { receiptRequested, statementOpened, statementReducer, type StatementState } from './statementSlice';
export { paymentSaga } from './saga';
