import { call, delay, put } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { CardBody, CardPayload } from '../../../contract/schemas/commerce';
import { paths } from '../../lib/paths';
import {
  checkRequested,
  paymentAnswered,
  paymentBegun,
  paymentEnded,
  sendingEnded,
  selectOpenPaymentOf,
  sendingStarted,
  type OpenPayment,
} from '../openPayments';
import { selectUser } from '../session';
import { callApi, idempotencyKey, navigateTo, port, read, type Step, type Ports } from '../kit/effects';
import { SessionEnded } from '../kit/session';
import { toFailure, type Failure } from '../kit/failure';
import type { Outcome } from '../kit/request';
import { isUnanswered, nextPageOf, type ThreeDsRouteState } from './rules';
import { paymentActions, selectAttempt, selectIsCardOpen, type cardSubmitted } from './slice';

export type Card = Omit<CardBody, 'basketId' | 'referrer'>;

let held: { handle: number; card: Card } | null = null;
let last = 0;

/**
 * Keeps a card outside of the store between the form and the call; returns a handle for the event. The store, the
 * storage, traces and replays never contain the card. A newer card replaces the held one.
 */
export const holdCard = (card: Card): number => {
  last += 1;
  held = { handle: last, card };
  return last;
};

/** Returns and removes the card with that handle; null if there is none. */
export const takeCard = (handle: number): Card | null => {
  if (held?.handle !== handle) return null;
  const { card } = held;
  held = null;
  return card;
};

/** Deletes a card that no saga took. */
export const dropCard = (): void => {
  held = null;
};

/**
 * Milliseconds before a repeated call while the server still processes the first one, and the maximum number of tries.
 */
const RETRY_DELAY = 1000;
const MAX_TRIES = 5;

/** Sends a call with an Idempotency-Key; repeats it after a second while the server still processes the first one. */
export function* sendIdempotent<R>(
  send: (api: Ports['api']) => Promise<R>,
  callWith: typeof callApi<R> = callApi,
): Step<Outcome<R>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { ok: true, result: yield* callWith(send) };
    } catch (error) {
      if (error instanceof SessionEnded) throw error;
      const failure = toFailure(error);
      if (failure.key !== ERROR_KEYS.idempotencyInFlight || tries === MAX_TRIES) return { ok: false, failure };
    }
    yield delay(RETRY_DELAY);
  }
}

/** Returns the Idempotency-Key; an unanswered attempt keeps its key. */
function* idempotencyKeyFor(basketId: string): Step<string> {
  const attempt = yield* read(selectAttempt);
  const onNew = (key: string) => paymentActions.attemptStarted({ basketId, key });
  return yield* idempotencyKey(attempt?.basketId === basketId ? attempt.key : undefined, onNew);
}

/** Opens the bank's page, or the result if the payment needs no confirmation. */
function* continuePayment(basketId: string, { provider, result }: CardPayload): Step<void> {
  if (result === null) {
    yield* navigateTo(paths.paymentResult({ basketId }), { replace: true });
    return;
  }
  yield* navigateTo(paths.threeDs(), {
    state: { basketId, response: { provider, result } } satisfies ThreeDsRouteState,
  });
}

const bodyOf = (card: Card, basketId: string) => ({ ...card, basketId, referrer: paths.paymentResult() });

/**
 * Stores the payment on this device before the call, so that a reload does not lose it. Returns the payment to follow
 * instead if the server says that the basket is already being paid.
 */
function* storePayment(basketId: string, attempt: string): Step<OpenPayment | null> {
  const user = yield* read(selectUser);
  if (!user) return null;
  const previous = yield* read(selectOpenPaymentOf(basketId));
  yield put(sendingStarted({ attempt }));
  const startedAt = (yield* port('clock')).now();
  const open: OpenPayment = {
    basketId,
    attempt,
    ownerId: user.id,
    startedAt,
    isAnswered: false,
    isPendingNotified: false,
  };
  yield put(paymentBegun(open));
  const persist = yield* port('persist');
  yield call(persist.flush);
  return previous && previous.attempt !== attempt ? previous : { ...open, attempt: null, isAnswered: true };
}

interface Refusal {
  basketId: string;
  attempt: string;
  failure: Failure;
  /** The payment that this attempt replaced. */
  earlier: OpenPayment | null;
}

/**
 * Shows a refusal in the form, or in a notice after the user has left the form; without a response it polls the
 * payment.
 */
function* handleRefusal({ basketId, attempt, failure, earlier }: Refusal): Step<void> {
  yield put(paymentActions.cardRefused(failure));
  if (isUnanswered(failure)) {
    yield put(checkRequested());
    return;
  }
  const isShown = yield* read(selectIsCardOpen);
  const end = { basketId, attempt, result: 'failure', errorKey: failure.key, jobCreationBalance: null } as const;
  yield put(paymentEnded({ ...end, isShown }));
  if (earlier && nextPageOf(failure) === 'result') yield put(paymentBegun(earlier));
}

/** Pays by card. The event carries only the handle of the card, not the card itself. */
export function* pay({ payload: { basketId, handle } }: ReturnType<typeof cardSubmitted>): Step<void> {
  const card = takeCard(handle);
  if (!card) {
    yield put(paymentActions.cardRefused(toFailure(null)));
    return;
  }
  const key = yield* idempotencyKeyFor(basketId);
  const earlier = yield* storePayment(basketId, key);
  const call = { body: bodyOf(card, basketId), headers: { 'Idempotency-Key': key } };
  const sent = yield* sendIdempotent((api) => api.call('POST /payment/card', call));
  yield put(sendingEnded({ attempt: key }));
  if (!sent.ok) {
    yield* handleRefusal({ basketId, attempt: key, failure: sent.failure, earlier });
    return;
  }
  yield put(paymentActions.cardAccepted(sent.result));
  yield put(paymentAnswered({ attempt: key }));
  if (yield* read(selectIsCardOpen)) yield* continuePayment(basketId, sent.result);
  else yield put(checkRequested());
}
