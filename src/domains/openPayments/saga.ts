import { paths } from '../../lib/paths';
import { type Notice, callApi, notify, port, read, type Step } from '../kit/effects';
import {
  type PaymentEnd,
  openPaymentsActions,
  checkRequested,
  paymentBegun,
  paymentEnded,
  paymentPageLeft,
} from './slice';
import { eventChannel, type EventChannel } from 'redux-saga';
import { all, call, delay, fork, put, takeEvery } from 'redux-saga/effects';
import { balanceChanged, mayPoll, loginSucceeded, logoutRequested, selectSession } from '../session';
import { toFailure } from '../kit/failure';
import { poll } from '../kit/poll';
import { safely } from '../kit/safely';
import { withLock } from '../kit/sending';
import { isFromOtherTab, sharedEvents } from '../kit/tabs';
import {
  RESPONSE_TIMEOUT,
  FORGET_AFTER,
  shouldNotifyPending,
  GIVE_UP_AFTER,
  pauseForAge,
  UNKNOWN_AFTER,
  type OpenPayment,
} from './rules';
import { selectPaidElsewhere, selectUnreportedPayments } from './selectors';

/** Returns the notice about the end of a payment, with a link; it stays until the user closes it. */
const noticeOf = ({ basketId, attempt, result, errorKey, jobCreationBalance }: PaymentEnd): Notice | null => {
  // A provider's form that the user closed without confirming needs no notice.
  const isForm = attempt === null;
  switch (result) {
    case 'success':
      return {
        id: 'openPayments.success',
        values: { count: jobCreationBalance ?? 0 },
        kind: 'success',
        to: paths.statement(),
        stays: true,
      };
    case 'failure':
      if (isForm && errorKey === 'challenge_failed') return null;
      return {
        id: 'openPayments.failure',
        reason: errorKey ?? '',
        kind: 'error',
        to: paths.paymentResult({ basketId }),
        stays: true,
      };
    case 'unknown':
      return isForm ? null : { id: 'openPayments.unknown', kind: 'error', to: paths.packages(), stays: true };
    case 'forgotten':
      return null;
    case 'givenUp':
      return isForm ? null : { id: 'openPayments.givenUp', kind: 'info', to: paths.statement(), stays: true };
  }
};

/** Returns the notice which says that the bank has not answered yet. */
const pendingNotice = (basketId: string): Notice => ({
  id: 'openPayments.pending',
  kind: 'info',
  to: paths.paymentResult({ basketId }),
  stays: true,
});

/** Milliseconds before the first poll after a start: a page that shows the payment itself has opened by then. */
const FIRST_PAUSE = 2000;
/** Milliseconds after leaving a payment page: the next page may show the same payment. */
const NEXT_PAGE_DELAY = 500;

const tabs = sharedEvents('openPayments', (action) =>
  paymentBegun.match(action) ? openPaymentsActions.startedInOtherTab(action.payload) : action,
);

const endOf = ({ basketId, attempt }: OpenPayment, end: Pick<PaymentEnd, 'result' | 'errorKey'>): PaymentEnd => ({
  basketId,
  attempt,
  jobCreationBalance: null,
  isShown: false,
  ...end,
});

function* notifyPending(payment: OpenPayment): Step<void> {
  const { basketId, isPendingNotified } = payment;
  const now = (yield* port('clock')).now();
  if (isPendingNotified || !shouldNotifyPending(payment, now)) return;
  yield put(openPaymentsActions.pendingNotified({ basketId }));
  yield* notify(pendingNotice(basketId));
}

/**
 * Asks the server for the state of a payment; returns null without a response, or while the server does not know the
 * payment.
 */
function* syncPayment(payment: OpenPayment, age: number): Step<PaymentEnd | 'pending' | null> {
  const { basketId, attempt } = payment;
  try {
    const body = attempt === null ? { basketId } : { basketId, attemptKey: attempt };
    const { status, ...more } = yield* callApi((api) => api.call('POST /payment/sync', { body }));
    return status === 'pending' ? status : { ...endOf(payment, { result: status }), ...more };
  } catch (error) {
    const isUnknown = toFailure(error).kind === 'notFound' && age >= UNKNOWN_AFTER;
    return isUnknown ? endOf(payment, { result: 'unknown' }) : null;
  }
}

