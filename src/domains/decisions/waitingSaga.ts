import type { Action, UnknownAction } from '@reduxjs/toolkit';
import { all, call, delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { fullName } from '../../../contract/constants/text';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { IDEMPOTENCY_HOURS } from '../../../contract/constants/limits';
import { HOUR } from '../../../contract/constants/time';
import type { MessageId } from '../../lib/intl';
import {
  appointmentChanged,
  DECISION_UNCONFIRMED,
  decisionChanged,
  detailChanged,
  getApplication,
  putShortlist,
  rowRefreshed,
  selectKnownName,
  selectWaiting,
  shortlistChanged,
  waitingActions,
  type ApplicationRow,
  type DecisionAct,
  type WaitingDecision,
} from '../applications';
import { chatJoined, conversationActions, visibilityChanged } from '../chat';
import { logoutRequested, selectSession, selectUser, sessionResumed } from '../session';
import { callApi, notify, port, read, type Ports, type Step } from '../kit/effects';
import { causeOf, toFailure, type Failure } from '../kit/failure';
import { safely } from '../kit/safely';
import { othersFirst, RETRIED_STATUSES, TRY_ENDS, untilSent, withLock } from '../kit/sending';
import { asFromOtherTab, isFromOtherTab, ofThisTab, sharedEvents } from '../kit/tabs';
import { deleteDecline, putDecline } from './api';

/** Retried statuses that the next decision would get as well. */
const STATUSES_FOR_ALL = [0, 401, 429];

/** Milliseconds after the first try in which the server knows a repeat; later it would decide anew. */
const REPEATABLE = (IDEMPOTENCY_HOURS - 1) * HOUR;

/** Statuses that say that the server saved nothing. */
const UNSAVED_STATUSES = [401, 429];

const tabs = sharedEvents('decisions');

const {
  decisionBegun,
  decisionQueued,
  decisionTried,
  decisionSent,
  decisionSettled,
  decisionRefused,
  refusalClosed,
  waitingDropped,
} = waitingActions;

/**
 * Returns the user's next decision that waits, leaving out the given applications and those whose first try is under way;
 * null for none, and without a session.
 */
function* nextDecision(except: readonly number[] = []): Step<WaitingDecision | null> {
  const { user, accessToken } = yield* read(selectSession);
  const { entries, begun } = yield* read(selectWaiting);
  const held = entries.filter(({ key }) => begun.includes(key)).map(({ applicationId }) => applicationId);
  const isNext = ({ ownerId, applicationId }: WaitingDecision) =>
    ownerId === user?.id && ![...except, ...held].includes(applicationId);
  return (accessToken && entries.find(isNext)) || null;
}

const SENDERS: Record<DecisionAct, (api: Ports['api'], decision: WaitingDecision) => Promise<ApplicationRow>> = {
  decline: putDecline,
  reopen: async (api, decision) => (await deleteDecline(api, decision)).application,
  star: putShortlist,
  unstar: putShortlist,
};

const FAILED: Record<DecisionAct, MessageId> = {
  decline: 'decisions.decline.failed',
  reopen: 'decisions.reopen.failed',
  star: 'applications.shortlist.failed',
  unstar: 'applications.shortlist.failed',
};

/** Events after which a waiting decision is sent at once. */
const RETRY_EVENTS = ofThisTab(
  decisionQueued.type,
  visibilityChanged.type,
  sessionResumed.type,
  conversationActions.liveChanged.type,
);

function* readRow(applicationId: number): Step<ApplicationRow> {
  const row = yield* callApi((api) => getApplication(api.current(), applicationId));
  yield put(rowRefreshed(row));
  return row;
}

/** Reports a refused decision at its row and in a notice. */
function* report({ key, applicationId, act }: WaitingDecision, failure: Pick<Failure, 'kind' | 'key'>): Step<void> {
  const name = yield* read(selectKnownName(applicationId));
  yield put(decisionRefused({ key, failure }));
  const notice = { failure, kind: 'error', stays: true } as const;
  if (name) yield* notify({ id: FAILED[act], values: { name }, ...notice });
  else yield* notify({ id: 'decisions.refused', values: { act, reason: '' }, ...notice });
}

const HAS_ARRIVED: Record<DecisionAct, (row: ApplicationRow, user: string) => boolean> = {
  decline: ({ decision }, user) => decision?.by === user,
  reopen: ({ decision, status }) => decision === null && status !== 'rejected',
  star: ({ isShortListed }) => isShortListed,
  unstar: ({ isShortListed }) => !isShortListed,
};

/** Ends a decision that must not be sent again: it had arrived, or it is reported. Throws when the row cannot be read. */
function* conclude(decision: WaitingDecision): Step<void> {
  const { key, applicationId, act } = decision;
  const row = yield* readRow(applicationId);
  const user = yield* read(selectUser);
  const isDeclined = act === 'decline' && row.decision !== null;
  if (user && HAS_ARRIVED[act](row, fullName(user))) yield put(decisionSettled({ key }));
  else
    yield* report(decision, {
      kind: 'conflict',
      key: isDeclined ? ERROR_KEYS.applicationDeclined : DECISION_UNCONFIRMED,
    });
}

/** Ends a decision that the server refused. */
function* refuse(decision: WaitingDecision, failure: Failure): Step<void> {
  try {
    // An earlier try without a response may have arrived.
    if (decision.act === 'decline' && failure.key === ERROR_KEYS.applicationDeclined) {
      yield* conclude(decision);
      return;
    }
    yield* readRow(decision.applicationId);
  } catch {
    // The row stays as it was.
  }
  yield* report(decision, causeOf(failure));
}

/** Loads the interview that a decline cancelled, and the page of its applicant. */
export function* reloadCancelled(applicationId: number): Step<void> {
  yield put(appointmentChanged({ applicationId }));
  yield put(detailChanged({ applicationId }));
}

/** Sends a decision; returns the status with which it must wait longer, or null. */
function* send(decision: WaitingDecision): Step<number | null> {
  const { key, act, applicationId, options, triedAt } = decision;
  const api = yield* port('api');
  const now = (yield* port('clock')).now();
  const isRepeatable = triedAt === undefined || now - triedAt < REPEATABLE;
  yield put(decisionSent({ key, triedAt: now }));
  try {
    if (!isRepeatable) {
      yield* conclude(decision);
      return null;
    }
    const row = (yield call(SENDERS[act], api, decision)) as ApplicationRow;
    yield put(decisionSettled({ key }));
    yield put(act === 'star' || act === 'unstar' ? shortlistChanged(row) : decisionChanged(row));
    if (options?.cancelAppointment) yield* reloadCancelled(applicationId);
    return null;
  } catch (error) {
    const failure = toFailure(error);
    if (RETRIED_STATUSES.includes(failure.status) || failure.key === ERROR_KEYS.idempotencyInFlight) {
      const isUnsaved = triedAt === undefined && UNSAVED_STATUSES.includes(failure.status);
      yield put(decisionTried({ key, isUnsaved }));
      return failure.status;
    }
    yield* refuse(decision, failure);
    return null;
  }
}

/** Sends the next decision, if no other tab has, or notes its application as stuck; returns whether others are worth a try. */
function* sendNext(stuck: number[]): Step<boolean> {
  const next = yield* nextDecision(stuck);
  if (!next) return true;
  const { isOnline } = yield* port('visibility');
  const status = isOnline() ? yield* send(next) : 0;
  if (status === null) return true;
  stuck.push(next.applicationId);
  return !STATUSES_FOR_ALL.includes(status);
}

/**
 * Sends what waits once; returns whether nothing waits any more. A decision that the server cannot save now does not hold up
 * those about other applications.
 */
function* sendRound(): Step<boolean> {
  const stuck: number[] = [];
  let goesOn = true;
  while (goesOn && (yield* nextDecision(stuck))) goesOn = yield* withLock('decisions', () => sendNext(stuck));
  return stuck.length === 0;
}

/** The page may be about to close: a decision is written to the storage at once. */
function* store(action: UnknownAction): Step<void> {
  if (isFromOtherTab(action)) return;
  const persist = yield* port('persist');
  yield call(persist.flush);
}

/** Takes over a decision whose tab closed before the answer to the first try. */
function* takeOver(begun: ReturnType<typeof decisionBegun>): Step<void> {
  if (!isFromOtherTab(begun)) return;
  const { key } = begun.payload;
  const isEnd = (action: Action) =>
    (decisionQueued.match(action) || decisionSettled.match(action)) && action.payload.key === key;
  const { isOver } = (yield race({ end: take(isEnd), isOver: delay(TRY_ENDS) })) as { isOver?: true };
  if (isOver) yield put(asFromOtherTab(decisionQueued(begun.payload)));
}

function* dropWithUser(): Step<void> {
  const { user, expired } = yield* read(selectSession);
  if (user && !expired) yield put(waitingDropped({ ownerId: user.id }));
}

/** Sends waiting decisions in order, from one tab at a time; they survive a reload and the end of a session. */
export function* waitingSaga(): Step<void> {
  const untilAllSent = untilSent(RETRY_EVENTS);
  const drain = function* (cause: Action): Step<void> {
    yield* othersFirst(cause);
    yield* untilAllSent('decisions', sendRound);
  };
  yield all([
    fork(tabs.receive),
    takeEvery(
      [
        decisionBegun,
        decisionQueued,
        decisionSent,
        decisionTried,
        decisionSettled,
        decisionRefused,
        refusalClosed,
        waitingDropped,
      ],
      safely(tabs.share),
    ),
    takeEvery([decisionBegun, decisionQueued, decisionSent, decisionSettled, decisionRefused], safely(store)),
    takeEvery([chatJoined, sessionResumed, decisionQueued, decisionSettled], safely(drain)),
    takeEvery(decisionBegun, safely(takeOver)),
    takeEvery(logoutRequested, safely(dropWithUser)),
  ]);
}
