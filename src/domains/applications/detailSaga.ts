import { all, call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { selectUser } from '../session';
import { ask, port, read, type Step } from '../kit/effects';
import { isSignedOut } from '../kit/failure';
import { request, submit } from '../kit/request';
import { safely } from '../kit/safely';
import { getApplication, postComment } from './api';
import {
  applicantActions,
  applicantExpected,
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
    send: (api, signal) => getApplication(api, applicationId, signal),
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
function* peek({ payload: { applicationId } }: ReturnType<typeof applicantExpected>): Step<void> {
  const { near } = yield* read(selectApplicant);
  if (near.some(({ id }) => id === applicationId)) return;
  const api = yield* port('api');
  try {
    const detail = yield* ask((signal) => getApplication(api, applicationId, signal));
    yield put(applicantActions.applicantPeeked(detail));
  } catch {
    // Opening the applicant loads the application again.
  }
}

/** Shows the comment at once and removes it if the server refuses it. */
function* comment({ payload: { workerId, message } }: ReturnType<typeof commentSubmitted>): Step<void> {
  const user = yield* read(selectUser);
  const clock = yield* port('clock');
  const now = clock.now();
  const addedId = -now;
  const author = user ? `${user.firstName} ${user.lastName}` : '';
  const added = { id: addedId, message, author, createdAt: new Date(now).toISOString() };
  yield put(applicantActions.commentAdded({ workerId, comment: added }));
  const outcome = yield* submit({
    send: (api) => postComment(api, { workerId, message }),
    onLoaded: (saved) => applicantActions.commentSaved({ workerId, addedId, comment: saved }),
    onFailed: (failure) => applicantActions.commentFailed({ workerId, addedId, failure }),
  });
  if (outcome.ok || isSignedOut(outcome.failure)) return;
  const notify = yield* port('notify');
  notify({ id: 'applicant.comments.failed', kind: 'error' });
}

export function* watchApplicant(): Step<void> {
  yield all([
    takeLatest(applicantOpened, safely(open)),
    takeLatest(applicantExpected, safely(peek)),
    takeEvery(detailChanged, safely(refresh)),
    takeLeading(commentSubmitted, safely(comment)),
  ]);
}
