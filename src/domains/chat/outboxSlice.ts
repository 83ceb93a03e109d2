import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';
import type { MessageStatus } from '../../../contract/constants/statuses';
import type { Message } from '../../../contract/schemas/chat';
import type { Failure } from '../kit/failure';
import { conversationActions } from './conversationSlice';

/** A message that the server has not confirmed. It keeps its id, so that it is kept once however often it is sent. */
export interface OutboxEntry {
  clientId: string;
  /** Who wrote it. */
  ownerId: number;
  threadId: number;
  /** The employer's side. */
  userId: number;
  workerId: number;
  body: string;
  /** Which content checks it skips. */
  status: MessageStatus;
  /** Milliseconds since 1970. */
  writtenAt: number;
}

type NewMessage = Omit<OutboxEntry, 'clientId' | 'status' | 'writtenAt'> & Partial<OutboxEntry>;

/**
 * `waiting`: it is sent again by itself; `refused`: only the user sends it again; `asked`: the content check asks the user,
 * `text` is the server's question.
 */
export type UnsentState =
  | { status: 'waiting' }
  | { status: 'refused'; failure: Failure }
  | { status: 'asked'; next: MessageStatus; text: string };

/** A message without an outcome is being sent. */
export type SendingState = UnsentState | { status: 'sending' };

export interface OutboxState {
  /** In the order in which they were written. */
  entries: OutboxEntry[];
  /** What was typed and not sent, by `draftKeyOf`. */
  drafts: Record<string, string>;
  /** Why a message is not sent, by its id; not kept. */
  sending: Record<string, UnsentState>;
}

const initialState: OutboxState = { entries: [], drafts: {}, sending: {} };

/** Of each user his own. */
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

const slice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    /** The user sends a message: it gets the id that it keeps, and the draft goes. */
    messageSubmitted: {
      prepare: (message: NewMessage) => ({
        payload: { clientId: nanoid(), status: 0, writtenAt: Date.now(), ...message } satisfies OutboxEntry,
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
    /** The user sends a refused or waiting message again. */
    retried: (state, { payload }: PayloadAction<{ clientId: string }>) => {
      delete state.sending[payload.clientId];
    },
    /** Sent anyway, over the content check. */
    insisted: (state, { payload }: PayloadAction<{ clientId: string }>) => {
      const sending = state.sending[payload.clientId];
      const entry = state.entries.find(({ clientId }) => clientId === payload.clientId);
      if (!entry || sending?.status !== 'asked') return;
      entry.status = sending.next;
      delete state.sending[payload.clientId];
    },
    /** Not sent after all: back to where it was typed, before what was typed since. */
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
    /** Whoever signs out of his own will takes his along. */
    outboxDropped: (state, { payload }: PayloadAction<{ ownerId: number }>) => {
      drop(state, ({ ownerId }) => ownerId === payload.ownerId);
      for (const key of Object.keys(state.drafts)) if (key.startsWith(`${payload.ownerId}/`)) delete state.drafts[key];
    },
  },
  extraReducers: (builder) => {
    builder
      // The answer to a message may be lost: seen in the conversation it was kept.
      .addCase(conversationActions.conversationLoaded, (state, { payload }) => dropKept(state, payload.answer.messages))
      .addCase(conversationActions.conversationGrew, (state, { payload }) => dropKept(state, payload.answer.messages))
      .addCase(conversationActions.messageAccepted, (state, { payload }) =>
        drop(state, ({ clientId }) => clientId === payload.clientId),
      );
  },
});

export const outboxReducer = slice.reducer;
export const outboxActions = slice.actions;
