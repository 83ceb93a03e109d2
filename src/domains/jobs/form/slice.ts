import { fullName } from '../../../../contract/constants/text';
import { FEEDBACK_FIELDS, NO_ANSWERS, openStepOf, type OpenStep } from '../../../../contract/constants/feedback';
import { PAGE_LIMIT_MAX } from '../../../../contract/constants/limits';
import { APPOINTMENT_STATUS_GROUPS, type JobStatus } from '../../../../contract/constants/statuses';
import type { Appointment } from '../../../../contract/schemas/appointments';
import type { Api } from '../../../lib/api';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Job, JobBody, JobChangeBody } from '../../../../contract/schemas/jobForm';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { paths } from '../../../lib/paths';
import { navigateTo, notify } from '../../kit/effects';
import { causeOf, isSignedOut, orGone, type Failure } from '../../kit/failure';
import { leaveForError } from '../../kit/leave';
import { done, failed, init, loaded, loading, type Loadable } from '../../kit/loadable';
import { operations } from '../../kit/operation';

/** An applicant whom the closing of a job leaves undecided. */
interface LeftOut {
  applicationId: number;
  name: string;
  step: OpenStep;
}

/** Applications of a job that wait for an answer. */
interface Waiting {
  /** How many the closing of the job declines. */
  count: number;
  leftOut: LeftOut[];
}

const ALL_GROUPS = Object.keys(APPOINTMENT_STATUS_GROUPS).join(',');

const leftOutBy = (appointment: Appointment): LeftOut[] => {
  const { applicationId, status, user } = appointment;
  const answers = { ...NO_ANSWERS };
  for (const field of FEEDBACK_FIELDS) answers[field] = appointment[field];
  const step = openStepOf({ status: status.name, answers });
  return step ? [{ applicationId, name: fullName(user), step }] : [];
};

/** Returns the applications of a job that wait for an answer. Of several appointments the last one counts. */
const getWaiting = async (api: Api, jobId: number): Promise<Waiting> => {
  const query = { jobId, status: 'in_progress', limit: 0 } as const;
  const [answer, appointments] = await Promise.all([
    api.envelope('GET /search/application/all', { query }),
    api.call('GET /appointment/me', { query: { jobId, statusGroup: ALL_GROUPS, limit: PAGE_LIMIT_MAX } }),
  ]);
  const last = new Map<number, Appointment>();
  for (const one of [...appointments].sort((a, b) => a.id - b.id)) last.set(one.applicationId, one);
  const leftOut = [...last.values()].flatMap(leftOutBy);
  return { count: Math.max(0, (answer.total ?? 0) - leftOut.length), leftOut };
};

/** Returns the address for the PUT of the image. */
export const postJobImage = (api: Api, { fileName, file }: { fileName: string; file: Blob }) => {
  const contentType = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  return api.call('POST /job/image', { body: { fileName, contentType, contentLength: file.size } });
};

/** Outcome of a save. `wasShort`: the balance was too low, so the server saved a draft. */
interface SavedJob {
  id: number;
  status: JobStatus;
  lackedCredit: boolean;
}

/** Which of the two calls of an upload failed. See docs/PRODUCT.md#job-cover. */
type UploadStep = 'address' | 'file';

export interface JobFormState {
  /** The job of the open page; null for a new one. */
  jobId: number | null;
  /** The edited job; `init` for a new one. */
  job: Loadable<Job>;
  save: Loadable<SavedJob>;
  /** Applications of the job without an answer; loads when the user is about to close it. */
  waiting: Loadable<Waiting>;
  upload: Loadable<null>;
  /** Uploaded fraction of the cover. */
  uploaded: number;
  failedStep: UploadStep | null;
  /** Deletion of the open draft. */
  deletion: Loadable<null>;
  /** Pending copies by the id of the original. */
  copies: Record<number, Loadable<null>>;
}

const initialState: JobFormState = {
  jobId: null,
  job: init,
  save: init,
  waiting: init,
  upload: init,
  uploaded: 0,
  failedStep: null,
  deletion: init,
  copies: {},
};

/** `cover`: a new picture as a `data:` address. `draftKey`: the draft that a successful save deletes, if any. */
export type JobSubmission = { cover: string | null } & (
  | { jobId: null; draftKey: string; body: Omit<JobBody, 'image'> }
  | { jobId: number; draftKey: string | null; body: Omit<JobChangeBody, 'image'> }
);

export const jobForm = operations<JobFormState>('jobForm');

