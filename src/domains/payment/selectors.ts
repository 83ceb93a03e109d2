import { init, type Loadable } from '../kit/loadable';
import type { CheckoutState } from './checkoutSlice';
import type { PaymentState } from './slice';
import type { StatementState } from './statementSlice';

interface Root {
  payment: PaymentState;
}

export const selectCardPayment = (state: Root) => state.payment.card;
export const selectAttempt = (state: Root) => state.payment.attempt;
export const selectIsCardOpen = (state: Root) => state.payment.isOpen;
export const selectPaymentResult = (state: Root) => state.payment.result;
export const selectCheck = (state: Root) => state.payment.check;
export const selectCheckout = (state: { checkout: CheckoutState }) => state.checkout.form;
export const selectCheckoutState = (state: { checkout: CheckoutState }) => state.checkout;
export const selectStatement = (state: { statement: StatementState }) => state.statement.statement;
export const selectReceipt =
  (paymentId: string) =>
  (state: { statement: StatementState }): Loadable<null> =>
    state.statement.receipts[paymentId] ?? init;
export const selectStatementPage = (state: { statement: StatementState }) => state.statement.page;
