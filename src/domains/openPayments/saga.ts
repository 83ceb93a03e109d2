import { eventChannel, type EventChannel } from 'redux-saga';
import { all, call, delay, fork, put, takeEvery } from 'redux-saga/effects';
import type { SyncPayload } from '../../../contract/schemas/commerce';
import {
  balanceChanged,
  loginSucceeded,
  logoutRequested,
  selectAccessToken,
  selectSession,
  sessionResumed,
} from '../session';
import { ask, port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { poll } from '../kit/poll';
import { safely } from '../kit/safely';
import { postSync } from './api';
import { ANSWERED_WITHIN, isPendingNews, KEPT_FOR, pauseAt, UNKNOWN_AFTER, type OpenPayment } from './rules';
import { selectElsewhere, selectUntoldPayments } from './selectors';
import {
  openPaymentsActions,
  openPaymentsSought,
  paymentBegun,
  paymentEnded,
  paymentPageLeft,
  type PaymentEnd,
} from './slice';
import { inTurn, isHeard, tellTabs, watchTabs } from './tabs';
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

function* conclude(payment: OpenPayment, { status, ...more }: SyncPayload): Step<void> {
  if (status === 'pending') yield* tellPending(payment);
  else yield put(paymentEnded({ ...endOf(payment, { result: status }), ...more }));
}

/** Asks once about a payment; without an answer it stays open. */
function* askAbout(payment: OpenPayment): Step<void> {
  const { basketId, attempt, startedAt } = payment;
  const api = yield* port('api');
  const age = (yield* port('clock')).now() - startedAt;
  try {
    const body = attempt === null ? { basketId } : { basketId, attemptKey: attempt };
    yield* conclude(payment, yield* ask((signal) => postSync(api, body, signal)));
  } catch (error) {
    const isUnknown = toFailure(error).kind === 'notFound' && age >= UNKNOWN_AFTER;
    if (isUnknown) yield put(paymentEnded(endOf(payment, { result: 'unknown' })));
  }
  if (age >= KEPT_FOR) yield put(paymentEnded(endOf(payment, { result: 'givenUp' })));
}

/** One after the other, and each only while it is still open: another tab may have told it meanwhile. */
function* askAboutAll(): Step<boolean> {
  const now = (yield* port('clock')).now();
  for (const { basketId } of yield* read(selectUntoldPayments)) {
    const payment = (yield* read(selectUntoldPayments)).find((one) => one.basketId === basketId);
    const isOthers = (yield* read(selectElsewhere)).includes(basketId);
    // The tab that pays is where the user is: it comes first.
    if (payment && (!isOthers || now - payment.startedAt >= ANSWERED_WITHIN)) yield* askAbout(payment);
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

const WAKES = [openPaymentsSought, paymentBegun, openPaymentsActions.begunElsewhere, sessionResumed, loginSucceeded];

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
  if (isShown || isHeard(action)) return;
  const notify = yield* port('notify');
  const notice = noticeOf(action.payload);
  if (notice) notify(notice);
}

function* seekAfterPage(): Step<void> {
  yield delay(NEXT_PAGE);
  yield put(openPaymentsSought());
}

/** A tab that was hidden asks as soon as it is seen. */
function* watchVisibility(): Step<void> {
  const visibility = yield* port('visibility');
  const changes: EventChannel<true> = eventChannel((emit) => visibility.listen(() => emit(true)));
  yield takeEvery(
    changes,
    safely(function* seek(): Step<void> {
      if (!visibility.isHidden()) yield put(openPaymentsSought());
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
