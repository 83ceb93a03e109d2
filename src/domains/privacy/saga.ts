import { all, put, select, takeEvery, takeLatest, takeLeading, type Effect } from 'redux-saga/effects';
import { port, type Step } from '../kit/effects';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { getDataFile, getOverview, getPerson, getRequests, postErasure, putMonths } from './api';
import { selectPrivacy } from './selectors';
import { erased, eraseSubmitted, fileRequested, monthsSubmitted, privacyActions, privacyOpened } from './slice';

function* loadOverview(): Step<void> {
  yield* request({
    send: getOverview,
    onLoaded: privacyActions.overviewLoaded,
    onFailed: privacyActions.overviewFailed,
  });
}

function* loadRequests(): Step<void> {
  yield* request({
    send: getRequests,
    onLoaded: privacyActions.requestsLoaded,
    onFailed: privacyActions.requestsFailed,
  });
}

function* loadPerson({ payload: { applicationId } }: ReturnType<typeof privacyOpened>): Step<void> {
  if (applicationId === null) return;
  yield* request({
    send: (api, signal) => getPerson(api, applicationId, signal),
    onLoaded: (person) => privacyActions.personLoaded({ applicationId, person }),
    onFailed: (failure) => privacyActions.personFailed({ applicationId, failure }),
  });
}

function* saveMonths({ payload: { months } }: ReturnType<typeof monthsSubmitted>): Step<void> {
  const { overview } = (yield select(selectPrivacy)) as ReturnType<typeof selectPrivacy>;
  if (overview.status !== 'loaded') return;
  const outcome = yield* submit({
    send: (api, signal) => putMonths(api, overview.data, months, signal),
    onLoaded: privacyActions.monthsSaved,
    onFailed: privacyActions.monthsFailed,
  });
  if (outcome.ok) {
    const notify = yield* port('notify');
    notify({ id: 'privacy.retention.saved', kind: 'success' });
    // A shorter period has a first day.
    yield* loadOverview();
  } else if (outcome.failure.kind === 'conflict') {
    // Shows what somebody else saved, so that the next save names its version.
    yield* loadOverview();
  }
}

function* saveFile({ payload: { workerId } }: ReturnType<typeof fileRequested>): Step<void> {
  const outcome = yield* submit({
    send: (api, signal) => getDataFile(api, workerId, signal),
    onLoaded: () => privacyActions.fileLoaded({ workerId }),
    onFailed: (failure) => privacyActions.fileFailed({ workerId, failure }),
  });
  if (!outcome.ok) return;
  const save = yield* port('saveFile');
  save({ blob: outcome.result.blob, name: outcome.result.name ?? 'person.json' });
  // A request for the data is done with it.
  yield* loadRequests();
}

function* erase({ payload }: ReturnType<typeof eraseSubmitted>): Step<void> {
  const { ok } = yield* submit({
    send: (api, signal) => postErasure(api, payload, signal),
    onLoaded: () => erased({ workerId: payload.workerId }),
    onFailed: privacyActions.eraseFailed,
  });
  if (!ok) return;
  const notify = yield* port('notify');
  notify({ id: 'privacy.erase.done', kind: 'success' });
  yield put(privacyOpened({ applicationId: null })) as Effect;
}

export function* privacySaga(): Step<void> {
  yield all([
    takeLatest(privacyOpened, safely(loadOverview)),
    takeLatest(privacyOpened, safely(loadRequests)),
    takeLatest(privacyOpened, safely(loadPerson)),
    takeLeading(monthsSubmitted, safely(saveMonths)),
    takeEvery(fileRequested, safely(saveFile)),
    takeLeading(eraseSubmitted, safely(erase)),
  ]);
}
