import { all, call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { paths } from '../../../lib/paths';
import { balanceChanged, logoutRequested, selectSession } from '../../session';
import { callApi, idempotencyKey, navigateTo, notify, read, type Step } from '../../kit/effects';
import { causeOf, isSignedOut, toFailure } from '../../kit/failure';
import { leaveForError } from '../../kit/leave';
import { request, submit } from '../../kit/request';
import { safely } from '../../kit/safely';
import { sharedEvents } from '../../kit/tabs';
import { getWaiting } from './api';
import { uploadCover } from './coverSaga';
import {
  closeRequested,
  copyRequested,
  deletionConfirmed,
  formLeft,
  formOpened,
  jobFormActions,
  jobSubmitted,
  type JobSubmission,
} from './slice';
import { attemptStarted, draftChanged, draftDiscarded, draftsDropped } from './drafts';
import { selectJobAttempts } from './selectors';

/** Loads the job. An unknown job opens /unauthorized, any other failure /error: docs/PRODUCT.md#after-saving. */
function* loadJob({ payload: { jobId } }: ReturnType<typeof formOpened>): Step<void> {
  if (jobId === null) return;
  const outcome = yield* request({
    send: async (api) => (await api.call('GET /job/:id', { params: { id: jobId } })).job,
    onLoaded: jobFormActions.jobLoaded,
    onFailed: jobFormActions.jobFailed,
  });
  if (outcome.ok) return;
  if (outcome.failure.kind === 'notFound') yield* navigateTo(paths.unauthorized(), { replace: true });
  else yield* leaveForError(outcome.failure);
}

function* loadJobUntilLeft(action: ReturnType<typeof formOpened>): Step<void> {
  yield race([call(loadJob, action), take(formLeft)]);
}

/** Counts the applications that wait for an answer, and names those that the closing of the job leaves out. */
function* countWaiting({ payload: { jobId } }: ReturnType<typeof closeRequested>): Step<void> {
  yield* request({
    send: (api) => getWaiting(api, jobId),
    onLoaded: jobFormActions.waitingLoaded,
    onFailed: jobFormActions.waitingFailed,
  });
}

/** Returns the same key for every try of the same posting, so that a lost response creates no second job. */
function* idempotencyKeyFor(draftKey: string, body: unknown): Step<string> {
  const text = JSON.stringify(body);
  const earlier = (yield* read(selectJobAttempts))[draftKey];
  const onNew = (key: string) => attemptStarted({ draftKey, body: text, key });
  return yield* idempotencyKey(earlier?.body === text ? earlier.key : undefined, onNew);
}

function* save(submission: JobSubmission, image: string | null): Step<void> {
  const withImage = image === null ? {} : { image };
  const key =
    submission.jobId === null ? yield* idempotencyKeyFor(submission.draftKey, [submission.body, submission.cover]) : '';
  const wantedStatus = submission.body.status;
  const outcome = yield* submit({
    send: (api) =>
      submission.jobId === null
        ? api.call('POST /job', {
            body: { ...submission.body, ...withImage },
            headers: { 'Idempotency-Key': key },
          })
        : api.call('PUT /job/:id', {
            params: { id: submission.jobId },
            body: { ...submission.body, ...withImage },
          }),
    onLoaded: ({ job, ...more }) =>
      jobFormActions.saveLoaded({
        saved: { id: job.id, status: job.status, lackedCredit: wantedStatus === 'active' && job.status === 'draft' },
        job,
        draftKey: submission.draftKey,
        ...('bulk' in more && more.bulk && { bulkId: more.bulk.id }),
      }),
    onFailed: jobFormActions.saveFailed,
  });
  if (!outcome.ok) {
    // The fields show their own errors and the form shows a missing credit. Without a response the form keeps its
    // values.
    const { kind, key: reason } = outcome.failure;
    const isShownInForm = kind === 'invalid' || kind === 'network' || kind === 'limited' || kind === 'conflict';
    if (!isShownInForm && reason !== ERROR_KEYS.insufficientBalance)
      yield* leaveForError(outcome.failure, { isSave: true });
    return;
  }
  yield put(balanceChanged({ jobCreationBalance: outcome.result.jobCreationBalance }));
}

function* saveJob({ payload }: ReturnType<typeof jobSubmitted>): Step<void> {
  const image = yield* uploadCover(payload.cover);
  if (image !== undefined) yield* save(payload, image);
}

/** Deletes a draft and opens the jobs. A draft that is already gone counts as deleted. */
function* deleteDraft({ payload: { jobId, draftKey } }: ReturnType<typeof deletionConfirmed>): Step<void> {
  const change = { params: { id: jobId }, body: { status: 'deleted' as const } };
  try {
    yield* callApi((api) => api.call('PUT /job/:id', change));
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind !== 'notFound') {
      yield put(jobFormActions.deletionFailed(failure));
      return;
    }
  }
  yield put(jobFormActions.deletionLoaded({ draftKey }));
  yield* notify({ id: 'jobForm.deleteDraft.done', kind: 'success' });
  // The form's guard lets this navigation pass.
  yield* navigateTo(paths.jobs(), { replace: true, state: { deleted: jobId } });
}

