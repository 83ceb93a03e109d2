import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { UNTOLD_REASONS, type DeclineReason, type Reach } from '../../../contract/constants/decisions';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { DeclineBody } from '../../../contract/schemas/decisions';
import type { Failure } from '../kit/failure';
import { waitingActions } from '../applications';
import { done, failed, loading, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { undoOf } from '../kit/undo';

/** True if an applicant who is declined for this reason need not be told. */
export const mayStayUntold = (reason: DeclineReason | null): boolean => UNTOLD_REASONS.some((one) => one === reason);

/**
 * Returns the reason that the next decline starts with. `other` needs a note of its own, and `duplicate` and `spam` say
 * something about one applicant only.
 */
export const carriedReason = (last: DeclineReason | undefined): DeclineReason | null =>
  last === undefined || last === 'other' || mayStayUntold(last) ? null : last;

/** The user's last decision, which can be undone. */
export interface LastDecision {
  applicationId: number;
  kind: 'declined' | 'reopened' | 'shortlisted';
  /** The Idempotency-Key of a decline. */
  key?: string | undefined;
  /** True if a reopened applicant had already been told of the decline. */
  wasTold?: boolean | undefined;
  /** True if the decline cancelled an interview. The applicant was told at once, and an undo does not restore it. */
  cancelledAppointment?: boolean | undefined;
  /** The person's other application, declined from the bar of the first one. */
  isOther?: boolean | undefined;
}

/** The bar offers to undo the last decision. */
export const lastDecision = undoOf<LastDecision>('decision');

interface DeclineRequest {
  applicationId: number;
  /** The applicant's name. */
  name: string;
  /** Without a `reason` the decline uses the one that the user chose last. */
  options?: Omit<DeclineBody, 'note'> | undefined;
  isOther?: boolean | undefined;
}

/** A decline that the server refused because of an open appointment. */
export interface AppointmentQuestion extends DeclineRequest {
  /** Wall time of the marketplace; null if the server did not name it. */
  startAt: string | null;
  /** How the applicant would be told of the cancellation; null if the server did not say it. */
  reach: Reach | null;
}

interface DecisionsState {
  /** Pending and failed operations by application. */
  decline: Record<number, Loadable<null>>;
  change: Record<number, Loadable<null>>;
  reopen: Record<number, Loadable<null>>;
  /** The page shows only the first; more declines may be refused before the user answers. */
  questions: AppointmentQuestion[];
  /** Number of declines and stars of the user. */
  made: number;
  /** The key of the decline that the user undid before the server answered; it is undone after the answer. */
  undoneEarly: string | null;
}

const initialState: DecisionsState = { decline: {}, change: {}, reopen: {}, questions: [], made: 0, undoneEarly: null };

interface ForApplication {
  applicationId: number;
}

const removeQuestion = (state: DecisionsState, id: number) => {
  state.questions = state.questions.filter(({ applicationId }) => applicationId !== id);
};

export const decisionOperations = operations<DecisionsState>('decisions');

const slice = createSlice({
  name: 'decisions',
  initialState,
  reducers: {
    declineRequested: (state, { payload }: PayloadAction<DeclineRequest>) => {
      state.made += 1;
      state.decline[payload.applicationId] = loading;
      removeQuestion(state, payload.applicationId);
    },
    declined: (state, { payload }: PayloadAction<ForApplication>) => {
      state.decline[payload.applicationId] = done;
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
    reopenRequested: (state, { payload }: PayloadAction<ForApplication>) => {
      state.reopen[payload.applicationId] = loading;
      state.undoneEarly = null;
    },
    reopened: (state, { payload }: PayloadAction<ForApplication>) => {
      state.reopen[payload.applicationId] = done;
    },
    reopenFailed: (state, { payload }: PayloadAction<ForApplication & { failure: Failure }>) => {
      state.reopen[payload.applicationId] = failed(payload.failure);
    },
    /** The user keeps the appointment and does not decline. */
    questionClosed: (state, { payload }: PayloadAction<ForApplication>) => removeQuestion(state, payload.applicationId),
    declineUndoneEarly: (state, { payload }: PayloadAction<{ key: string }>) => {
      state.undoneEarly = payload.key;
    },
    /** The user adds the open applicant to the shortlist. The applications send the change. */
    shortlistRequested: (state, _event: PayloadAction<ForApplication>) => {
      state.made += 1;
    },
  },
  extraReducers: (builder) => {
    // The waiting queue sends the decision later, so nothing is pending here.
    builder.addCase(waitingActions.decisionQueued, (state, { payload: { applicationId, act } }) => {
      if (act === 'decline') state.decline[applicationId] = done;
      if (act === 'reopen') state.reopen[applicationId] = done;
    });
    decisionOperations.reduce(builder);
  },
});

export const decisionsReducer = slice.reducer;
export const decisionsActions = slice.actions;
export const { declineRequested, declineUndoneEarly, reopenRequested, questionClosed, shortlistRequested } =
  slice.actions;

const keyOf = ({ applicationId }: ForApplication): number => applicationId;

// saga.ts loads later and adds the calls.
/** The user changes the reason, the note or the notice of a declined application. */
export const changeRequested = decisionOperations.submit<unknown, ForApplication & { options: DeclineBody }>(
  'changeRequested',
  { field: 'change', key: keyOf, waits: true },
);

interface Root {
  decisions: DecisionsState;
}

/** Returns the number of declines and stars of the user. */
export const selectMade = ({ decisions }: Root): number => decisions.made;
/** Returns the key of the decline that the user undid before the server answered. */
export const selectUndoneEarly = ({ decisions }: Root): string | null => decisions.undoneEarly;
/** The appointment that a refused decline would cancel; null without an open question. */
export const selectQuestion = ({ decisions }: Root) => decisions.questions[0] ?? null;
/** Returns the load state of declining this application. */
export const selectDeclineState =
  (id: number) =>
  ({ decisions: { decline } }: Root) =>
    decline[id]?.status ?? 'init';
export const selectIsChangePending =
  (id: number) =>
  ({ decisions: { change: changes } }: Root): boolean =>
    changes[id]?.status === 'loading';
/** True while the server decides on declining or reopening the application. */
export const selectIsDecisionPending =
  (id: number) =>
  ({ decisions: { decline, reopen: reopens } }: Root): boolean =>
    decline[id]?.status === 'loading' || reopens[id]?.status === 'loading';
