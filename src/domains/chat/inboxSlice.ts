import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { INBOX_PAGE } from '../../../contract/constants/limits';
import type { Thread } from '../../../contract/schemas/chat';
import type { WebPushState } from '../../lib/webPush';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';
import { mergeThreads } from './rules';

export interface InboxQuery {
  /** The employer's side; null: no inbox is open. */
  userId: number | null;
  q: string;
}

export interface InboxState extends InboxQuery {
  threads: Thread[];
  list: Loadable<null>;
  more: Loadable<null>;
  hasMore: boolean;
  /** Pages that were asked for. */
  pages: number;
  /** Unread messages of whoever is signed in: of the own inbox, or of all branches. Null: not known yet. */
  unread: number | null;
  /** Whether messages can be told while no tab is open. */
  push: WebPushState;
}

interface Answer {
  query: InboxQuery;
  threads: Thread[];
}

const initialState: InboxState = {
  userId: null,
  q: '',
  threads: [],
  list: init,
  more: init,
  hasMore: false,
  pages: 1,
  unread: null,
  push: 'off',
};

const isCurrent = (state: InboxState, { query }: { query: InboxQuery }) =>
  query.userId === state.userId && query.q === state.q;

const slice = createSlice({
  name: 'inbox',
  initialState,
  reducers: {
    inboxOpened: (state, { payload }: PayloadAction<InboxQuery>) => {
      if (payload.userId !== state.userId) state.threads = [];
      Object.assign(state, payload);
      state.list = loading;
      state.more = init;
      state.pages = 1;
    },
    /** What has not come by then is no longer waited for. */
    inboxLeft: (state) => {
      if (state.list.status === 'loading') state.list = init;
    },
    /** Asked again by the clock or by news; what is shown stays. */
    inboxRefreshed: () => {},
    /** `unread`: null when it is not the own inbox. */
    inboxLoaded: (state, { payload }: PayloadAction<Answer & { unread: number | null }>) => {
      if (!isCurrent(state, payload)) return;
      // Later numbers are the watcher's: it tells what has grown.
      state.unread ??= payload.unread;
      state.threads = payload.threads;
      state.hasMore = payload.threads.length >= state.pages * INBOX_PAGE;
      state.list = done;
    },
    /** Of a refresh it is not told: what is shown stays, and the next one comes. */
    inboxFailed: (state, { payload }: PayloadAction<{ query: InboxQuery; failure: Failure }>) => {
      if (!isCurrent(state, payload) || state.list.status === 'loaded') return;
      state.threads = [];
      state.list = failed(payload.failure);
    },
    inboxEndReached: () => {},
    moreRequested: (state) => {
      state.more = loading;
    },
    moreLoaded: (state, { payload }: PayloadAction<Answer>) => {
      if (!isCurrent(state, payload)) return;
      state.threads = mergeThreads(state.threads, payload.threads);
      state.hasMore = payload.threads.length >= INBOX_PAGE;
      state.pages += 1;
      state.more = done;
    },
    moreFailed: (state, { payload }: PayloadAction<{ query: InboxQuery; failure: Failure }>) => {
      if (isCurrent(state, payload)) state.more = failed(payload.failure);
    },
    /** What became of one conversation: read, blocked, or with a new message. */
    threadChanged: (state, { payload }: PayloadAction<Thread>) => {
      const isListed = state.threads.some(({ id }) => id === payload.id);
      // A search shows what it found and nothing else.
      if (isListed || (payload.userId === state.userId && state.q === '' && state.list.status === 'loaded'))
        state.threads = mergeThreads(state.threads, [payload]);
    },
    threadGone: (state, { payload }: PayloadAction<{ threadId: number }>) => {
      state.threads = state.threads.filter(({ id }) => id !== payload.threadId);
    },
    unreadRequested: () => {},
    unreadLoaded: (state, { payload }: PayloadAction<{ unread: number }>) => {
      state.unread = payload.unread;
    },
    pushKnown: (state, { payload }: PayloadAction<WebPushState>) => {
      state.push = payload;
    },
  },
});

export const inboxReducer = slice.reducer;
export const inboxActions = slice.actions;
export const { inboxOpened, inboxLeft, inboxEndReached } = slice.actions;
