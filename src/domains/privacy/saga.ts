import { all, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { selectSession, userRefreshed } from '../session';
import { notify, port, read, type Step } from '../kit/effects';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import {
  countOpen,
  getDataFile,
  getOverview,
  getPerson,
  getRequests,
  postAnswered,
  postDueList,
  postErasure,
  putSettings,
} from './api';
import { loadHolds, saveHold } from './holdSaga';
import { holdSubmitted } from './holdSlice';
import { selectPrivacy } from './selectors';
import {
  answered,
  answerSubmitted,
  dueFileRequested,
  erased,
  eraseSubmitted,
  fileRequested,
  filtersSubmitted,
  monthsSubmitted,
  openCountRequested,
  privacyActions,
  privacyOpened,
} from './slice';

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
    send: (api) => getPerson(api, applicationId),
    onLoaded: (person) => privacyActions.personLoaded({ applicationId, person }),
    onFailed: (failure) => privacyActions.personFailed({ applicationId, failure }),
  });
}

function* saveMonths({ payload: { months } }: ReturnType<typeof monthsSubmitted>): Step<void> {
  const { overview } = yield* read(selectPrivacy);
  if (overview.status !== 'loaded') return;
  const outcome = yield* submit({
    send: (api) => putSettings(api, overview.data, { retentionMonths: months }),
    onLoaded: privacyActions.monthsSaved,
    onFailed: privacyActions.monthsFailed,
  });
  if (outcome.ok) {
    yield* notify({ id: 'privacy.retention.saved', kind: 'success' });
    // A shorter period has a first day.
    yield* loadOverview();
  } else if (outcome.failure.kind === 'conflict') {
    // Shows what somebody else saved, so that the next save names its version.
    yield* loadOverview();
  }
}

function* saveFilters({ payload: { isOn } }: ReturnType<typeof filtersSubmitted>): Step<void> {
  const { overview } = yield* read(selectPrivacy);
  if (overview.status !== 'loaded') return;
  const outcome = yield* submit({
    send: (api) => putSettings(api, overview.data, { personalFilters: isOn }),
    onLoaded: privacyActions.filtersSaved,
    onFailed: privacyActions.filtersFailed,
  });
  if (outcome.ok) {
    const { user, accessToken } = yield* read(selectSession);
    // The lists of this tab follow the new setting at once.
    if (user && accessToken) yield put(userRefreshed({ user: { ...user, personalFilters: isOn }, accessToken }));
    yield* notify({ id: 'privacy.retention.saved', kind: 'success' });
  } else if (outcome.failure.kind === 'conflict') yield* loadOverview();
}

function* saveFile({ payload: { workerId } }: ReturnType<typeof fileRequested>): Step<void> {
  const outcome = yield* submit({
    send: (api) => getDataFile(api, workerId),
    onLoaded: () => privacyActions.fileLoaded({ workerId }),
    onFailed: (failure) => privacyActions.fileFailed({ workerId, failure }),
  });
  if (!outcome.ok) return;
  const save = yield* port('saveFile');
  save({ blob: outcome.result.blob, name: outcome.result.name ?? 'person.json' });
}

function* saveDueFile({ payload: { months } }: ReturnType<typeof dueFileRequested>): Step<void> {
  const outcome = yield* submit({
    send: (api) => postDueList(api, months),
    onLoaded: () => privacyActions.dueFileLoaded(),
    onFailed: privacyActions.dueFileFailed,
  });
  if (!outcome.ok) return;
  const save = yield* port('saveFile');
  save({ blob: outcome.result.blob, name: outcome.result.name ?? 'people.xlsx' });
}

function* answer({ payload: { id } }: ReturnType<typeof answerSubmitted>): Step<void> {
  const { ok } = yield* submit({
    send: (api) => postAnswered(api, id),
    onLoaded: () => answered({ id }),
    onFailed: privacyActions.answerFailed,
  });
  if (!ok) return;
  yield* notify({ id: 'privacy.answer.done', kind: 'success' });
  yield* loadRequests();
}

function* loadOpenCount(): Step<void> {
  yield* request({
    send: countOpen,
    onLoaded: (openCount) => privacyActions.openCountLoaded({ openCount }),
    onFailed: privacyActions.openCountFailed,
  });
}

function* erase({ payload }: ReturnType<typeof eraseSubmitted>): Step<void> {
  const { ok } = yield* submit({
    send: (api) => postErasure(api, payload),
    onLoaded: () => erased({ workerId: payload.workerId }),
    onFailed: privacyActions.eraseFailed,
  });
  if (!ok) return;
  yield* notify({ id: 'privacy.erase.done', kind: 'success' });
  yield put(privacyOpened({ applicationId: null }));
}

export function* privacySaga(): Step<void> {
  yield all([
    takeLatest(privacyOpened, safely(loadOverview)),
    takeLatest(privacyOpened, safely(loadRequests)),
    takeLatest(privacyOpened, safely(loadPerson)),
    takeLatest(privacyOpened, safely(loadHolds)),
    takeLatest(openCountRequested, safely(loadOpenCount)),
    takeLeading(answerSubmitted, safely(answer)),
    takeLeading(holdSubmitted, safely(saveHold)),
    takeLeading(monthsSubmitted, safely(saveMonths)),
    takeLeading(filtersSubmitted, safely(saveFilters)),
    takeLeading(dueFileRequested, safely(saveDueFile)),
    takeEvery(fileRequested, safely(saveFile)),
    takeLeading(eraseSubmitted, safely(erase)),
  ]);
}
