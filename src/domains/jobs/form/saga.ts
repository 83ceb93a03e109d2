import { buffers, eventChannel, END, type EventChannel } from 'redux-saga';
import { all, call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { blobOf } from '../../../lib/upload';
import { paths } from '../../../lib/paths';
import { balanceChanged, logoutRequested, selectSession } from '../../session';
import { callApi, idempotencyKey, port, read, type Step } from '../../kit/effects';
import { isSignedOut, toFailure, type Failure } from '../../kit/failure';
import { leaveForError } from '../../kit/leave';
import { request, submit } from '../../kit/request';
import { safely } from '../../kit/safely';
import { sharedEvents } from '../../kit/tabs';
import { postJobImage } from './api';
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
    send: async (api, signal) => (await api.call('GET /job/:id', { params: { id: jobId }, signal })).job,
    onLoaded: jobFormActions.jobLoaded,
    onFailed: jobFormActions.jobFailed,
  });
  if (outcome.ok) return;
  const navigate = yield* port('navigate');
  if (outcome.failure.kind === 'notFound') navigate.to(paths.unauthorized(), { replace: true });
  else yield* leaveForError(outcome.failure);
}

function* loadJobUntilLeft(action: ReturnType<typeof formOpened>): Step<void> {
  yield race([call(loadJob, action), take(formLeft)]);
}

type Progress = { fraction: number } | { failure: unknown };

/** Counts the applications that wait for an answer. */
function* countWaiting({ payload: { jobId } }: ReturnType<typeof closeRequested>): Step<void> {
  const query = { jobId, status: 'in_progress', limit: 0 } as const;
  yield* request({
    send: async (api, signal) => (await api.envelope('GET /search/application/all', { query, signal })).total ?? 0,
    onLoaded: jobFormActions.waitingLoaded,
    onFailed: jobFormActions.waitingFailed,
  });
}

/** PUTs the file and reports the progress; returns the failure or null. */
function* putFile(url: string, file: Blob): Step<Failure | null> {
  const upload = yield* port('upload');
  const stop = new AbortController();
  const progress: EventChannel<Progress> = eventChannel((emit) => {
    upload(url, file, { onProgress: (fraction) => emit({ fraction }), signal: stop.signal }).then(
      () => emit(END),
      (failure: unknown) => {
        emit({ failure });
        emit(END);
      },
    );
    return () => stop.abort();
  }, buffers.expanding());
  let failure: Failure | null = null;
  yield call(function* () {
    while (true) {
      const event = (yield take(progress)) as Progress;
      if ('failure' in event) failure = toFailure(event.failure);
      else yield put(jobFormActions.uploadProgressed(event.fraction));
    }
  });
  return failure;
}

/** Returns the `imageUrl` of the new cover; null without a cover, undefined after a failed upload. */
function* uploadCover(cover: string | null): Step<string | null | undefined> {
  if (cover === null) return null;
  const api = yield* port('api');
  const random = yield* port('random');
  const file = blobOf(cover);
  // A random name with the right extension hides the user's file name. See docs/PRODUCT.md#pictures.
  const fileName = `${random.id()}.${file.type === 'image/png' ? 'png' : 'jpg'}`;
  let target: Awaited<ReturnType<typeof postJobImage>>;
  try {
    target = yield* callApi((signal) => postJobImage(api, { fileName, file }, signal));
  } catch (error) {
    yield put(jobFormActions.uploadFailed({ step: 'address', failure: toFailure(error) }));
    return undefined;
  }
  const failure = yield* putFile(target.uploadUrl, file);
  if (failure) {
    yield put(jobFormActions.uploadFailed({ step: 'file', failure }));
    return undefined;
  }
  yield put(jobFormActions.uploadLoaded());
  return target.imageUrl;
}

/** Returns the same key for every try of the same posting, so that a lost response creates no second job. */
function* idempotencyKeyFor(draftKey: string, body: unknown): Step<string> {
  const text = JSON.stringify(body);
  const earlier = (yield* read(selectJobAttempts))[draftKey];
  const onNew = (key: string) => attemptStarted({ draftKey, body: text, key });
  return yield* idempotencyKey(earlier?.body === text ? earlier.key : undefined, onNew);
}

function* save(submission: JobSubmission, image: string | null): Step<void> {
  const { jobId, draftKey } = submission;
  const withImage = image === null ? {} : { image };
  const key = jobId === null ? yield* idempotencyKeyFor(draftKey, [submission.body, submission.cover]) : '';
  const wantedStatus = submission.body.status;
  const outcome = yield* submit({
    send: (api, signal) =>
      submission.jobId === null
        ? api.call('POST /job', {
            body: { ...submission.body, ...withImage },
            headers: { 'Idempotency-Key': key },
            signal,
          })
        : api.call('PUT /job/:id', {
            params: { id: submission.jobId },
            body: { ...submission.body, ...withImage },
            signal,
          }),
    onLoaded: ({ job, ...more }) =>
      jobFormActions.saveLoaded({
        saved: { id: job.id, status: job.status, lackedCredit: wantedStatus === 'active' && job.status === 'draft' },
        job,
        draftKey,
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
  const api = yield* port('api');
  const change = { params: { id: jobId }, body: { status: 'deleted' as const } };
  try {
    yield* callApi((signal) => api.call('PUT /job/:id', { ...change, signal }));
  } catch (error) {
    const failure = toFailure(error);
    if (failure.kind !== 'notFound') {
      yield put(jobFormActions.deletionFailed(failure));
      return;
    }
  }
  yield put(jobFormActions.deletionLoaded({ draftKey }));
  const notify = yield* port('notify');
  const navigate = yield* port('navigate');
  notify({ id: 'jobForm.deleteDraft.done', kind: 'success' });
  // The form's guard lets this navigation pass.
  navigate.to(paths.jobs(), { replace: true, state: { deleted: jobId } });
}

/** Copies a job as a draft and opens the copy's form. */
function* copy({ payload: { jobId } }: ReturnType<typeof copyRequested>): Step<void> {
  const outcome = yield* submit({
    send: async (api, signal) => (await api.call('POST /job/:id/copy', { params: { id: jobId }, signal })).job,
    onLoaded: () => jobFormActions.copyLoaded({ jobId }),
    onFailed: (failure) => jobFormActions.copyFailed({ jobId, failure }),
  });
  const notify = yield* port('notify');
  if (!outcome.ok) {
    const { kind, key, quota } = outcome.failure;
    if (quota && key === ERROR_KEYS.quotaJobs) notify({ id: `errors.keys.${key}`, quota, kind: 'error' });
    else if (!isSignedOut(outcome.failure)) notify({ id: `errors.kinds.${kind}`, kind: 'error' });
    return;
  }
  const navigate = yield* port('navigate');
  notify({ id: 'jobs.copied', kind: 'success' });
  navigate.to(paths.jobEdit(outcome.result.id));
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
  yield* drafts.share(draftDiscarded({ key }));
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
