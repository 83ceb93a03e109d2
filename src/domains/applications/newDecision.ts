import { put } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { noResponse } from '../../lib/api';
import { pause } from '../../lib/browser';
import { selectUser } from '../session';
import { port, read, type Step } from '../kit/effects';
import type { Failure } from '../kit/failure';
import { request, type Outcome, type Request } from '../kit/request';
import { selectWaiting, waitingActions, type DecisionAct, type WaitingDecision } from './waiting';

/**
 * Returns a decision to send now; null when it joins the waiting ones, because there is no network or another decision
 * about the same application waits.
 */
export function* newDecision(
  applicationId: number,
  act: DecisionAct,
  options?: WaitingDecision['options'],
): Step<WaitingDecision | null> {
  const user = yield* read(selectUser);
  const { entries } = yield* read(selectWaiting);
  const key = (yield* port('random')).id();
  const decision: WaitingDecision = { key, ownerId: user?.id ?? 0, applicationId, act, options, isTried: false };
  const waits = entries.some((one) => one.applicationId === applicationId && one.ownerId === user?.id);
  if (!waits && (yield* port('visibility')).isOnline()) return decision;
  yield put(waitingActions.decisionQueued(decision));
  return null;
}

/** True when nobody knows yet whether the server saved a decision: no response, or another try of it is under way. */
export const isSilent = ({ status, key }: Failure): boolean => status === 0 || key === ERROR_KEYS.idempotencyInFlight;

/** Milliseconds after which a first try counts as one without a response, so that the page shows the decision. */
const FIRST_TRY = 3000;

/**
 * Sends a new decision. It is stored before, so that a browser that is closed meanwhile sends it again at the next visit,
 * and waits for the network if there is no response in time.
 */
export function* tryFirst<R>(decision: WaitingDecision, { send, onFailed, ...call }: Request<R>): Step<Outcome<R>> {
  const tried = { ...decision, isTried: true, triedAt: (yield* port('clock')).now() };
  yield put(waitingActions.decisionBegun(tried));
  const outcome = yield* request({
    ...call,
    send: (api) => Promise.race([send(api), pause(FIRST_TRY).then(noResponse)]),
    onFailed: (failure) => (isSilent(failure) ? waitingActions.decisionQueued(tried) : onFailed(failure)),
  });
  if (outcome.ok || !isSilent(outcome.failure)) yield put(waitingActions.decisionSettled({ key: decision.key }));
  return outcome;
}
