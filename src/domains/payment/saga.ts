import type { Action } from '@reduxjs/toolkit';
import { all, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { paymentBegun, paymentEnded, paymentPageLeft, paymentPageOpened } from '../openPayments';
import { balanceChanged, mayPoll, selectUser } from '../session';
import { callApi, port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { poll } from '../kit/poll';
import { callWhenSignedIn } from '../kit/request';
import { safely, until } from '../kit/safely';
import { pay, sendIdempotent } from './cardSaga';
import { checkoutActions, checkoutLeft, checkoutOpened, selectCheckoutState } from './checkoutSlice';
import { pauseAfter, toCheckoutForm } from './rules';
import { cardSubmitted, paymentActions, resultChecked, resultLeft, resultOpened, selectPaymentResult } from './slice';
import { statement } from './statement';

const { resultLoaded } = paymentActions;

/** Polls the payment once and updates the credits in the header. */
function* check(basketId: string): Step<boolean> {
  yield put(paymentActions.checkStarted());
  try {
    const result = yield* callApi((api) => api.call('POST /payment/sync', { body: { basketId } }));
    yield put(balanceChanged({ jobCreationBalance: result.jobCreationBalance }));
    yield put(resultLoaded(result));
    const { status, ...more } = result;
    if (status !== 'pending')
      yield put(paymentEnded({ basketId, attempt: null, result: status, ...more, isShown: true }));
    return true;
  } catch (error) {
    yield put(paymentActions.checkFailed(toFailure(error)));
    return false;
  }
}

const isSettled = (action: Action): boolean => resultLoaded.match(action) && action.payload.status !== 'pending';

/** Loads the state of a payment; polls a pending one with growing pauses. */
function* pollPayment({ payload: { basketId } }: ReturnType<typeof resultOpened>): Step<void> {
  yield* check(basketId);
  const result = yield* read(selectPaymentResult);
  // The payment is not this company's, so another poll changes nothing.
  if (result.status === 'failed' && result.error.kind === 'notFound') return;
  if (result.status === 'loaded' && result.data.status !== 'pending') return;
  let rounds = 0;
  yield* poll({
    runRound: () => check(basketId),
    *pause() {
      rounds += 1;
      return pauseAfter(rounds);
    },
    mayRun: mayPoll,
    wake: resultChecked.type,
    leave: isSettled,
  });
}

/** Opens the provider's form, with the same key while the outcome of the last try is unknown. */
function* openCheckout({ payload }: ReturnType<typeof checkoutOpened>): Step<void> {
  const key = (yield* read(selectCheckoutState)).key ?? (yield* port('random')).id();
  yield put(checkoutActions.attemptStarted({ key }));
  // A repeated key opens the same payment.
  const request = { body: payload, headers: { 'Idempotency-Key': key } };
  const sent = yield* sendIdempotent(
    async (api) => toCheckoutForm(await api.call('POST /payment/checkout', request)),
    callWhenSignedIn,
  );
  yield put(sent.ok ? checkoutActions.checkoutLoaded(sent.result) : checkoutActions.checkoutFailed(sent.failure));
  const user = yield* read(selectUser);
  if (!sent.ok || !user) return;
  const { basketId } = sent.result;
  yield put(paymentPageOpened({ basketId }));
  const startedAt = (yield* port('clock')).now();
  yield put(
    paymentBegun({ basketId, attempt: null, ownerId: user.id, startedAt, isAnswered: true, isPendingNotified: false }),
  );
}

function* openPage({ payload: { basketId } }: ReturnType<typeof resultOpened>): Step<void> {
  yield put(paymentPageOpened({ basketId }));
}

function* leavePage(): Step<void> {
  yield put(paymentPageLeft());
}

export function* paymentSaga(): Step<void> {
  yield all([
    takeLeading(cardSubmitted, safely(pay)),
    takeEvery(resultOpened, safely(openPage)),
    takeEvery([resultLeft, checkoutLeft], safely(leavePage)),
    takeLatest(resultOpened, safely(until(pollPayment, resultLeft))),
    takeLatest(checkoutOpened, safely(until(openCheckout, checkoutLeft))),
    ...statement.watch(),
  ]);
}
