import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { DeclineBody } from '../../../contract/schemas/decisions';
import type { Failure } from '../kit/failure';
import { done, failed, loading, type Loadable } from '../kit/loadable';

/** The user's last decision, which can be undone. Its row is in `selectLastDecided` of the applications. */
export interface LastDecision {
  applicationId: number;
  kind: 'declined' | 'reopened' | 'shortlisted';
  /** A reopened applicant already knew of the decline. */
  wasTold: boolean;
}

/** A decline that the server refused because of an open appointment. */
export interface AppointmentQuestion {
  applicationId: number;
  /** Wall time of the marketplace; null if the server did not name it. */
  startAt: string | null;
}

export interface DecisionsState {
  /** Pending and failed operations by application. */
  decline: Record<number, Loadable<null>>;
  change: Record<number, Loadable<null>>;
  reopen: Record<number, Loadable<null>>;
  question: AppointmentQuestion | null;
  last: LastDecision | null;
}

const initialState: DecisionsState = { decline: {}, change: {}, reopen: {}, question: null, last: null };

interface ForApplication {
  applicationId: number;
}
type FailureOf = ForApplication & { failure: Failure };

const slice = createSlice({
  name: 'decisions',
  initialState,
  reducers: {
    /** Without a `reason` the decline has the one that the user chose last. */
    declineRequested: (state, { payload }: PayloadAction<ForApplication & { options?: DeclineBody }>) => {
      state.decline[payload.applicationId] = loading;
      state.question = null;
    },
    declined: (state, { payload: { id } }: PayloadAction<ApplicationRow>) => {
      state.decline[id] = done;
      state.last = { applicationId: id, kind: 'declined', wasTold: false };
    },
    declineFailed: (state, { payload: { applicationId, failure } }: PayloadAction<FailureOf>) => {
      state.decline[applicationId] = failed(failure);
      if (failure.key === ERROR_KEYS.applicationHasAppointment)
        state.question = { applicationId, startAt: failure.appointment?.startAt ?? null };
    },
    /** The user keeps the appointment and does not decline. */
    questionClosed: (state) => {
      state.question = null;
    },
    /** The user changes the reason, the note or the telling of a declined application. */
    changeRequested: (state, { payload }: PayloadAction<ForApplication & { options: DeclineBody }>) => {
      state.change[payload.applicationId] = loading;
    },
    changed: (state, { payload: { id } }: PayloadAction<ApplicationRow>) => {
      state.change[id] = done;
    },
    changeFailed: (state, { payload: { applicationId, failure } }: PayloadAction<FailureOf>) => {
      state.change[applicationId] = failed(failure);
    },
    reopenRequested: (state, { payload }: PayloadAction<ForApplication>) => {
      state.reopen[payload.applicationId] = loading;
    },
    reopened: (state, { payload }: PayloadAction<{ application: ApplicationRow; wasTold: boolean }>) => {
      const { id } = payload.application;
      state.reopen[id] = done;
      state.last = { applicationId: id, kind: 'reopened', wasTold: payload.wasTold };
    },
    reopenFailed: (state, { payload: { applicationId, failure } }: PayloadAction<FailureOf>) => {
      state.reopen[applicationId] = failed(failure);
    },
    /** The page moved on after the user added an applicant to the shortlist. */
    shortlistDecided: (state, { payload: { applicationId } }: PayloadAction<ForApplication>) => {
      state.last = { applicationId, kind: 'shortlisted', wasTold: false };
    },
    lastDismissed: (state) => {
      state.last = null;
    },
  },
});

export const decisionsReducer = slice.reducer;
export const decisionsActions = slice.actions;
export const {
  declineRequested,
  declined,
  declineFailed,
  questionClosed,
  changeRequested,
  reopenRequested,
  reopened,
  shortlistDecided,
  lastDismissed,
} = slice.actions;
