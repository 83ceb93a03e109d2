import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { JobStatus } from '../../../../contract/constants/statuses';
import type { Job, JobBody, JobChangeBody } from '../../../../contract/schemas/jobForm';
import type { Failure } from '../../kit/failure';
import { failed, init, loaded, loading, loadReducers, type Loadable } from '../../kit/loadable';
import { operations } from '../../kit/operation';
import type { Waiting } from './api';

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

/** True once the user has left the form of a save, which goes on without it. */
interface Lateness {
  isLate: boolean;
}

const to = loadReducers<JobFormState>();

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
      // An object of its own, by which the saga knows whether this form is still open.
      state.save = { ...loading };
      state.upload = payload.cover === null ? init : loading;
      state.uploaded = 0;
      state.failedStep = null;
    },
    uploadProgressed: (state, { payload }: PayloadAction<number>) => {
      state.uploaded = payload;
    },
    uploadLoaded: to.done('upload'),
    uploadFailed: (state, { payload }: PayloadAction<{ step: UploadStep; failure: Failure }>) => {
      state.upload = failed(payload.failure);
      state.failedStep = payload.step;
      state.save = init;
    },
    /** `bulkId`: the bulk action that answers the remaining applicants of a closed job. */
    saveLoaded: (
      state,
      { payload }: PayloadAction<Lateness & { saved: SavedJob; job: Job; draftKey: string | null; bulkId?: string }>,
    ) => {
      if (payload.isLate) return;
      state.save = loaded(payload.saved);
      if (state.job.status === 'loaded') state.job = loaded(payload.job);
    },
    saveFailed: (state, { payload }: PayloadAction<Lateness & { failure: Failure }>) => {
      if (!payload.isLate) state.save = failed(payload.failure);
    },
    /** The user closed the message about the last save. */
    saveAcknowledged: to.init('save'),
    /** The user closed the question whether to delete the draft. */
    deletionClosed: to.init('deletion'),
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

interface ForJob {
  jobId: number;
}

// saga.ts loads later and adds the calls.
export const jobRequested = jobForm.read('jobRequested', {
  field: 'job',
  on: [formOpened],
  until: [formLeft],
  when: (_state, { jobId }: { jobId: number | null }) => jobId !== null,
});

/** The user is about to close the job. */
export const closeRequested = jobForm.read<'waiting', ForJob>('waitingRequested', {
  field: 'waiting',
  forgets: 'atStart',
});

export const deletionConfirmed = jobForm.submit<unknown, ForJob & { draftKey: string }>('deletionConfirmed', {
  field: 'deletion',
});

export const copyRequested = jobForm.change<{ id: number }, ForJob>('copyRequested', {
  field: 'copies',
  key: ({ jobId }) => jobId,
  loaded: ({ copies }, _copy, { jobId }) => {
    delete copies[jobId];
  },
});
