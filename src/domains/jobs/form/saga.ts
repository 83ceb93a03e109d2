import { buffers, eventChannel, END, type EventChannel } from 'redux-saga';
import { all, call, put, race, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { blobOf } from '../../../lib/upload';
import { paths } from '../../../lib/paths';
import { balanceChanged, logoutRequested, selectSession } from '../../session';
import { ask, port, read, type Step } from '../../kit/effects';
import { isSignedOut, toFailure, type Failure } from '../../kit/failure';
import { leaveForError } from '../../kit/leave';
import { request, submit } from '../../kit/request';
import { safely } from '../../kit/safely';
import * as api from './api';
import { copyRequested, formLeft, formOpened, jobFormActions, jobSubmitted, type JobSubmission } from './slice';
import { attemptStarted, draftsDropped } from './drafts';
import { selectJobAttempts } from './selectors';

/** Spec 1, point 2: an unknown job goes to /unauthorized, any other failure to /error. */
function* loadJob({ payload: { jobId } }: ReturnType<typeof formOpened>): Step<void> {
  if (jobId === null) return;
  const outcome = yield* request({
    send: (ports, signal) => api.getJob(ports, jobId, signal),
    onLoaded: jobFormActions.jobLoaded,
    onFailed: jobFormActions.jobFailed,
  });
  if (outcome.ok) return;
  const navigate = yield* port('navigate');
  if (outcome.failure.kind === 'notFound') navigate.to(paths.unauthorized(), { replace: true });
  else yield* leaveForError(outcome.failure);
}

function* loadJobWhileOpen(action: ReturnType<typeof formOpened>): Step<void> {
  yield race([call(loadJob, action), take(formLeft)]);
}

type Progress = { fraction: number } | { failure: unknown };

/** PUTs the file; what comes out is how far it is, and at the end a failure or nothing. */
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
      else yield put(jobFormActions.uploadAdvanced(event.fraction));
    }
  });
  return failure;
}

/** The `imageUrl` of the new cover; null when there is none, undefined when the upload failed. */
function* uploadCover(cover: string | null): Step<string | null | undefined> {
  if (cover === null) return null;
  const ports = yield* port('api');
  const random = yield* port('random');
  const file = blobOf(cover);
  // A name of our own that keeps the ending: what the file was called is nobody's business. Spec 1, point 5.
  const fileName = `${random.id()}.${file.type === 'image/png' ? 'png' : 'jpg'}`;
  let target: Awaited<ReturnType<typeof api.postJobImage>>;
  try {
    target = yield* ask((signal) => api.postJobImage(ports, { fileName, file }, signal));
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

/** The same key for each try of the same posting, so that an answer that was lost creates nothing twice. */
function* keyOf(draftKey: string, body: unknown): Step<string> {
  const random = yield* port('random');
  const text = JSON.stringify(body);
  const held = (yield* read(selectJobAttempts))[draftKey];
  if (held?.body === text) return held.key;
  const key = random.id();
  yield put(attemptStarted({ draftKey, body: text, key }));
  return key;
}

function* save(submission: JobSubmission, image: string | null): Step<void> {
  const { jobId, draftKey } = submission;
  const withImage = image === null ? {} : { image };
  const key = jobId === null ? yield* keyOf(draftKey, [submission.body, submission.cover]) : '';
  const wanted = submission.body.status;
  const outcome = yield* submit({
    send: (ports, signal) =>
      submission.jobId === null
        ? api.postJob(ports, { body: { ...submission.body, ...withImage }, key }, signal)
        : api.putJob(ports, { id: submission.jobId, body: { ...submission.body, ...withImage } }, signal),
    onLoaded: ({ job }) =>
      jobFormActions.saveLoaded({
        saved: { id: job.id, status: job.status, wasShort: wanted === 'active' && job.status === 'draft' },
        job,
        draftKey,
      }),
    onFailed: jobFormActions.saveFailed,
  });
  if (!outcome.ok) {
    // Wrong fields are said at the fields, a missing credit in the form; no answer leaves all as it is.
    const { kind, key: reason } = outcome.failure;
    const isSaid = kind === 'invalid' || kind === 'network' || kind === 'limited' || kind === 'conflict';
    if (!isSaid && reason !== ERROR_KEYS.insufficientBalance) yield* leaveForError(outcome.failure);
    return;
  }
  yield put(balanceChanged({ jobCreationBalance: outcome.result.jobCreationBalance }));
}

function* saveJob({ payload }: ReturnType<typeof jobSubmitted>): Step<void> {
  const image = yield* uploadCover(payload.cover);
  if (image !== undefined) yield* save(payload, image);
}

/** A copy is a draft; one goes on to change it. */
function* copy({ payload: { jobId } }: ReturnType<typeof copyRequested>): Step<void> {
  const outcome = yield* submit({
    send: (ports, signal) => api.postJobCopy(ports, jobId, signal),
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

/** A logout of one's own will, which was warned of: what was typed goes as well. */
function* dropDrafts(): Step<void> {
  const { user, expired } = yield* read(selectSession);
  // Over a session that ended by itself nobody was warned.
  if (user && !expired) yield put(draftsDropped({ userId: user.id }));
}

/** The form of a job: loading, saving with its cover, copying. */
export function* jobFormSaga(): Step<void> {
  yield all([
    takeLatest(formOpened, safely(loadJobWhileOpen)),
    takeLeading(jobSubmitted, safely(saveJob)),
    takeEvery(copyRequested, safely(copy)),
    takeEvery(logoutRequested, safely(dropDrafts)),
  ]);
}
