import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Reach } from '../../../contract/constants/decisions';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { DeclineBody } from '../../../contract/schemas/decisions';
import { rowRefreshed, shortlistChanged, shortlistFailed } from '../applications';
import type { Failure } from '../kit/failure';
import { done, failed, loading, type Loadable } from '../kit/loadable';

/** The user's last decision, which can be undone. */
export interface LastDecision {
  /** The application as the server last sent it; no list may have it any more. */
  row: ApplicationRow;
  kind: 'declined' | 'reopened' | 'shortlisted';
  /** A reopened applicant already knew of the decline. */
  wasTold: boolean;
  /** The decline cancelled an interview. The applicant heard that at once, and an undo does not restore it. */
  cancelledAppointment: boolean;
  /** The person's other application, declined from the bar of the first one. */
  isOther?: boolean | undefined;
}

interface DeclineRequest {
  applicationId: number;
  /** The applicant's name. */
  name: string;
  /** Without a `reason` the decline has the one that the user chose last. */
  options?: DeclineBody | undefined;
  isOther?: boolean | undefined;
}

/** A decline that the server refused because of an open appointment. */
export interface AppointmentQuestion extends DeclineRequest {
  /** Wall time of the marketplace; null if the server did not name it. */
  startAt: string | null;
  /** How the applicant would hear of the cancellation; null if the server did not say it. */
  reach: Reach | null;
}

export interface DecisionsState {
  /** Pending and failed operations by application. */
  decline: Record<number, Loadable<null>>;
  change: Record<number, Loadable<null>>;
  reopen: Record<number, Loadable<null>>;
  /** Additions to the shortlist from the applicant's page, which can be undone too. */
  star: Record<number, Loadable<null>>;
  /** The page asks the first one; more than one decline may be refused before the user answers. */
  questions: AppointmentQuestion[];
  last: LastDecision | null;
}

const initialState: DecisionsState = { decline: {}, change: {}, reopen: {}, star: {}, questions: [], last: null };

interface ForApplication {
  applicationId: number;
}
type FailureOf = ForApplication & { failure: Failure };

const removeQuestion = (state: DecisionsState, id: number) => {
  state.questions = state.questions.filter(({ applicationId }) => applicationId !== id);
};

const slice = createSlice({
  name: 'decisions',
  initialState,
  reducers: {
    declineRequested: (state, { payload }: PayloadAction<DeclineRequest>) => {
      state.decline[payload.applicationId] = loading;
      removeQuestion(state, payload.applicationId);
      // Until the answer, an undo would act on the decision before.
      if (!payload.isOther) state.last = null;
    },
    declined: (state, { payload }: PayloadAction<Omit<LastDecision, 'kind' | 'wasTold'>>) => {
      state.decline[payload.row.id] = done;
      state.last = { ...payload, kind: 'declined', wasTold: false };
    },
    declineFailed: (state, { payload }: PayloadAction<DeclineRequest & { failure: Failure }>) => {
      const { failure, ...request } = payload;
      state.decline[request.applicationId] = failed(failure);
      if (failure.key === ERROR_KEYS.applicationHasAppointment)
        state.questions.push({
          ...request,
          startAt: failure.appointment?.startAt ?? null,
          reach: failure.appointment?.reach ?? null,
        });
    },
    /** The user keeps the appointment and does not decline. */
    questionClosed: (state, { payload }: PayloadAction<ForApplication>) => removeQuestion(state, payload.applicationId),
    /** The user changes the reason, the note or the notice of a declined application. */
    changeRequested: (state, { payload }: PayloadAction<ForApplication & { options: DeclineBody }>) => {
      state.change[payload.applicationId] = loading;
    },
    changed: (state, { payload: row }: PayloadAction<ApplicationRow>) => {
      state.change[row.id] = done;
      if (state.last?.row.id === row.id) state.last.row = row;
    },
    changeFailed: (state, { payload: { applicationId, failure } }: PayloadAction<FailureOf>) => {
      state.change[applicationId] = failed(failure);
    },
    reopenRequested: (state, { payload }: PayloadAction<ForApplication>) => {
      state.reopen[payload.applicationId] = loading;
    },
    reopened: (state, { payload }: PayloadAction<{ application: ApplicationRow; wasTold: boolean }>) => {
      const { application: row, wasTold } = payload;
      state.reopen[row.id] = done;
      const before = state.last?.row.id === row.id ? state.last : null;
      state.last = { row, kind: 'reopened', wasTold, cancelledAppointment: before?.cancelledAppointment ?? false };
    },
    reopenFailed: (state, { payload: { applicationId, failure } }: PayloadAction<FailureOf>) => {
      state.reopen[applicationId] = failed(failure);
    },
    /** The user adds the open applicant to the shortlist. The applications send the change. */
    shortlistRequested: (state, { payload }: PayloadAction<ForApplication>) => {
      state.star[payload.applicationId] = loading;
      state.last = null;
    },
    lastDismissed: (state) => {
      state.last = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(shortlistChanged, (state, { payload: row }) => {
        if (state.star[row.id]?.status !== 'loading') return;
        state.star[row.id] = done;
        state.last = { row, kind: 'shortlisted', wasTold: false, cancelledAppointment: false };
      })
      .addCase(shortlistFailed, (state, { payload: { id } }) => {
        delete state.star[id];
      })
      .addCase(rowRefreshed, (state, { payload: row }) => {
        if (state.last?.row.id === row.id) state.last.row = row;
        // A colleague decided the person's other application meanwhile.
        const other = state.last?.row.otherWay;
        if (other?.open?.applicationId === row.id && row.decision !== null) other.open = null;
      });
  },
});

export const decisionsReducer = slice.reducer;
export const decisionsActions = slice.actions;
export const { declineRequested, questionClosed, changeRequested, reopenRequested, shortlistRequested, lastDismissed } =
  slice.actions;
