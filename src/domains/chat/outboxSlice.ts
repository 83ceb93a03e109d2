import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
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

/**
 * `waiting`: it goes again by itself; `refused`: only by hand; `asked`: the content check wants a word, `text` is the
 * server's.
 */
export type SendingState =
  | { status: 'sending' }
  | { status: 'waiting' }
  | { status: 'refused'; failure: Failure }
  | { status: 'asked'; next: MessageStatus; text: string };

export interface OutboxState {
  /** In the order in which they were written. */
  entries: OutboxEntry[];
  /** What was typed and not sent, by `draftKeyOf`. */
  drafts: Record<string, string>;
  /** How each fares, by its id; not kept. */
  sending: Record<string, SendingState>;
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
    /** The user sends what he wrote. */
    messageWritten: (
      _state,
      _action: PayloadAction<Pick<OutboxEntry, 'threadId' | 'userId' | 'workerId' | 'body'>>,
    ) => {},
    /** It stands in the conversation and in the outbox, with the id that it keeps. */
    messageSubmitted: (state, { payload }: PayloadAction<OutboxEntry>) => {
      delete state.drafts[draftKeyOf(payload.ownerId, payload.threadId)];
      if (!state.entries.some(({ clientId }) => clientId === payload.clientId)) state.entries.push(payload);
    },
    sendingChanged: (state, { payload }: PayloadAction<{ clientId: string; state: SendingState }>) => {
      if (state.entries.some(({ clientId }) => clientId === payload.clientId))
        state.sending[payload.clientId] = payload.state;
    },
    /** The server has it, or nobody wants it sent any more. */
    entryDone: (state, { payload }: PayloadAction<{ clientId: string }>) => {
      drop(state, ({ clientId }) => clientId === payload.clientId);
    },
    /** By hand, after a refusal. */
    retried: (state, { payload }: PayloadAction<{ clientId: string }>) => {
      if (state.entries.some(({ clientId }) => clientId === payload.clientId))
        state.sending[payload.clientId] = { status: 'waiting' };
    },
    /** Sent anyway, over the content check. */
    insisted: (state, { payload }: PayloadAction<{ clientId: string }>) => {
      const sending = state.sending[payload.clientId];
      const entry = state.entries.find(({ clientId }) => clientId === payload.clientId);
      if (!entry || sending?.status !== 'asked') return;
      entry.status = sending.next;
      state.sending[payload.clientId] = { status: 'waiting' };
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
      .addCase(conversationActions.messageKept, (state, { payload }) => dropKept(state, [payload.message]));
  },
});

export const outboxReducer = slice.reducer;
export const outboxActions = slice.actions;