/** Copies a job as a draft and opens the copy's form. */
function* copy({ payload: { jobId } }: ReturnType<typeof copyRequested>): Step<void> {
  const outcome = yield* submit({
    send: async (api) => (await api.call('POST /job/:id/copy', { params: { id: jobId } })).job,
    onLoaded: () => jobFormActions.copyLoaded({ jobId }),
    onFailed: (failure) => jobFormActions.copyFailed({ jobId, failure }),
  });
  if (!outcome.ok) {
    const { key, quota } = outcome.failure;
    if (quota && key === ERROR_KEYS.quotaJobs) yield* notify({ id: `errors.keys.${key}`, quota, kind: 'error' });
    else if (!isSignedOut(outcome.failure))
      yield* notify({ id: 'jobs.copy.failed', failure: causeOf(outcome.failure), kind: 'error' });
    return;
  }
  yield* notify({ id: 'jobs.copied', kind: 'success' });
  yield* navigateTo(paths.jobEdit(outcome.result.id));
}

/** Deletes the drafts when the user signs out, after a warning. */
function* dropDrafts(): Step<void> {
  const { user, expired } = yield* read(selectSession);
  // A session that ended by itself showed no warning, so its drafts stay.
  if (user && !expired) yield put(draftsDropped({ userId: user.id }));
}

const drafts = sharedEvents('drafts');

/** Tells the other tabs what happened to a draft. After the session has ended, a draft must not appear again. */
function* notifyTabs(action: Parameters<typeof drafts.share>[0]): Step<void> {
  if ((yield* read(selectSession)).user) yield* drafts.share(action);
}

/** A saved form or a deleted job has no draft any more, in no tab. */
function* notifySaved({ payload: { draftKey: key } }: ReturnType<typeof jobFormActions.saveLoaded>): Step<void> {
  if (key !== null) yield* drafts.share(draftDiscarded({ key }));
}

export function* jobFormSaga(): Step<void> {
  yield all([
    call(drafts.receive),
    takeEvery([draftChanged, draftDiscarded, draftsDropped], safely(notifyTabs)),
    takeEvery([jobFormActions.saveLoaded, jobFormActions.deletionLoaded], safely(notifySaved)),
    takeLatest(closeRequested, safely(countWaiting)),
    takeLatest(formOpened, safely(loadJobUntilLeft)),
    takeLeading(jobSubmitted, safely(saveJob)),
    takeLeading(deletionConfirmed, safely(deleteDraft)),
    takeEvery(copyRequested, safely(copy)),
    takeEvery(logoutRequested, safely(dropDrafts)),
  ]);
}