const slice = createSlice({
  name: 'jobForm',
  initialState,
  reducers: {
    /** Opens the page of a new job (null) or of an edit. */
    formOpened: (state, { payload }: PayloadAction<{ jobId: number | null }>) => ({
      ...initialState,
      copies: state.copies,
      jobId: payload.jobId,
    }),
    jobSubmitted: (state, { payload }: PayloadAction<JobSubmission>) => {
      state.save = loading;
      state.upload = payload.cover === null ? init : loading;
      state.uploaded = 0;
      state.failedStep = null;
    },
    uploadProgressed: (state, { payload }: PayloadAction<number>) => {
      state.uploaded = payload;
    },
    uploadLoaded: (state) => {
      state.upload = done;
    },
    uploadFailed: (state, { payload }: PayloadAction<{ step: UploadStep; failure: Failure }>) => {
      state.upload = failed(payload.failure);
      state.failedStep = payload.step;
      state.save = init;
    },
    /** `bulkId`: the bulk action that answers the remaining applicants of a closed job. */
    saveLoaded: (
      state,
      { payload }: PayloadAction<{ saved: SavedJob; job: Job; draftKey: string | null; bulkId?: string }>,
    ) => {
      state.save = loaded(payload.saved);
      if (state.job.status === 'loaded') state.job = loaded(payload.job);
    },
    saveFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.save = failed(payload);
    },
    /** The user closed the message about the last save. */
    saveAcknowledged: (state) => {
      state.save = init;
    },
    /** The user closed the question whether to delete the draft. */
    deletionClosed: (state) => {
      state.deletion = init;
    },
    formLeft: (state) => {
      state.job = init;
      state.deletion = init;
      state.save = init;
      state.upload = init;
    },
  },
  extraReducers: jobForm.reduce,
});

export const jobFormReducer = slice.reducer;
export const jobFormActions = slice.actions;
export const jobSaved = slice.actions.saveLoaded;
export const { formOpened, jobSubmitted, saveAcknowledged, deletionClosed, formLeft } = slice.actions;

/** An unknown job opens /unauthorized, any other failure /error: docs/PRODUCT.md#after-saving. */
jobForm.read('jobRequested', {
  field: 'job',
  call: async (api, { jobId: id }: { jobId: number | null }) =>
    (await api.call('GET /job/:id', { params: { id: id ?? 0 } })).job,
  on: [formOpened],
  until: [formLeft],
  when: (_state, { jobId }) => jobId !== null,
  *afterFailure(failure) {
    if (failure.kind === 'notFound') yield* navigateTo(paths.unauthorized(), { replace: true });
    else yield* leaveForError(failure);
  },
});

/**
 * The user is about to close the job: counts the applications that wait for an answer, and names those that the closing
 * of the job leaves out.
 */
export const closeRequested = jobForm.read('waitingRequested', {
  field: 'waiting',
  call: (api, { jobId }: { jobId: number }) => getWaiting(api, jobId),
  forgets: 'atStart',
});

/** Deletes a draft and opens the jobs. A draft that is already gone counts as deleted. */
export const deletionConfirmed = jobForm.submit('deletionConfirmed', {
  field: 'deletion',
  call: (api, { jobId: id }: { jobId: number; draftKey: string }) =>
    orGone(api.call('PUT /job/:id', { params: { id }, body: { status: 'deleted' } })),
  notice: 'jobForm.deleteDraft.done',
  // The form's guard lets this navigation pass.
  after: (_deleted, { jobId }) => navigateTo(paths.jobs(), { replace: true, state: { deleted: jobId } }),
});

/** Copies a job as a draft and opens the copy's form. */
export const copyRequested = jobForm.submit('copyRequested', {
  field: 'copies',
  call: async (api, { jobId: id }: { jobId: number }) => (await api.call('POST /job/:id/copy', { params: { id } })).job,
  key: ({ jobId }) => jobId,
  loaded: ({ copies }, _copy, { jobId }) => {
    delete copies[jobId];
  },
  notice: 'jobs.copied',
  after: ({ id }) => navigateTo(paths.jobEdit(id)),
  *afterFailure(failure) {
    const { key, quota } = failure;
    if (quota && key === ERROR_KEYS.quotaJobs) yield* notify({ id: `errors.keys.${key}`, quota, kind: 'error' });
    else if (!isSignedOut(failure)) yield* notify({ id: 'jobs.copy.failed', failure: causeOf(failure), kind: 'error' });
  },
});
