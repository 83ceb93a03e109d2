import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FeedbackBody } from '../../../contract/schemas/applications';
import type { AppointmentBody, LastAnswer } from '../../../contract/schemas/appointments';
import type { WorkerFeedback } from '../../../contract/constants/statuses';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';

/** A place of work: coordinates in degrees, and a name. */
export interface WorkPlace {
  latitude: number;
  longitude: number;
  name: string;
}

export interface CurrentAppointmentState {
  applicationId: number | null;
  /** The job's place of work; null if it is unknown. */
  place: Loadable<WorkPlace | null>;
  creation: Loadable<null>;
  /** The form that was sent last, and its Idempotency-Key. */
  attempt: { body: string; key: string } | null;
  change: Loadable<null>;
  feedback: Loadable<null>;
  /** The removal of the last answer. */
  correction: Loadable<null>;
  calendar: Loadable<null>;
}

const initialState: CurrentAppointmentState = {
  applicationId: null,
  place: init,
  creation: init,
  attempt: null,
  change: init,
  feedback: init,
  correction: init,
  calendar: init,
};

/** `cancelled` cancels the appointment, `none` removes it without a trace. See docs/API.md#appointment-status. */
export type AppointmentChange = 'cancelled' | 'none';

/**
 * `worker`: whether the worker came, with a comment, if that was not recorded before. `body`: the answers; null
 * without any.
 */
export interface FeedbackSubmission {
  applicationId: number;
  jobId: number;
  worker: { appointmentId: number; feedback: WorkerFeedback; text: string } | null;
  body: FeedbackBody | null;
}

/**
 * Names the answer that the user saw, so that a repeat removes no other. `name` is the worker's first name, `comment`
 * the reason, empty without one.
 */
export interface FeedbackCorrection {
  applicationId: number;
  appointmentId: number;
  answer: LastAnswer;
  name: string;
  comment: string;
}

interface ForApplication {
  applicationId: number;
}
type FailureOf = ForApplication & { failure: Failure };
type Operation = 'creation' | 'change' | 'feedback' | 'correction' | 'calendar';

/** Ignores responses for an application that is no longer open. */
const setOutcome = (
  state: CurrentAppointmentState,
  operation: Operation,
  applicationId: number,
  outcome: Loadable<null>,
) => {
  if (state.applicationId === applicationId) state[operation] = outcome;
};

const slice = createSlice({
  name: 'currentAppointment',
  initialState,
  reducers: {
    /** The user opened the appointment or feedback tab of an application. */
    tabOpened: (_state, { payload }: PayloadAction<ForApplication & { jobId: number }>) => ({
      ...initialState,
      applicationId: payload.applicationId,
      place: loading,
    }),
    placeLoaded: (state, { payload }: PayloadAction<ForApplication & { place: WorkPlace | null }>) => {
      if (state.applicationId === payload.applicationId) state.place = loaded(payload.place);
    },
    creationSubmitted: (state, _action: PayloadAction<{ body: AppointmentBody }>) => {
      state.creation = loading;
    },
    attemptStarted: (state, { payload }: PayloadAction<{ body: string; key: string }>) => {
      state.attempt = payload;
    },
    creationLoaded: (state, { payload }: PayloadAction<ForApplication>) => {
      setOutcome(state, 'creation', payload.applicationId, done);
      if (state.applicationId === payload.applicationId) state.attempt = null;
    },
    creationFailed: (state, { payload }: PayloadAction<FailureOf>) =>
      setOutcome(state, 'creation', payload.applicationId, failed(payload.failure)),
    changeSubmitted: (state, _action: PayloadAction<ForApplication & { id: number; status: AppointmentChange }>) => {
      state.change = loading;
    },
    changeLoaded: (state, { payload }: PayloadAction<ForApplication>) =>
      setOutcome(state, 'change', payload.applicationId, done),
    changeFailed: (state, { payload }: PayloadAction<FailureOf>) =>
      setOutcome(state, 'change', payload.applicationId, failed(payload.failure)),
    /** The confirmation of a change opened; the outcome of an earlier change does not count for it. */
    changeOpened: (state) => {
      if (state.change.status !== 'loading') state.change = init;
    },
    feedbackSubmitted: (state, _action: PayloadAction<FeedbackSubmission>) => {
      state.feedback = loading;
      state.correction = init;
    },
    feedbackLoaded: (state, { payload }: PayloadAction<ForApplication>) =>
      setOutcome(state, 'feedback', payload.applicationId, done),
    feedbackFailed: (state, { payload }: PayloadAction<FailureOf>) =>
      setOutcome(state, 'feedback', payload.applicationId, failed(payload.failure)),
    /** The user takes the last answer back. */
    correctionSubmitted: (state, _action: PayloadAction<FeedbackCorrection>) => {
      state.correction = loading;
      state.feedback = init;
    },
    correctionLoaded: (state, { payload }: PayloadAction<ForApplication>) =>
      setOutcome(state, 'correction', payload.applicationId, done),
    correctionFailed: (state, { payload }: PayloadAction<FailureOf>) =>
      setOutcome(state, 'correction', payload.applicationId, failed(payload.failure)),
    calendarRequested: (state, _action: PayloadAction<ForApplication & { id: number }>) => {
      state.calendar = loading;
    },
    calendarLoaded: (state, { payload }: PayloadAction<ForApplication>) =>
      setOutcome(state, 'calendar', payload.applicationId, done),
    calendarFailed: (state, { payload }: PayloadAction<FailureOf>) =>
      setOutcome(state, 'calendar', payload.applicationId, failed(payload.failure)),
  },
});

export const currentAppointmentReducer = slice.reducer;
export const currentActions = slice.actions;
export const {
  tabOpened,
  creationSubmitted,
  changeSubmitted,
  changeOpened,
  feedbackSubmitted,
  correctionSubmitted,
  calendarRequested,
} = slice.actions;
