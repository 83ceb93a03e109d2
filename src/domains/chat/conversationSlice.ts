import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Message, Thread } from '../../../contract/schemas/chat';
import { notify, read, type Step } from '../kit/effects';
import type { Failure } from '../kit/failure';
import { done, failed, init, loadReducers, loading, type Loadable } from '../kit/loadable';
import { notifyFailure } from '../kit/notifyFailure';
import { operations } from '../kit/operation';
import type { Conversation } from './api';
import { pushReceived } from './events';
import { isStageChange, mergeMessages, STALE_AFTER } from './rules';

/** The open conversation: by its id, or by its worker and employer. The server creates the latter if there is none. */
export type ConversationPlace =
  { userId: number; threadId: number; workerId?: number } | { userId: number; workerId: number; threadId?: undefined };

export interface ConversationState {
  place: ConversationPlace | null;
  thread: Thread | null;
  /** In ascending order of their numbers. */
  messages: Message[];
  /**
   * The poll asks for messages after this number, the last that a read returned. A message sent from here may have a
   * higher number than messages that were not loaded yet, and the device keeps only what reads returned.
   */
  readTo: number;
  load: Loadable<null>;
  older: Loadable<null>;
  hasOlder: boolean;
  etag: string | null;
  /** True for a response loaded in a hidden tab, which marked nothing as read. */
  isPeeked: boolean;
  /** True after several failed polls: the messages may be out of date. */
  isStale: boolean;
  /** True when the last response says that the worker suggested an outside app. */
  isSteered: boolean;
  isWarned: boolean;
  /** Pending and failed changes by thread: an undo may be about another one than the open thread. */
  block: Record<number, Loadable<null>>;
  removal: Record<number, Loadable<null>>;
  /** True while the stream is connected. */
  isLive: boolean;
}

/** A response for a thread; `isPeek`: it marked nothing as read. */
interface Answer {
  answer: Conversation;
  isPeek: boolean;
}

const initialState: ConversationState = {
  place: null,
  thread: null,
  messages: [],
  readTo: 0,
  load: init,
  older: init,
  hasOlder: false,
  etag: null,
  isPeeked: false,
  isStale: false,
  isSteered: false,
  isWarned: false,
  block: {},
  removal: {},
  isLive: false,
};

const isShown = (state: ConversationState, threadId: number) => state.thread?.id === threadId;

const takeAnswer = (state: ConversationState, { answer, isPeek }: Answer) => {
  state.thread = answer.thread;
  state.etag = answer.etag;
  state.isPeeked = isPeek;
  state.isSteered = answer.validation_errors.includes('improper_message');
};

const to = loadReducers<ConversationState>();

export const conversation = operations<ConversationState>('conversation');

const slice = createSlice({
  name: 'conversation',
  initialState,
  reducers: {
    conversationOpened: (state, { payload }: PayloadAction<ConversationPlace>) => ({
      ...initialState,
      isLive: state.isLive,
      place: payload,
      load: loading,
    }),
    conversationLeft: (state) => ({ ...initialState, isLive: state.isLive }),
    conversationLoaded: (state, { payload }: PayloadAction<Answer>) => {
      takeAnswer(state, payload);
      state.messages = payload.answer.messages;
      state.readTo = payload.answer.messages.at(-1)?.number ?? 0;
      state.hasOlder = payload.answer.hasOlder;
      state.load = done;
    },
    conversationFailed: to.failed('load'),
    conversationRetried: to.loading('load'),
    /** Adds the response of a poll: the new messages, or all of the newest ones. */
    conversationGrew: (state, { payload }: PayloadAction<Answer>) => {
      if (!isShown(state, payload.answer.thread.id)) return;
      takeAnswer(state, payload);
      const [first] = payload.answer.messages;
      // The newest page may start after the last loaded message; scrolling up loads the messages between them.
      const isGap = first !== undefined && payload.answer.hasOlder && first.number > state.readTo + 1;
      state.messages = isGap ? payload.answer.messages : mergeMessages(state.messages, payload.answer.messages);
      if (isGap) state.hasOlder = true;
      state.readTo = Math.max(state.readTo, payload.answer.messages.at(-1)?.number ?? 0);
    },
    roundEnded: (state, { payload }: PayloadAction<{ failures: number }>) => {
      state.isStale = payload.failures >= STALE_AFTER;
    },
    olderRequested: to.loading('older'),
    olderLoaded: (state, { payload }: PayloadAction<Conversation>) => {
      if (!isShown(state, payload.thread.id)) return;
      state.messages = mergeMessages(payload.messages, state.messages);
      state.hasOlder = payload.hasOlder;
      state.older = done;
    },
    olderFailed: (state, { payload }: PayloadAction<{ threadId: number; failure: Failure }>) => {
      if (isShown(state, payload.threadId)) state.older = failed(payload.failure);
    },
    /** The server accepted a message of the outbox. */
    messageAccepted: (state, { payload }: PayloadAction<{ clientId: string; threadId: number; message: Message }>) => {
      if (!isShown(state, payload.threadId)) return;
      state.messages = mergeMessages(state.messages, [payload.message]);
    },
    warningClosed: (state) => {
      state.isWarned = true;
    },
    /** The user opened a confirmation; the outcome of an earlier change does not count for it. */
    confirmationOpened: (state) => {
      state.block = {};
      state.removal = {};
    },
    liveChanged: (state, { payload }: PayloadAction<{ isLive: boolean; isQuiet?: true }>) => {
      state.isLive = payload.isLive;
    },
  },
  extraReducers: (builder) => {
    // The ETag does not cover the stage, so the next poll must not send it.
    builder.addCase(pushReceived, (state, { payload }) => {
      if (isStageChange(payload, state.thread?.userId)) state.etag = null;
    });
    conversation.reduce(builder);
  },
});

export const conversationReducer = slice.reducer;

interface ForThread {
  threadId: number;
}

/** The page of the thread shows a failure; without it a notice does. */
const changing = {
  key: ({ threadId }: ForThread) => threadId,
  isCurrent: (state: ConversationState, { threadId }: ForThread) => isShown(state, threadId),
  *afterFailure(failure: Failure, { threadId }: ForThread): Step<void> {
    if (!isShown(yield* read(selectConversation), threadId)) yield* notifyFailure(failure);
  },
};

/** `isBlocked`: what the user wants. */
const blockRequested = conversation.submit('blockRequested', {
  ...changing,
  field: 'block',
  call: (api, { threadId, isBlocked }: { threadId: number; isBlocked: boolean }) =>
    api.call(`${isBlocked ? 'PUT' : 'DELETE'} /user-block/by-thread/:threadId`, { params: { threadId } }),
  loaded: ({ thread }, _blocked, { isBlocked }) => {
    if (thread) thread.isBlocked = isBlocked;
  },
  *after(_blocked, { threadId, isBlocked }) {
    const undo: UnknownAction = blockRequested({ threadId, isBlocked: false });
    if (isBlocked) yield* notify({ id: 'conversation.block.done', kind: 'success', undo });
    else yield* notify({ id: 'conversation.unblock.done', kind: 'success' });
  },
});

const removalRequested = conversation.submit('removalRequested', {
  ...changing,
  field: 'removal',
  /** `home`: the address to open after the removal, instead of the inbox of `userId`. */
  call: (api, { threadId }: { threadId: number; userId: number; home?: string | undefined }) =>
    api.call('DELETE /messages/thread/:threadId', { params: { threadId } }),
});

export const conversationActions = { ...slice.actions, blockRequested, removalRequested };

export const selectConversation = (state: { conversation: ConversationState }) => state.conversation;
