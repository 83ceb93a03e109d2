import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { deletionConfirmed, jobSaved } from './slice';

interface JobDraft {
  values: Record<string, unknown>;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** Unsent forms of jobs and of applicants by `draftKey`; they survive a reload and the end of a session. */
export interface JobDraftsState {
  byKey: Record<string, JobDraft>;
  /** Unconfirmed postings: the body and its Idempotency-Key. */
  attempts: Record<string, { body: string; key: string }>;
}

const initialState: JobDraftsState = { byKey: {}, attempts: {} };

/** Returns the key of a draft, separate for each user: `7/new` for a new job, `7/123` for an edit of job 123. */
export const draftKeyOf = (userId: number, jobId: number | null): string => `${userId}/${jobId ?? 'new'}`;

const withoutUser = <T>(entries: Record<string, T>, userId: number): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => !key.startsWith(`${userId}/`)));

const slice = createSlice({
  name: 'jobDrafts',
  initialState,
  reducers: {
    draftChanged: (state, { payload }: PayloadAction<JobDraft & { key: string }>) => {
      const { key, values, savedAt } = payload;
      state.byKey[key] = { values, savedAt };
    },
    draftDiscarded: (state, { payload }: PayloadAction<{ key: string }>) => {
      delete state.byKey[payload.key];
    },
    /** Signing out deletes this user's drafts. */
    draftsDropped: (state, { payload }: PayloadAction<{ userId: number }>) => ({
      ...state,
      byKey: withoutUser(state.byKey, payload.userId),
      attempts: withoutUser(state.attempts, payload.userId),
    }),
    attemptStarted: (state, { payload }: PayloadAction<{ draftKey: string; body: string; key: string }>) => {
      const { draftKey, body, key } = payload;
      state.attempts[draftKey] = { body, key };
    },
  },
  extraReducers: (builder) => {
    const forget = (state: JobDraftsState, draftKey: string | null) => {
      if (draftKey === null) return;
      delete state.byKey[draftKey];
      delete state.attempts[draftKey];
    };
    builder
      .addCase(jobSaved, (state, { payload }) => forget(state, payload.draftKey))
      .addCase(deletionConfirmed.loaded, (state, { meta }) => forget(state, meta.arg.draftKey));
  },
});

export const jobDraftsReducer = slice.reducer;
export const { draftChanged, draftDiscarded, draftsDropped, attemptStarted } = slice.actions;
