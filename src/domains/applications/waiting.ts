import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DeclineBody } from '../../../contract/schemas/decisions';
import type { Failure } from '../kit/failure';

export type DecisionAct = 'decline' | 'reopen' | 'star' | 'unstar';

/** A decision that waits for the network. It is stored, so it holds no personal names and no free text. */
export interface WaitingDecision {
  /** The Idempotency-Key of all its tries. */
  key: string;
  /** The user who decided. */
  ownerId: number;
  applicationId: number;
  act: DecisionAct;
  /** Only for a decline. */
  options?: Omit<DeclineBody, 'note'> | undefined;
  /** True once it was sent: the server may have saved the decision. */
  isTried: boolean;
  /** When it was first sent under this key, in milliseconds since 1970. A release before did not store it. */
  triedAt?: number;
}

/** The error key of a decision that may have arrived and is too old to be sent again. */
export const DECISION_UNCONFIRMED = 'decision.unconfirmed';

/** A decision that the server refused after it had waited. */
type RefusedDecision = Pick<WaitingDecision, 'ownerId' | 'applicationId' | 'act'> & {
  failure: Pick<Failure, 'kind' | 'key'>;
};

export interface WaitingState {
  /** In the order of deciding. */
  entries: WaitingDecision[];
  /** The newest refusal of each application. */
  refused: RefusedDecision[];
  /** The entry that is being sent; not stored. */
  sending: string | null;
  /** Entries in their first try, which do not wait yet; not stored, because a reload ends the try. */
  begun: string[];
}

const initialState: WaitingState = { entries: [], refused: [], sending: null, begun: [] };

const OPPOSITES: Record<DecisionAct, DecisionAct> = {
  decline: 'reopen',
  reopen: 'decline',
  star: 'unstar',
  unstar: 'star',
};

/**
 * Returns the entries with a new decision. A repeat changes nothing. An opposite decision cancels one that was never
 * sent, and replaces one that a try may have saved. An entry that is being sent stays before the new one.
 */
export const withDecision = (
  { entries, sending, begun }: Pick<WaitingState, 'entries' | 'sending' | 'begun'>,
  decision: WaitingDecision,
): WaitingDecision[] => {
  const { ownerId, applicationId, act } = decision;
  const last = entries.findLast((one) => one.ownerId === ownerId && one.applicationId === applicationId);
  if (last?.act === act) return entries;
  if (last?.act !== OPPOSITES[act] || last.key === sending || begun.includes(last.key)) return [...entries, decision];
  const others = entries.filter((one) => one !== last);
  return last.isTried ? [...others, { ...decision, isTried: true }] : others;
};

/** Maximum number of refusals that are kept. */
const MAX_REFUSED = 50;

interface ForKey {
  key: string;
}

/** A new decision about an application makes its refusal old. */
const forgetRefusal = (state: WaitingState, applicationId: number) => {
  state.refused = state.refused.filter((one) => one.applicationId !== applicationId);
};

