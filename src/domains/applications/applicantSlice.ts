import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApplicationDetail, Comment } from '../../../contract/schemas/applications';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';

export interface ApplicantState {
  /** The open application; null if none is open. */
  applicationId: number | null;
  detail: Loadable<null>;
  /** Preloaded or recently left applications, newest last: moving to the next or previous applicant needs no wait. */
  cached: number[];
  /** State of the comment that is being saved, or the last failure. */
  comment: Loadable<null>;
}

const initialState: ApplicantState = { applicationId: null, detail: init, cached: [], comment: init };

/** The previous, the current and the next application, and one that is being preloaded. */
const MAX_CACHED = 4;

const cache = (state: ApplicantState, id: number) => {
  state.cached = [...state.cached.filter((one) => one !== id), id].slice(-MAX_CACHED);
};

interface OfApplication {
  applicationId: number;
}
type SentComment = OfApplication & { temporaryId: number };

const slice = createSlice({
  name: 'applicant',
  initialState,
  reducers: {
    /** Shows the preloaded application at once; the saga reloads it. */
    applicantOpened: (state, { payload: { applicationId } }: PayloadAction<OfApplication>) => {
      const isLoaded = state.detail.status === 'loaded';
      if (isLoaded && state.applicationId === applicationId) return;
      // Before the one who is left takes a place of few.
      state.detail = state.cached.includes(applicationId) ? done : loading;
      if (isLoaded && state.applicationId !== null) cache(state, state.applicationId);
      state.applicationId = applicationId;
      state.comment = init;
    },
    applicantLoaded: (state, { payload }: PayloadAction<ApplicationDetail>) => {
      if (state.applicationId === payload.id) state.detail = done;
    },
    /** A failed reload keeps the application, unless the server says that it is gone. */
    applicantFailed: (state, { payload }: PayloadAction<OfApplication & { failure: Failure }>) => {
      const { applicationId, failure } = payload;
      if (state.applicationId !== applicationId) return;
      if (state.detail.status !== 'loaded' || failure.kind === 'notFound') state.detail = failed(failure);
    },
    applicantLeft: (state) => {
      Object.assign(state, { applicationId: null, detail: init, comment: init });
    },
    /** The list announces the next applicant: the saga preloads it. */
    preloadRequested: (_state, _event: PayloadAction<OfApplication>) => {},
    applicantPreloaded: (state, { payload }: PayloadAction<ApplicationDetail>) => cache(state, payload.id),
    /** The user changed an appointment or recorded an answer: shows the known part at once and reloads the rest. */
    detailChanged: (
      state,
      { payload }: PayloadAction<OfApplication & { changes?: Partial<Omit<ApplicationDetail, 'id'>> }>,
    ) => {
      state.cached = state.cached.filter((id) => id !== payload.applicationId);
    },
    commentSubmitted: (state, _event: PayloadAction<OfApplication & { workerId: number; message: string }>) => {
      state.comment = loading;
    },
    /** Shows a comment before the server has saved it, under a temporary id. */
    commentAdded: (_state, _event: PayloadAction<OfApplication & { comment: Comment }>) => {},
    commentSaved: (state, { payload }: PayloadAction<SentComment & { comment: Comment }>) => {
      if (state.applicationId === payload.applicationId) state.comment = done;
    },
    commentFailed: (
      state,
      { payload }: PayloadAction<SentComment & { workerId: number; message: string; failure: Failure }>,
    ) => {
      if (state.applicationId === payload.applicationId) state.comment = failed(payload.failure);
    },
  },
});

export const applicantReducer = slice.reducer;
export const applicantActions = slice.actions;
export const {
  applicantOpened,
  applicantLoaded,
  applicantFailed,
  applicantLeft,
  preloadRequested,
  detailChanged,
  commentSubmitted,
} = slice.actions;
