import type { Action } from '@reduxjs/toolkit';
import { put } from 'redux-saga/effects';
import { selectUser } from '../session';
import { port, read, type Step } from '../kit/effects';
import type { Failure } from '../kit/failure';
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

/** True for a call without a response. */
export const isSilent = ({ status }: Failure): boolean => status === 0;

/** Returns the event that lets a decision wait whose first try got no response; null for any other failure. */
export const queuedIfSilent = (decision: WaitingDecision, failure: Failure): Action | null =>
  isSilent(failure) ? waitingActions.decisionQueued({ ...decision, isTried: true }) : null;
