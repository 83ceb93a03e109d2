import type { Action } from '@reduxjs/toolkit';
import { buffers, eventChannel, END, type EventChannel } from 'redux-saga';
import { all, call, put, race, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { JobStatus } from '../../../../contract/constants/statuses';
import { paths } from '../../../lib/paths';
import { blobOf } from '../../../lib/upload';
import { callApi, idempotencyKey, navigateTo, notify, port, read, type Step } from '../../kit/effects';
import { causeOf, isSignedOut, orGone, toFailure, type Failure } from '../../kit/failure';
import { dataOr } from '../../kit/loadable';
import { leaveForError } from '../../kit/leave';
import { notifyFailure } from '../../kit/notifyFailure';
import { outcomeOf } from '../../kit/request';
import { safely } from '../../kit/safely';
import { sharedEvents } from '../../kit/tabs';
import { balanceChanged, logoutRequested, selectSession } from '../../session';
import { getWaiting, postJobImage } from './api';
import { listLeft, listOpened, selectJobs } from '../slice';
import { attemptStarted, draftChanged, draftDiscarded, draftsDropped } from './drafts';
import { selectJobAttempts, selectJobForm } from './selectors';
import {
  closeRequested,
  copyRequested,
  deletionConfirmed,
  formLeft,
  jobForm,
  jobFormActions,
  jobRequested,
  jobSaved,
  jobSubmitted,
  type JobFormState,
  type JobSubmission,
} from './slice';

type Progress = { fraction: number } | { failure: unknown };

/** A submission with the load state of its start, which the form keeps until it is left. */
interface Saving {
  submission: JobSubmission;
  save: JobFormState['save'];
}

function* isOpen({ save: own }: Saving): Step<boolean> {
  return (yield* read(selectJobForm)).save === own;
}

/** PUTs the file and reports the progress; returns the failure or null. */
function* putFile(url: string, file: Blob, saving: Saving): Step<Failure | null> {
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
      else if (yield* isOpen(saving)) yield put(jobFormActions.uploadProgressed(event.fraction));
    }
  });
  return failure;
}

function* failUpload(saving: Saving, step: 'address' | 'file', failure: Failure): Step<void> {
  if (yield* isOpen(saving)) yield put(jobFormActions.uploadFailed({ step, failure }));
  else yield* notifyFailure(failure);
}

/** Returns the `imageUrl` of the new cover; null without a cover, undefined after a failed upload. */
function* uploadCover(saving: Saving): Step<string | null | undefined> {
  const { cover } = saving.submission;
  if (cover === null) return null;
  const random = yield* port('random');
  const file = blobOf(cover);
  // A random name with the right extension hides the user's file name. See docs/PRODUCT.md#pictures.
  const fileName = `${random.id()}.${file.type === 'image/png' ? 'png' : 'jpg'}`;
  let target: Awaited<ReturnType<typeof postJobImage>>;
  try {
    target = yield* callApi((api) => postJobImage(api, { fileName, file }));
  } catch (error) {
    yield* failUpload(saving, 'address', toFailure(error));
    return undefined;
  }
  const failure = yield* putFile(target.uploadUrl, file, saving);
  if (failure) {
    yield* failUpload(saving, 'file', failure);
    return undefined;
  }
  if (yield* isOpen(saving)) yield put(jobFormActions.uploadLoaded());
  return target.imageUrl;
}

/** Returns the same key for every try of the same posting, so that a lost response creates no second job. */
function* idempotencyKeyFor(draftKey: string, body: unknown): Step<string> {
  const text = JSON.stringify(body);
  const earlier = (yield* read(selectJobAttempts))[draftKey];
  const onNew = (key: string) => attemptStarted({ draftKey, body: text, key });
  return yield* idempotencyKey(earlier?.body === text ? earlier.key : undefined, onNew);
}

function* save(saving: Saving, image: string | null): Step<void> {
  const { submission } = saving;
  const withImage = image === null ? {} : { image };
  const key =
    submission.jobId === null ? yield* idempotencyKeyFor(submission.draftKey, [submission.body, submission.cover]) : '';
  const before = dataOr((yield* read(selectJobForm)).job, null);
  const lackedCredit = (status: JobStatus) => submission.body.status === 'active' && status === 'draft';
  const outcome = yield* outcomeOf(
    (api) =>
      submission.jobId === null
        ? api.call('POST /job', {
            body: { ...submission.body, ...withImage },
            headers: { 'Idempotency-Key': key },
          })
        : api.call('PUT /job/:id', {
            params: { id: submission.jobId },
            body: { ...submission.body, ...withImage },
          }),
    false,
  );
  const isLate = !(yield* isOpen(saving));
  if (!outcome.ok) {
    yield put(jobFormActions.saveFailed({ failure: outcome.failure, isLate }));
    if (isLate) return yield* notifyFailure(outcome.failure);
    // The fields show their own errors and the form shows a missing credit. Without a response the form keeps its
    // values.
    const { kind, key: reason } = outcome.failure;
    const isShownInForm = kind === 'invalid' || kind === 'network' || kind === 'limited' || kind === 'conflict';
    if (!isShownInForm && reason !== ERROR_KEYS.insufficientBalance)
      yield* leaveForError(outcome.failure, { isSave: true });
    return;
  }
  const { job, jobCreationBalance, ...more } = outcome.result;
  yield put(
    jobFormActions.saveLoaded({
      isLate,
      saved: { id: job.id, status: job.status, lackedCredit: lackedCredit(job.status) },
      job,
      draftKey: submission.draftKey,
      ...('bulk' in more && more.bulk && { bulkId: more.bulk.id }),
    }),
  );
  yield put(balanceChanged({ jobCreationBalance, newJobs: submission.jobId === null ? 1 : 0 }));
  // The list marks a new job, and a dialog tells of a missing credit.
  if (submission.jobId !== null && !lackedCredit(job.status)) {
    const isPublished = job.status === 'active' && before !== null && before.status !== 'active';
    const status = isPublished ? 'published' : job.status;
    yield* notify({ id: 'jobForm.saved', values: { status }, kind: 'success' });
  }
}

