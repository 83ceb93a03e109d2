import { all, put, takeEvery } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { MessageId } from '../../lib/intl';
import {
  appointmentChanged,
  decisionChanged,
  detailChanged,
  rowRefreshed,
  shortlistFailed,
  selectKnownName,
} from '../applications';
import { declineReasonChosen, selectDeclineReason } from '../preferences';
import { selectUser } from '../session';
import { callApi, port, read, type Step } from '../kit/effects';
import { causeOf, type Failure } from '../kit/failure';
import { request } from '../kit/request';
import { safely } from '../kit/safely';
import { deleteDecline, getDeclined, putDecline } from './api';
import { carriedReason, isOutdated } from './rules';
import { changeRequested, declineRequested, decisionsActions, reopenRequested } from './slice';

/** Reports a failure; reloads the open application when the failure means that the page is outdated. */
function* report(applicationId: number, failure: Failure, id: MessageId, name?: string): Step<void> {
  const notify = yield* port('notify');
  notify({ id, kind: 'error', failure: causeOf(failure), ...(name !== undefined && { values: { name } }) });
  if (isOutdated(failure.key)) yield put(detailChanged({ applicationId }));
}

/**
 * Declines an application. After a 401 it repeats the call once the same user has signed in again. An open appointment
 * is a question to the user, so it causes no notice.
 */
function* decline({ payload: { applicationId, name, options = {} } }: ReturnType<typeof declineRequested>): Step<void> {
  const user = yield* read(selectUser);
  const carried = carriedReason(yield* read(selectDeclineReason(user?.id)));
  const outcome = yield* request({
    send: (api) => putDecline(api, applicationId, { ...(carried && { reason: carried }), ...options }),
    onLoaded: decisionChanged,
    onFailed: (failure) => decisionsActions.declineFailed({ applicationId, name, failure }),
  });
  if (!outcome.ok) {
    if (outcome.failure.key !== ERROR_KEYS.applicationHasAppointment)
      yield* report(applicationId, outcome.failure, 'decisions.decline.failed', name);
    return;
  }
  yield put(decisionsActions.declined(outcome.result));
  if (!options.cancelAppointment) return;
  yield put(appointmentChanged({ applicationId }));
  yield put(detailChanged({ applicationId }));
}

function* change({ payload: { applicationId, options } }: ReturnType<typeof changeRequested>): Step<void> {
  const outcome = yield* request({
    send: (api) => putDecline(api, applicationId, options),
    onLoaded: rowRefreshed,
    onFailed: (failure) => decisionsActions.changeFailed({ applicationId, failure }),
  });
  if (!outcome.ok) {
    yield* report(applicationId, outcome.failure, 'decisions.change.failed');
    return;
  }
  yield put(decisionsActions.changed(outcome.result));
  const user = yield* read(selectUser);
  if (user && options.reason !== undefined) yield put(declineReasonChosen({ userId: user.id, reason: options.reason }));
}

function* reopen({ payload: { applicationId } }: ReturnType<typeof reopenRequested>): Step<void> {
  const outcome = yield* request({
    send: (api) => deleteDecline(api, applicationId),
    onLoaded: ({ application }) => decisionChanged(application),
    onFailed: (failure) => decisionsActions.reopenFailed({ applicationId, failure }),
  });
  if (outcome.ok) yield put(decisionsActions.reopened(outcome.result));
  else yield* report(applicationId, outcome.failure, 'decisions.reopen.failed');
}

/** A colleague declined the application meanwhile: shows the decision and says who made it. */
function* showColleague({ payload: { id, failure } }: ReturnType<typeof shortlistFailed>): Step<void> {
  if (failure.key !== ERROR_KEYS.applicationDeclined) return;
  const api = yield* port('api');
  const notify = yield* port('notify');
  const applicant = yield* read(selectKnownName(id));
  try {
    const application = yield* callApi((signal) => getDeclined(api, id, signal));
    yield put(rowRefreshed(application));
    const values = { name: application.decision?.by ?? '', applicant };
    notify({ id: 'applications.shortlist.declined', values, kind: 'error' });
  } catch {
    notify({ id: 'applications.shortlist.failed', values: { name: applicant }, kind: 'error' });
  }
}

export function* decisionsSaga(): Step<void> {
  yield all([
    takeEvery(declineRequested, safely(decline)),
    takeEvery(changeRequested, safely(change)),
    takeEvery(reopenRequested, safely(reopen)),
    takeEvery(shortlistFailed, safely(showColleague)),
  ]);
}
