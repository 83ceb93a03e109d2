import { all, call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { fullName } from '../../../contract/constants/text';
import { selectUser } from '../session';
import { callApi, notify, port, read, type Step } from '../kit/effects';
import { isSignedOut } from '../kit/failure';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { getApplication } from './api';
import {
  applicantActions,
  preloadRequested,
  applicantFailed,
  applicantLeft,
  applicantLoaded,
  applicantOpened,
  commentSubmitted,
  detailChanged,
} from './detailSlice';
import { selectApplicant, selectApplications } from './selectors';
import { seenRequested } from './slice';

function* load(applicationId: number): Step<void> {
  const outcome = yield* request({
    send: (api) => getApplication(api, applicationId),
    onLoaded: applicantLoaded,
    onFailed: (failure) => applicantFailed({ applicationId, failure }),
  });
  if (!outcome.ok || outcome.result.isSeen) return;
  const { seen } = yield* read(selectApplications);
  // Marks the application as seen once, on the first open; a failure is not retried.
  if (seen[applicationId] === undefined) yield put(seenRequested({ id: applicationId }));
}

function* open({ payload: { applicationId } }: ReturnType<typeof applicantOpened>): Step<void> {
  yield race([call(load, applicationId), take(applicantLeft)]);
}

/** Reloads the open application after a change. */
function* refresh({ payload: { applicationId } }: ReturnType<typeof detailChanged>): Step<void> {
  if ((yield* read(selectApplicant)).applicationId === applicationId) yield put(applicantOpened({ applicationId }));
}

/** Preloads an application without marking it as seen; shows no error. */
function* preload({ payload: { applicationId } }: ReturnType<typeof preloadRequested>): Step<void> {
  const { cached } = yield* read(selectApplicant);
  if (cached.some(({ id }) => id === applicationId)) return;
  try {
    const detail = yield* callApi((api) => getApplication(api, applicationId));
    yield put(applicantActions.applicantPreloaded(detail));
  } catch {
    // Opening the applicant loads the application again.
  }
}

/** Shows the comment at once and removes it if the server refuses it. */
function* comment({ payload: { workerId, message } }: ReturnType<typeof commentSubmitted>): Step<void> {
  const user = yield* read(selectUser);
  const clock = yield* port('clock');
  const now = clock.now();
  const temporaryId = -now;
  const author = user ? fullName(user) : '';
  const added = { id: temporaryId, message, author, createdAt: new Date(now).toISOString() };
  yield put(applicantActions.commentAdded({ workerId, comment: added }));
  const outcome = yield* submit({
    send: async (api) => (await api.call('POST /job/application-comment', { body: { workerId, message } })).comment,
    onLoaded: (saved) => applicantActions.commentSaved({ workerId, temporaryId, comment: saved }),
    onFailed: (failure) => applicantActions.commentFailed({ workerId, temporaryId, failure }),
  });
  if (outcome.ok || isSignedOut(outcome.failure)) return;
  yield* notify({ id: 'applicant.comments.failed', kind: 'error' });
}

export function* watchApplicant(): Step<void> {
  yield all([
    takeLatest(applicantOpened, safely(open)),
    takeEvery(preloadRequested, safely(preload)),
    takeEvery(detailChanged, safely(refresh)),
    takeLeading(commentSubmitted, safely(comment)),
  ]);
}