function* isUnreported({ basketId, attempt }: OpenPayment): Step<boolean> {
  const unreported = yield* read(selectUnreportedPayments);
  return unreported.some((one) => one.basketId === basketId && one.attempt === attempt);
}

/**
 * Polls a payment once. Gives it up after a day only if the server itself says that it is pending, because a device
 * may have been offline that long.
 */
function* checkPayment(payment: OpenPayment): Step<void> {
  const age = (yield* port('clock')).now() - payment.startedAt;
  const answer = yield* syncPayment(payment, age);
  // A page that shows the payment was opened meanwhile, or the payment was started again.
  if (!(yield* isUnreported(payment))) return;
  if (answer === null) {
    if (age >= FORGET_AFTER) yield put(paymentEnded(endOf(payment, { result: 'forgotten' })));
  } else if (answer !== 'pending') yield put(paymentEnded(answer));
  else if (age >= GIVE_UP_AFTER) yield put(paymentEnded(endOf(payment, { result: 'givenUp' })));
  else yield* notifyPending(payment);
}

/**
 * Polls the payments one by one, and each only while it is still open: another tab may have shown its end meanwhile.
 */
function* checkPayments(): Step<boolean> {
  const now = (yield* port('clock')).now();
  for (const payment of yield* read(selectUnreportedPayments)) {
    const isPaidElsewhere = (yield* read(selectPaidElsewhere)).includes(payment.basketId);
    // The paying tab goes first, because the user is there.
    const mayCheck = !isPaidElsewhere || now - payment.startedAt >= RESPONSE_TIMEOUT;
    if (mayCheck && (yield* isUnreported(payment))) yield* checkPayment(payment);
  }
  return true;
}

const WAKE_EVENTS = [checkRequested, paymentBegun, openPaymentsActions.startedInOtherTab, loginSucceeded];

/** Polls with growing pauses while there are open payments. */
function* pollPayments(): Step<void> {
  let isFirst = true;
  yield* poll({
    runRound: () => withLock('openPayments', checkPayments),
    *pause() {
      const payments = yield* read(selectUnreportedPayments);
      if (payments.length === 0) return null;
      const now = (yield* port('clock')).now();
      const youngest = Math.max(...payments.map(({ startedAt }) => startedAt));
      const pause = isFirst ? FIRST_PAUSE : pauseForAge(now - youngest);
      isFirst = false;
      return pause;
    },
    mayRun: mayPoll,
    wake: WAKE_EVENTS.map(({ type }) => type),
    leave: [],
  });
}

/** Updates the header's balance in every tab; shows the notice in the tab that polled. */
function* reportOutcome(action: ReturnType<typeof paymentEnded>): Step<void> {
  const { jobCreationBalance, isShown } = action.payload;
  if (jobCreationBalance !== null) yield put(balanceChanged({ jobCreationBalance }));
  if (isShown || isFromOtherTab(action)) return;
  const notice = noticeOf(action.payload);
  if (notice) yield* notify(notice);
}

function* checkAfterPage(): Step<void> {
  yield delay(NEXT_PAGE_DELAY);
  yield put(checkRequested());
}

/** A hidden tab polls as soon as it becomes visible. */
function* watchVisibility(): Step<void> {
  const visibility = yield* port('visibility');
  const changes: EventChannel<true> = eventChannel((emit) => visibility.listen(() => emit(true)));
  yield takeEvery(
    changes,
    safely(function* checkWhenVisible(): Step<void> {
      if (!visibility.isHidden()) yield put(checkRequested());
    }),
  );
}

function* dropPaymentsOfUser(): Step<void> {
  const { user, expired } = yield* read(selectSession);
  if (user && !expired) yield put(openPaymentsActions.openPaymentsDropped({ ownerId: user.id }));
}

/** Polls unfinished payments from any page and shows their outcome there. */
export function* openPaymentsSaga(): Step<void> {
  const { paymentAnswered, pendingNotified, openPaymentsDropped } = openPaymentsActions;
  yield all([
    fork(tabs.receive),
    takeEvery([paymentBegun, paymentAnswered, pendingNotified, paymentEnded, openPaymentsDropped], safely(tabs.share)),
    fork(watchVisibility),
    takeEvery(paymentEnded, safely(reportOutcome)),
    takeEvery(paymentPageLeft, safely(checkAfterPage)),
    takeEvery(logoutRequested, safely(dropPaymentsOfUser)),
    call(safely(pollPayments)),
  ]);
}
