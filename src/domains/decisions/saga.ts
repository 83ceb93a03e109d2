import type { Action } from '@reduxjs/toolkit';
import { all, fork, put, take, takeEvery } from 'redux-saga/effects';
import { fullName } from '../../../contract/constants/text';
import { ENDED_APPLICATION_KEYS, ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { DeclineBody } from '../../../contract/schemas/decisions';
import type { MessageId } from '../../lib/intl';
import {
  decisionChanged,
  detailChanged,
  getApplication,
  isSilent,
  newDecision,
  rowRefreshed,
  selectKnownName,
  selectRefusedDecision,
  shortlistChanged,
  shortlistFailed,
  tryFirst,
  waitingActions,
} from '../applications';
import { declineReasonChosen, selectDeclineReason } from '../preferences';
import { selectUser } from '../session';
import { callApi, notify, read, type Ports, type Step } from '../kit/effects';
import { causeOf, type Failure } from '../kit/failure';
import { safely } from '../kit/safely';
import { deleteDecline, putDecline } from './api';
import { reloadCancelled, waitingSaga } from './waitingSaga';
import {
  carriedReason,
  changeRequested,
  decisionOperations,
  decisionsActions,
  declineRequested,
  lastDecision,
  reopenRequested,
  selectMade,
  selectUndoneEarly,
  shortlistRequested,
  type LastDecision,
} from './slice';

/** Error keys that mean that the page shows outdated data. */
const OUTDATED_KEYS: readonly string[] = [...ENDED_APPLICATION_KEYS, ERROR_KEYS.applicationEnded];

/** Changes the reason and the notice of a declined application. Returns its row. */
const putChange = async (api: Ports['api'], id: number, body: DeclineBody) =>
  (await api.call('PUT /job/application/:id/decline', { params: { id }, body })).application;

/** Reports a failure; reloads the open application when the failure means that the page is outdated. */
function* report(applicationId: number, failure: Failure, id: MessageId, name?: string): Step<void> {
  yield* notify({ id, kind: 'error', failure: causeOf(failure), ...(name !== undefined && { values: { name } }) });
  if (OUTDATED_KEYS.includes(failure.key)) yield put(detailChanged({ applicationId }));
}

/** Offers an undo unless the user has made another decision since `made`: answers arrive in any order. */
function* offerUndo(made: number, last: LastDecision): Step<void> {
  const isNewest = (yield* read(selectMade)) === made;
  const isUndoneEarly = last.key !== undefined && last.key === (yield* read(selectUndoneEarly));
  if (isNewest || isUndoneEarly) yield put(lastDecision.offer(last));
}

interface Refused {
  name: string;
  /** The notice when the server does not answer. */
  failed: MessageId;
  /** Offers the undo to a user who may have declined it: the first response was lost, or another tab declined it. */
  offer?: () => Step<void>;
}

/** The application was declined meanwhile: shows the decision, and says who made it unless it is this user's own. */
function* showDecision(id: number, failure: Failure, { name: applicant, failed, offer }: Refused): Step<void> {
  try {
    const application = yield* callApi((api) => getApplication(api.current(), id));
    yield put(rowRefreshed(application));
    const user = yield* read(selectUser);
    if (offer && user && application.decision?.by === fullName(user)) {
      yield put(decisionsActions.declined({ applicationId: id }));
      yield* offer();
      return;
    }
    const values = { name: application.decision?.by ?? '', applicant };
    yield* notify({ id: 'applications.shortlist.declined', values, kind: 'error' });
  } catch {
    yield* notify({ id: failed, failure: causeOf(failure), values: { name: applicant }, kind: 'error' });
  }
}

/**
 * Declines an application. After a 401 it repeats the call once the same user has signed in again. An open appointment
 * raises no notice, because a dialog asks the user about it.
 */
function* decline({ payload: asked }: ReturnType<typeof declineRequested>): Step<void> {
  const { applicationId, name, options = {}, isOther } = asked;
  // Until the server answers, an undo would revert the previous decision.
  if (!isOther) yield put(lastDecision.withdraw());
  const made = yield* read(selectMade);
  const user = yield* read(selectUser);
  const carried = carriedReason(yield* read(selectDeclineReason(user?.id)));
  const body = { ...(carried && { reason: carried }), ...options };
  const decision = yield* newDecision(applicationId, 'decline', body);
  const last = { applicationId, kind: 'declined', key: decision?.key, isOther } as const;
  const outcome =
    decision &&
    (yield* tryFirst(decision, {
      send: (api) => putDecline(api, decision),
      onLoaded: decisionChanged,
      onFailed: (failure) => decisionsActions.declineFailed({ ...asked, failure }),
    }));
  if (!outcome || (!outcome.ok && isSilent(outcome.failure))) {
    yield* offerUndo(made, last);
    return;
  }
  if (!outcome.ok) {
    const { failure } = outcome;
    if (failure.key === ERROR_KEYS.applicationDeclined)
      yield* showDecision(applicationId, failure, {
        name,
        failed: 'decisions.decline.failed',
        offer: () => offerUndo(made, last),
      });
    else if (failure.key !== ERROR_KEYS.applicationHasAppointment)
      yield* report(applicationId, failure, 'decisions.decline.failed', name);
    return;
  }
  const cancelledAppointment = options.cancelAppointment === true;
  yield put(decisionsActions.declined({ applicationId }));
  yield* offerUndo(made, { ...last, cancelledAppointment });
  if (cancelledAppointment) yield* reloadCancelled(applicationId);
}

decisionOperations.calls(changeRequested, {
  call: (api, { applicationId, options }) => putChange(api, applicationId, options),
  *after(row, { options: { reason } }) {
    yield put(rowRefreshed(row));
    const user = yield* read(selectUser);
    if (user && reason !== undefined) yield put(declineReasonChosen({ userId: user.id, reason }));
  },
  afterFailure: (failure, { applicationId }) => report(applicationId, failure, 'decisions.change.failed'),
});

/** Reopens a declined application. After a 401 it repeats the call once the same user has signed in again. */
function* reopen({ payload: { applicationId } }: ReturnType<typeof reopenRequested>): Step<void> {
  const made = yield* read(selectMade);
  const decision = yield* newDecision(applicationId, 'reopen');
  const outcome =
    decision &&
    (yield* tryFirst(decision, {
      send: (api) => deleteDecline(api, decision),
      onLoaded: () => decisionsActions.reopened({ applicationId }),
      onFailed: (failure) => decisionsActions.reopenFailed({ applicationId, failure }),
    }));
  if (outcome && !outcome.ok && !isSilent(outcome.failure)) {
    yield* report(applicationId, outcome.failure, 'decisions.reopen.failed');
    return;
  }
  const answer = outcome?.ok ? outcome.result : null;
  if (answer) yield put(decisionChanged(answer.application));
  const user = yield* read(selectUser);
  // The reason may have been the mistake, so the next decline begins without it.
  if (answer && user) yield put(declineReasonChosen({ userId: user.id, reason: null }));
  const before = yield* read(lastDecision.select);
  const cancelledAppointment = before?.applicationId === applicationId && before.cancelledAppointment;
  const wasTold = answer?.wasTold ?? false;
  yield* offerUndo(made, { applicationId, kind: 'reopened', wasTold, cancelledAppointment });
}

/** Offers to undo an addition to the shortlist once the server has confirmed it. */
function* followStar({ payload: { applicationId } }: ReturnType<typeof shortlistRequested>): Step<void> {
  yield put(lastDecision.withdraw());
  const made = yield* read(selectMade);
  const isAnswer = (action: Action) =>
    waitingActions.decisionQueued.match(action)
      ? action.payload.applicationId === applicationId
      : (shortlistChanged.match(action) || shortlistFailed.match(action)) && action.payload.id === applicationId;
  const answer = (yield take(isAnswer)) as Action;
  if (!shortlistFailed.match(answer)) yield* offerUndo(made, { applicationId, kind: 'shortlisted' });
}

function* shortlistRefused({ payload: { id, failure } }: ReturnType<typeof shortlistFailed>): Step<void> {
  if (failure.key !== ERROR_KEYS.applicationDeclined) return;
  const name = yield* read(selectKnownName(id));
  yield* showDecision(id, failure, { name, failed: 'applications.shortlist.failed' });
}

/** The bar must not offer to undo a decision that was refused after it had waited, in this tab or another one. */
function* withdrawRefused(): Step<void> {
  const last = yield* read(lastDecision.select);
  if (last && (yield* read(selectRefusedDecision(last.applicationId)))) yield put(lastDecision.withdraw());
}

export function* decisionsSaga(): Step<void> {
  yield all([
    fork(waitingSaga),
    takeEvery(declineRequested, safely(decline)),
    takeEvery(reopenRequested, safely(reopen)),
    ...decisionOperations.watch(),
    takeEvery(shortlistRequested, safely(followStar)),
    takeEvery(shortlistFailed, safely(shortlistRefused)),
    takeEvery(waitingActions.decisionRefused, safely(withdrawRefused)),
  ]);
}