function* saveJob({ payload }: ReturnType<typeof jobSubmitted>): Step<void> {
  const saving = { submission: payload, save: (yield* read(selectJobForm)).save };
  const image = yield* uploadCover(saving);
  if (image !== undefined) yield* save(saving, image);
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
function* notifySaved({ payload: { draftKey: key } }: ReturnType<typeof jobSaved>): Step<void> {
  if (key !== null) yield* drafts.share(draftDiscarded({ key }));
}

function* notifyDeleted({ meta: { arg } }: ReturnType<typeof deletionConfirmed.loaded>): Step<void> {
  yield* drafts.share(draftDiscarded({ key: arg.draftKey }));
}

/** An unknown job opens /unauthorized, any other failure /error: docs/PRODUCT.md#after-saving. */
jobForm.calls(jobRequested, {
  call: async (api, { jobId: id }) => (await api.call('GET /job/:id', { params: { id: id ?? 0 } })).job,
  *afterFailure(failure) {
    if (failure.kind === 'notFound') yield* navigateTo(paths.unauthorized(), { replace: true });
    else yield* leaveForError(failure);
  },
});

/** Counts the applications that wait for an answer, and names those that closing the job leaves undecided. */
jobForm.calls(closeRequested, { call: (api, { jobId }) => getWaiting(api, jobId) });

/**
 * Deletes a draft and opens the jobs, unless the user has left its form. A draft that is already gone counts as deleted.
 */
jobForm.calls(deletionConfirmed, {
  call: (api, { jobId: id }) => orGone(api.call('PUT /job/:id', { params: { id }, body: { status: 'deleted' } })),
  notice: 'jobForm.deleteDraft.done',
  *after(_deleted, { jobId }) {
    const form = yield* read(selectJobForm);
    // The form's guard lets this navigation pass.
    if (form.jobId === jobId && form.job.status === 'loaded')
      yield* navigateTo(paths.jobs(), { replace: true, state: { deleted: jobId } });
  },
});

/** Opens the form of a copy, or offers it if the user has left the page meanwhile. */
function* openCopy({ payload: { jobId } }: ReturnType<typeof copyRequested>): Step<void> {
  const isEnd = (action: Action) =>
    (copyRequested.loaded.match(action) || copyRequested.failed.match(action)) && action.meta.arg.jobId === jobId;
  const { left, ended } = (yield race({ left: take([formLeft, listLeft]), ended: take(isEnd) })) as Record<
    'left' | 'ended',
    Action | undefined
  >;
  const end = ended ?? ((yield take(isEnd)) as Action);
  if (!copyRequested.loaded.match(end)) return;
  const to = paths.jobEdit(end.payload.id);
  yield* notify({ id: 'jobs.copied', kind: 'success', ...(left && { to }) });
  if (!left) yield* navigateTo(to);
}

/** Copies a job as a draft. */
jobForm.calls(copyRequested, {
  call: async (api, { jobId: id }) => {
    const { job } = await api.call('POST /job/:id/copy', { params: { id } });
    return { id: job.id };
  },
  *afterFailure(failure) {
    const { key, quota } = failure;
    if (quota && key === ERROR_KEYS.quotaJobs) yield* notify({ id: `errors.keys.${key}`, quota, kind: 'error' });
    else if (!isSignedOut(failure)) yield* notify({ id: 'jobs.copy.failed', failure: causeOf(failure), kind: 'error' });
  },
});

/** Reloads the open list after a change that the user began before opening it. */
function* reloadList(event: Action): Step<void> {
  if (!listOpened.match(event)) return;
  const { copies } = yield* read(selectJobForm);
  yield take([
    jobSaved,
    deletionConfirmed.loaded,
    // A copy from the list opens its form instead.
    (action: Action) => copyRequested.loaded.match(action) && copies[action.meta.arg.jobId]?.status === 'loading',
  ]);
  yield put(listOpened((yield* read(selectJobs)).query));
}

export function* jobFormSaga(): Step<void> {
  yield all([
    call(drafts.receive),
    takeEvery([draftChanged, draftDiscarded, draftsDropped], safely(notifyTabs)),
    takeEvery(copyRequested, safely(openCopy)),
    takeLatest([listOpened, listLeft], safely(reloadList)),
    ...jobForm.watch(),
    takeEvery(jobSaved, safely(notifySaved)),
    takeEvery(deletionConfirmed.loaded, safely(notifyDeleted)),
    // A save whose form was left must not swallow that of the next form.
    takeEvery(jobSubmitted, safely(saveJob)),
    takeEvery(logoutRequested, safely(dropDrafts)),
  ]);
}
