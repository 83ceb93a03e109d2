import { eventChannel, type EventChannel } from 'redux-saga';
import { all, call, delay, fork, put, takeEvery } from 'redux-saga/effects';
import { balanceChanged, loginSucceeded, logoutRequested, selectAccessToken, selectSession } from '../session';
import { ask, port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { poll } from '../kit/poll';
import { safely } from '../kit/safely';
import {
  ANSWERED_WITHIN,
  FORGOTTEN_AFTER,
  isPendingNews,
  KEPT_FOR,
  pauseAt,
  UNKNOWN_AFTER,
  type OpenPayment,
} from './rules';
import { selectElsewhere, selectUntoldPayments } from './selectors';
import {
  openPaymentsActions,
  checkRequested,
  paymentBegun,
  paymentEnded,
  paymentPageLeft,
  type PaymentEnd,
} from './slice';
import { inTurn, isFromOtherTab, tellTabs, watchTabs } from './tabs';
import { noticeOf, pendingNotice } from './notices';

/** Milliseconds before the first question after a start: the page that shows a payment itself has come by then. */
const FIRST_PAUSE = 2000;
/** Milliseconds after a payment page was left: the next one may show the same payment. */
const NEXT_PAGE = 500;

const endOf = ({ basketId, attempt }: OpenPayment, end: Pick<PaymentEnd, 'result' | 'errorKey'>): PaymentEnd => ({
  basketId,
  attempt,
  jobCreationBalance: null,
  isShown: false,
  ...end,
});

function* tellPending(payment: OpenPayment): Step<void> {
  const { basketId, isPendingTold } = payment;
  const now = (yield* port('clock')).now();
  if (isPendingTold || !isPendingNews(payment, now)) return;
  yield put(openPaymentsActions.pendingTold({ basketId }));
  const notify = yield* port('notify');
  notify(pendingNotice(basketId));
}

/** How the server says that a payment of that age stands; null without an answer, or while the server does not know the payment. */
function* askServer(payment: OpenPayment, age: number): Step<PaymentEnd | 'pending' | null> {
  const { basketId, attempt } = payment;
  const api = yield* port('api');
  try {
    const body = attempt === null ? { basketId } : { basketId, attemptKey: attempt };
    const { status, ...more } = yield* ask((signal) => api.call('POST /payment/sync', { body, signal }));
    return status === 'pending' ? status : { ...endOf(payment, { result: status }), ...more };
  } catch (error) {
    const isUnknown = toFailure(error).kind === 'notFound' && age >= UNKNOWN_AFTER;
    return isUnknown ? endOf(payment, { result: 'unknown' }) : null;
  }
}

function* isUntold({ basketId, attempt }: OpenPayment): Step<boolean> {
  const untold = yield* read(selectUntoldPayments);
  return untold.some((one) => one.basketId === basketId && one.attempt === attempt);
}

/** Asks once about a payment. Only the server's own 'pending' gives one up after a day: a device may have been offline that long. */
function* askAbout(payment: OpenPayment): Step<void> {
  const age = (yield* port('clock')).now() - payment.startedAt;
  const answer = yield* askServer(payment, age);
  // A page that shows it was opened meanwhile, or it was begun anew.
  if (!(yield* isUntold(payment))) return;
  if (answer === null) {
    if (age >= FORGOTTEN_AFTER) yield put(paymentEnded(endOf(payment, { result: 'forgotten' })));
  } else if (answer !== 'pending') yield put(paymentEnded(answer));
  else if (age >= KEPT_FOR) yield put(paymentEnded(endOf(payment, { result: 'givenUp' })));
  else yield* tellPending(payment);
}

/** One after the other, and each only while it is still open: another tab may have told it meanwhile. */
function* askAboutAll(): Step<boolean> {
  const now = (yield* port('clock')).now();
  for (const payment of yield* read(selectUntoldPayments)) {
    const isOthers = (yield* read(selectElsewhere)).includes(payment.basketId);
    // The tab that pays is where the user is: it comes first.
    const isMyTurn = !isOthers || now - payment.startedAt >= ANSWERED_WITHIN;
    if (isMyTurn && (yield* isUntold(payment))) yield* askAbout(payment);
  }
  return true;
}

function* mayAsk(): Step<boolean> {
  const visibility = yield* port('visibility');
  return !visibility.isHidden() && (yield* read(selectAccessToken)) !== null;
}

function* askInTurn(): Step<boolean> {
  return yield* inTurn(askAboutAll);
}

const WAKES = [checkRequested, paymentBegun, openPaymentsActions.begunElsewhere, loginSucceeded];

/** Asks while there is something to ask about, less and less often. */
function* follow(): Step<void> {
  let isFirst = true;
  yield* poll({
    ask: askInTurn,
    *pause() {
      const payments = yield* read(selectUntoldPayments);
      if (payments.length === 0) return null;
      const now = (yield* port('clock')).now();
      const youngest = Math.max(...payments.map(({ startedAt }) => startedAt));
      const pause = isFirst ? FIRST_PAUSE : pauseAt(now - youngest);
      isFirst = false;
      return pause;
    },
    mayAsk,
    wake: WAKES.map(({ type }) => type),
    leave: [],
  });
}

/** The header's balance follows in every tab; the notice comes in the one that asked. */
function* tell(action: ReturnType<typeof paymentEnded>): Step<void> {
  const { jobCreationBalance, isShown } = action.payload;
  if (jobCreationBalance !== null) yield put(balanceChanged({ jobCreationBalance }));
  if (isShown || isFromOtherTab(action)) return;
  const notify = yield* port('notify');
  const notice = noticeOf(action.payload);
  if (notice) notify(notice);
}

function* seekAfterPage(): Step<void> {
  yield delay(NEXT_PAGE);
  yield put(checkRequested());
}

/** A tab that was hidden asks as soon as it is seen. */
function* watchVisibility(): Step<void> {
  const visibility = yield* port('visibility');
  const changes: EventChannel<true> = eventChannel((emit) => visibility.listen(() => emit(true)));
  yield takeEvery(
    changes,
    safely(function* seek(): Step<void> {
      if (!visibility.isHidden()) yield put(checkRequested());
    }),
  );
}

function* dropWithUser(): Step<void> {
  const { user, expired } = yield* read(selectSession);
  if (user && !expired) yield put(openPaymentsActions.openPaymentsDropped({ ownerId: user.id }));
}

/** Payments that were sent and whose end nobody has been told: asked about from any page, and told there. */
export function* openPaymentsSaga(): Step<void> {
  const { paymentAnswered, pendingTold, openPaymentsDropped } = openPaymentsActions;
  yield all([
    fork(watchTabs),
    takeEvery([paymentBegun, paymentAnswered, pendingTold, paymentEnded, openPaymentsDropped], safely(tellTabs)),
    fork(watchVisibility),
    takeEvery(paymentEnded, safely(tell)),
    takeEvery(paymentPageLeft, safely(seekAfterPage)),
    takeEvery(logoutRequested, safely(dropWithUser)),
    call(safely(follow)),
  ]);
}
