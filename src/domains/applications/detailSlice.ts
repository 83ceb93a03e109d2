import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { ApplicationDetail, Comment } from '../../../contract/schemas/applications';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { applicationsActions } from './slice';

export interface ApplicantState {
  /** The open application; null if none is open. */
  applicationId: number | null;
  detail: Loadable<ApplicationDetail>;
  /** Preloaded or recently left applications, newest last: moving to the next or previous applicant needs no wait. */
  cached: ApplicationDetail[];
  /** State of the comment that is being saved, or the last failure. */
  comment: Loadable<null>;
}

interface DetailFailure {
  applicationId: number;
  failure: Failure;
}

const initialState: ApplicantState = { applicationId: null, detail: init, cached: [], comment: init };

const loadedDetail = ({ applicationId, detail }: ApplicantState, id: number): ApplicationDetail | null =>
  detail.status === 'loaded' && applicationId === id ? detail.data : null;

/** The previous, the current and the next application, and one that is being preloaded. */
const MAX_CACHED = 4;

const cacheDetail = (state: ApplicantState, detail: ApplicationDetail) => {
  state.cached = [...state.cached.filter(({ id }) => id !== detail.id), detail].slice(-MAX_CACHED);
};

const commentsOf = ({ detail }: ApplicantState, workerId: number): Comment[] | null =>
  detail.status === 'loaded' && detail.data.user.id === workerId ? detail.data.comments : null;

const { decisionChanged, rowRefreshed } = applicationsActions;

const slice = createSlice({
  name: 'applicant',
  initialState,
  reducers: {
    /** Shows the preloaded application at once; the saga reloads it. */
    applicantOpened: (state, { payload }: PayloadAction<{ applicationId: number }>) => {
      const { applicationId } = payload;
      if (loadedDetail(state, applicationId)) return;
      if (state.detail.status === 'loaded') cacheDetail(state, state.detail.data);
      const cachedDetail = state.cached.find(({ id }) => id === applicationId);
      state.applicationId = applicationId;
      state.detail = cachedDetail ? loaded(cachedDetail) : loading;
      state.comment = init;
    },
    applicantLoaded: (state, { payload }: PayloadAction<ApplicationDetail>) => {
      if (state.applicationId === payload.id) state.detail = loaded(payload);
    },
    /** A failed reload keeps the application, unless the server says that it is gone. */
    applicantFailed: (state, { payload: { applicationId, failure } }: PayloadAction<DetailFailure>) => {
      if (state.applicationId !== applicationId) return;
      if (state.detail.status !== 'loaded' || failure.kind === 'notFound') state.detail = failed(failure);
    },
    applicantLeft: (state) => {
      state.applicationId = null;
      state.detail = init;
      state.comment = init;
    },
    /** The list announces the next applicant: the saga preloads it. */
    preloadRequested: (_state, _event: PayloadAction<{ applicationId: number }>) => {},
    applicantPreloaded: (state, { payload }: PayloadAction<ApplicationDetail>) => {
      cacheDetail(state, payload);
    },
    /** The user changed an appointment or recorded an answer: shows the known part at once and reloads the rest. */
    detailChanged: (
      state,
      { payload }: PayloadAction<{ applicationId: number; changes?: Partial<Omit<ApplicationDetail, 'id'>> }>,
    ) => {
      const detail = loadedDetail(state, payload.applicationId);
      if (detail) Object.assign(detail, payload.changes);
      state.cached = state.cached.filter(({ id }) => id !== payload.applicationId);
    },
    commentSubmitted: (state, _event: PayloadAction<{ workerId: number; message: string }>) => {
      state.comment = loading;
    },
    /** Adds a comment before the server has saved it, under a temporary id. */
    commentAdded: (state, { payload }: PayloadAction<{ workerId: number; comment: Comment }>) => {
      commentsOf(state, payload.workerId)?.unshift(payload.comment);
    },
    commentSaved: (state, { payload }: PayloadAction<{ workerId: number; temporaryId: number; comment: Comment }>) => {
      state.comment = done;
      const comments = commentsOf(state, payload.workerId);
      const at = comments?.findIndex(({ id }) => id === payload.temporaryId) ?? -1;
      if (comments && at >= 0) comments[at] = payload.comment;
    },
    commentFailed: (state, { payload }: PayloadAction<{ workerId: number; temporaryId: number; failure: Failure }>) => {
      state.comment = failed(payload.failure);
      const comments = commentsOf(state, payload.workerId);
      const at = comments?.findIndex(({ id }) => id === payload.temporaryId) ?? -1;
      if (at >= 0) comments?.splice(at, 1);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(applicationsActions.seenRequested, (state, { payload }) => {
        const detail = loadedDetail(state, payload.id);
        if (detail) detail.isSeen = true;
      })
      .addCase(applicationsActions.seenFailed, (state, { payload }) => {
        const detail = loadedDetail(state, payload.id);
        if (detail) detail.isSeen = false;
      })
      .addCase(applicationsActions.seenChanged, (state, { payload }) => {
        const detail = loadedDetail(state, payload.id);
        if (detail) detail.isSeen = payload.isSeen;
      })
      .addMatcher(isAnyOf(decisionChanged, rowRefreshed), (state, { payload }) => {
        const { id, status, decision } = payload;
        const known = [loadedDetail(state, id), state.cached.find((one) => one.id === id)];
        for (const detail of known) if (detail) Object.assign(detail, { status, decision });
      });
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
