import { createSelector, createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { MessageStatus } from '../../../contract/constants/statuses';
import type { Message } from '../../../contract/schemas/chat';
import { serverNow } from '../../lib/serverClock';
import type { Failure } from '../kit/failure';
import { conversationActions, type ConversationState } from './conversationSlice';

/** A message that the server has not confirmed. Its id stays the same, so that the server keeps it only once. */
export interface OutboxEntry {
  clientId: string;
  /** Id of its author. */
  ownerId: number;
  threadId: number;
  /** Id of the employer. */
  userId: number;
  workerId: number;
  body: string;
  /** Tells the server which content checks to skip. */
  status: MessageStatus;
  /** Milliseconds since 1970. */
  writtenAt: number;
}

type NewMessage = Omit<OutboxEntry, 'clientId' | 'status' | 'writtenAt'> & Partial<OutboxEntry>;

/**
 * `waiting`: the program tries again; `refused`: the user must try again; `asked`: the content check asks the user to
 * confirm, with the server's `text`.
 */
export type UnsentState =
  | { status: 'waiting' }
  | { status: 'refused'; failure: Failure }
  | { status: 'asked'; next: MessageStatus; text: string };

/** A message without an outcome is being sent. */
type SendingState = UnsentState | { status: 'sending' };

export interface OutboxState {
  /** In the order of writing. */
  entries: OutboxEntry[];
  /** Unsent drafts by `draftKeyOf`. */
  drafts: Record<string, string>;
  /** States of the messages that are not being sent, by id; not stored. */
  sending: Record<string, UnsentState>;
}

const initialState: OutboxState = { entries: [], drafts: {}, sending: {} };

/** Keeps the drafts of two users of one browser apart. */
export const draftKeyOf = (ownerId: number, threadId: number): string => `${ownerId}/${threadId}`;

const drop = (state: OutboxState, isGone: (entry: OutboxEntry) => boolean) => {
  for (const { clientId } of state.entries.filter(isGone)) delete state.sending[clientId];
  state.entries = state.entries.filter((entry) => !isGone(entry));
};

const dropKept = (state: OutboxState, messages: readonly Message[]) => {
  if (state.entries.length === 0) return;
  const kept = new Set(messages.map(({ client_message_id: id }) => id));
  drop(state, ({ clientId }) => kept.has(clientId));
};

const forgetOutcome = (state: OutboxState, { payload }: PayloadAction<{ clientId: string }>) => {
  delete state.sending[payload.clientId];
};

const slice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    /** Adds the message to the outbox under its permanent id and deletes the draft. */
    messageSubmitted: {
      prepare: (message: NewMessage) => ({
        payload: { clientId: nanoid(), status: 0, writtenAt: serverNow(), ...message } satisfies OutboxEntry,
      }),
      reducer: (state, { payload }: PayloadAction<OutboxEntry>) => {
        delete state.drafts[draftKeyOf(payload.ownerId, payload.threadId)];
        if (!state.entries.some(({ clientId }) => clientId === payload.clientId)) state.entries.push(payload);
      },
    },
    /** The message was not accepted; `state` says what happens to it now. */
    messageFailed: (state, { payload }: PayloadAction<{ clientId: string; state: UnsentState }>) => {
      if (state.entries.some(({ clientId }) => clientId === payload.clientId))
        state.sending[payload.clientId] = payload.state;
    },
    /** A try begins: until it ends, no tab offers to take the message back. */
    sendBegun: forgetOutcome,
    /** The user tries again after a refusal. */
    retried: forgetOutcome,
    /** The user sends the message despite the content check. */
    insisted: (state, { payload }: PayloadAction<{ clientId: string }>) => {
      const sending = state.sending[payload.clientId];
      const entry = state.entries.find(({ clientId }) => clientId === payload.clientId);
      if (!entry || sending?.status !== 'asked') return;
      entry.status = sending.next;
      delete state.sending[payload.clientId];
    },
    /** Returns an unsent message to the text field, before the current draft. */
    takenBack: (state, { payload }: PayloadAction<{ clientId: string }>) => {
      const entry = state.entries.find(({ clientId }) => clientId === payload.clientId);
      if (!entry) return;
      const key = draftKeyOf(entry.ownerId, entry.threadId);
      const draft = state.drafts[key];
      state.drafts[key] = draft ? `${entry.body}\n${draft}` : entry.body;
      drop(state, ({ clientId }) => clientId === payload.clientId);
    },
    draftTyped: (state, { payload }: PayloadAction<{ key: string; text: string }>) => {
      if (payload.text === '') delete state.drafts[payload.key];
      else state.drafts[payload.key] = payload.text;
    },
    /** Signing out deletes this user's unsent messages. */
    outboxDropped: (state, { payload }: PayloadAction<{ ownerId: number }>) => {
      drop(state, ({ ownerId }) => ownerId === payload.ownerId);
      for (const key of Object.keys(state.drafts)) if (key.startsWith(`${payload.ownerId}/`)) delete state.drafts[key];
    },
  },
  extraReducers: (builder) => {
    builder
      // A message that the conversation contains was saved, even if its response was lost.
      .addCase(conversationActions.conversationLoaded, (state, { payload }) => dropKept(state, payload.answer.messages))
      .addCase(conversationActions.conversationGrew, (state, { payload }) => dropKept(state, payload.answer.messages))
      .addCase(conversationActions.messageAccepted, (state, { payload }) =>
        drop(state, ({ clientId }) => clientId === payload.clientId),
      );
  },
});

export const outboxReducer = slice.reducer;
export const outboxActions = slice.actions;

interface OutboxRoot {
  conversation: ConversationState;
  outbox: OutboxState;
}

export const selectOutbox = (state: Pick<OutboxRoot, 'outbox'>) => state.outbox;

/** An unconfirmed message with its state. */
export interface PendingMessage extends OutboxEntry {
  sending: SendingState;
}

const WAITING: SendingState = { status: 'waiting' };
const SENDING: SendingState = { status: 'sending' };

/** A message without a state is about to be sent, unless a message before it waits. */
const withSending = (entries: readonly OutboxEntry[], sending: OutboxState['sending']): PendingMessage[] => {
  let isHeldUp = false;
  return entries.map((entry) => {
    const state = sending[entry.clientId] ?? (isHeldUp ? WAITING : SENDING);
    isHeldUp ||= state.status === 'waiting' || state.status === 'asked';
    return { ...entry, sending: state };
  });
};

/** Returns the user's unconfirmed messages of the open conversation, in order. */
export const selectPending = createSelector(
  [
    (state: OutboxRoot) => state.outbox.entries,
    (state: OutboxRoot) => state.outbox.sending,
    (state: OutboxRoot) => state.conversation.thread?.id,
    (_state: OutboxRoot, ownerId: number | undefined) => ownerId,
  ],
  (entries, sending, threadId, ownerId): PendingMessage[] =>
    withSending(
      entries.filter((entry) => entry.threadId === threadId && entry.ownerId === ownerId),
      sending,
    ),
);

export const selectDraft =
  (ownerId: number, threadId: number) =>
  (state: Pick<OutboxRoot, 'outbox'>): string =>
    state.outbox.drafts[draftKeyOf(ownerId, threadId)] ?? '';

/** True while the user has unconfirmed messages or unsent drafts. */
export const hasUnsentOf =
  (userId: number | undefined) =>
  ({ outbox }: { outbox?: OutboxState }): boolean =>
    userId !== undefined &&
    outbox !== undefined &&
    (outbox.entries.some(({ ownerId }) => ownerId === userId) ||
      Object.keys(outbox.drafts).some((key) => key.startsWith(`${userId}/`)));
