export type { OpenPayment } from './rules';
export { openPaymentsSaga } from './saga';
export { selectOpenPaymentOf } from './selectors';
export {
  openPaymentsReducer,
  checkRequested,
  paymentAnswered,
  paymentBegun,
  paymentEnded,
  paymentPageLeft,
  paymentPageOpened,
  sendingEnded,
  sendingStarted,
  type OpenPaymentsState,
  type PaymentEnd,
} from './slice';