const slice = createSlice({
  name: 'waiting',
  initialState,
  reducers: {
    /** A new decision goes to the server at once. */
    decisionBegun: (state, { payload }: PayloadAction<WaitingDecision>) => {
      state.entries.push(payload);
      state.begun.push(payload.key);
      forgetRefusal(state, payload.applicationId);
    },
    /** A decision waits, at once or after a first try without a response. */
    decisionQueued: (state, { payload }: PayloadAction<WaitingDecision>) => {
      state.begun = state.begun.filter((key) => key !== payload.key);
      if (state.entries.some(({ key }) => key === payload.key)) return;
      state.entries = withDecision(state, payload);
      forgetRefusal(state, payload.applicationId);
    },
    decisionSent: (state, { payload: { key, triedAt } }: PayloadAction<ForKey & { triedAt: number }>) => {
      state.sending = key;
      const entry = state.entries.find((one) => one.key === key);
      if (!entry) return;
      entry.isTried = true;
      entry.triedAt ??= triedAt;
    },
    /** A try got no clear response. `isUnsaved`: it was the first one, and the server said that it saved nothing. */
    decisionTried: (state, { payload: { key, isUnsaved } }: PayloadAction<ForKey & { isUnsaved: boolean }>) => {
      if (state.sending === key) state.sending = null;
      const entry = state.entries.find((one) => one.key === key);
      if (entry && isUnsaved) delete entry.triedAt;
    },
    /** The server saved the decision, in this try or an earlier one, or refused the first. */
    decisionSettled: (state, { payload: { key } }: PayloadAction<ForKey>) => {
      if (state.sending === key) state.sending = null;
      state.begun = state.begun.filter((one) => one !== key);
      state.entries = state.entries.filter((one) => one.key !== key);
    },
    decisionRefused: (state, { payload }: PayloadAction<ForKey & Pick<RefusedDecision, 'failure'>>) => {
      if (state.sending === payload.key) state.sending = null;
      const entry = state.entries.find(({ key }) => key === payload.key);
      if (!entry) return;
      const { ownerId, applicationId, act } = entry;
      state.entries = state.entries.filter((one) => one !== entry);
      const others = state.refused.filter((one) => one.applicationId !== applicationId);
      state.refused = [...others, { ownerId, applicationId, act, failure: payload.failure }].slice(-MAX_REFUSED);
    },
    /** The user has read why a decision was refused. */
    refusalClosed: (state, { payload }: PayloadAction<{ applicationId: number }>) => {
      forgetRefusal(state, payload.applicationId);
    },
    /** Signing out deletes this user's waiting decisions. */
    waitingDropped: (state, { payload }: PayloadAction<{ ownerId: number }>) => {
      state.entries = state.entries.filter(({ ownerId }) => ownerId !== payload.ownerId);
      state.refused = state.refused.filter(({ ownerId }) => ownerId !== payload.ownerId);
    },
  },
});

export const waitingReducer = slice.reducer;
export const waitingActions = slice.actions;

interface Root {
  session: { user: { id: number } | null };
  waiting: WaitingState;
}

export const selectWaiting = ({ waiting }: Pick<Root, 'waiting'>): WaitingState => waiting;

/** Returns the key of the newest decline that is in its first try; null for none. */
export const selectDeclining = ({ waiting: { entries, begun } }: Pick<Root, 'waiting'>): string | null =>
  entries.findLast(({ key, act }) => act === 'decline' && begun.includes(key))?.key ?? null;

/** Returns the user's last decision about an application that still waits; undefined for none. */
export const selectWaitingDecision =
  (id: number) =>
  ({ session: { user }, waiting }: Root): WaitingDecision | undefined =>
    waiting.entries.findLast(
      ({ key, applicationId, ownerId }) => applicationId === id && ownerId === user?.id && !waiting.begun.includes(key),
    );

/** Returns the decision that waits for an application; one with `decline` appears as declined. */
export const selectWaitingAct =
  (id: number) =>
  (root: Root): DecisionAct | undefined =>
    selectWaitingDecision(id)(root)?.act;

/** Returns the user's decision about an application that was refused after it had waited; undefined for none. */
export const selectRefusedDecision =
  (id: number) =>
  ({ session: { user }, waiting }: Root): RefusedDecision | undefined =>
    waiting.refused.find(({ applicationId, ownerId }) => applicationId === id && ownerId === user?.id);

/** True while decisions of the user wait for the network or for the answer to their first try. */
export const hasWaitingOf =
  (userId: number | undefined) =>
  ({ waiting }: { waiting?: WaitingState }): boolean =>
    waiting?.entries.some(({ ownerId }) => ownerId === userId) ?? false;

/** Returns whether an application is on the shortlist once the waiting decision arrives. */
export const isStarred = ({ isShortListed }: { isShortListed: boolean }, act: DecisionAct | undefined): boolean =>
  act === 'star' || (isShortListed && act !== 'unstar');
