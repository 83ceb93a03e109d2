import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { jobFormActions } from './slice';

/** What was typed and not sent, as the form holds it. */
export interface JobDraft {
  values: Record<string, unknown>;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** Unsent forms by `draftKey` (of jobs, and those about an applicant); kept over a reload and the end of a session. */
export interface JobDraftsState {
  byKey: Record<string, JobDraft>;
  /** Postings that were sent and not yet answered well: what was sent, and the Idempotency-Key that it went with. */
  attempts: Record<string, { body: string; key: string }>;
}

const initialState: JobDraftsState = { byKey: {}, attempts: {} };

/** Of each user his own: `7/new` for a new job, `7/123` for a change of job 123. */
export const draftKeyOf = (userId: number, jobId: number | null): string => `${userId}/${jobId ?? 'new'}`;

const notOf = <T>(held: Record<string, T>, userId: number): Record<string, T> =>
  Object.fromEntries(Object.entries(held).filter(([key]) => !key.startsWith(`${userId}/`)));

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
    /** Whoever signs out of his own will takes his along. */
    draftsDropped: (state, { payload }: PayloadAction<{ userId: number }>) => ({
      ...state,
      byKey: notOf(state.byKey, payload.userId),
      attempts: notOf(state.attempts, payload.userId),
    }),
    attemptStarted: (state, { payload }: PayloadAction<{ draftKey: string; body: string; key: string }>) => {
      const { draftKey, body, key } = payload;
      state.attempts[draftKey] = { body, key };
    },
  },
  extraReducers: (builder) => {
    builder.addCase(jobFormActions.saveLoaded, (state, { payload }) => {
      delete state.byKey[payload.draftKey];
      delete state.attempts[payload.draftKey];
    });
  },
});

export const jobDraftsReducer = slice.reducer;
export const { draftChanged, draftDiscarded, draftsDropped, attemptStarted } = slice.actions;
