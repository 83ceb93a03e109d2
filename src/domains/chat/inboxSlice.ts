import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Thread } from '../../../contract/schemas/chat';
import type { WebPushState } from '../../lib/webPush';
import { emptyList, pagedList, type Page, type PagedList, type PageOf } from '../kit/pagedList';
import { mergeThreads } from './rules';

export interface InboxQuery {
  /** The employer's side; null: no inbox is open. */
  userId: number | null;
  q: string;
}

export interface InboxState extends PagedList<InboxQuery, Thread> {
  /** Unread messages of the signed-in user: of the own inbox, or of all branches. Null: not known yet. */
  unread: number | null;
  /** Whether the browser may tell of messages while no tab is open. */
  push: WebPushState;
}

/** `unread`: null unless it is the own inbox. */
export type InboxPage = Page<Thread> & { unread: number | null };

const initialState: InboxState = {
  ...emptyList<InboxQuery, Thread>({ userId: null, q: '' }),
  unread: null,
  push: 'off',
};

const paged = pagedList<InboxQuery, Thread>((a, b) => a.userId === b.userId && a.q === b.q, mergeThreads);

const slice = createSlice({
  name: 'inbox',
  initialState,
  reducers: {
    ...paged.reducers,
    listOpened: (state, { payload }: PayloadAction<InboxQuery>) =>
      paged.open(state, payload, payload.userId === state.query.userId),
    listLoaded: (state, action: PayloadAction<InboxPage & PageOf<InboxQuery, Thread>>) => {
      paged.reducers.listLoaded(state, action);
      // Later numbers come from the watcher of unread messages, which tells what has grown.
      if (state.query.userId === action.payload.query.userId) state.unread ??= action.payload.unread;
    },
    /** The clock or news ask for the rows again. */
    inboxRefreshed: () => {},
    /** What became of one conversation: read, blocked, or with a new message. */
    threadChanged: (state, { payload }: PayloadAction<Thread>) => {
      const isListed = state.items.some(({ id }) => id === payload.id);
      // A search shows what it found and nothing else.
      if (isListed || (payload.userId === state.query.userId && state.query.q === '' && state.list.status === 'loaded'))
        state.items = mergeThreads(state.items, [payload]);
    },
    threadGone: (state, { payload }: PayloadAction<{ threadId: number }>) => {
      state.items = state.items.filter(({ id }) => id !== payload.threadId);
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
export const { listOpened: inboxOpened, listLeft: inboxLeft, endReached: inboxEndReached } = slice.actions;
