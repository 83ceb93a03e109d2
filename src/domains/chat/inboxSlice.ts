import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Thread } from '../../../contract/schemas/chat';
import type { WebPushState } from '../../lib/webPush';
import { emptyList, pagedList, type Page, type PagedList, type PageOf } from '../kit/pagedList';
import { mergeThreads } from './rules';

export interface InboxQuery {
  /** Id of the employer; null while no inbox is open. */
  userId: number | null;
  q: string;
  /** Only threads with unread messages. */
  isUnread?: true | undefined;
}

export interface InboxState extends PagedList<InboxQuery, Thread> {
  /** Unread messages of the signed-in user's own inbox, or of all branches. Null until loaded. */
  unread: number | null;
  /** Whether the browser may show messages while no tab is open. */
  push: WebPushState;
}

/** `unread` is null unless this is the user's own inbox. */
export type InboxPage = Page<Thread> & { unread: number | null };

const initialState: InboxState = {
  ...emptyList<InboxQuery, Thread>({ userId: null, q: '' }),
  unread: null,
  push: 'off',
};

const isSameQuery = (a: InboxQuery, b: InboxQuery): boolean =>
  a.userId === b.userId && a.q === b.q && a.isUnread === b.isUnread;

const paged = pagedList<InboxQuery, Thread>(isSameQuery, mergeThreads);

const slice = createSlice({
  name: 'inbox',
  initialState,
  reducers: {
    ...paged.reducers,
    listOpened: (state, { payload }: PayloadAction<InboxQuery>) =>
      paged.open(state, payload, payload.userId === state.query.userId),
    listLoaded: (state, action: PayloadAction<InboxPage & PageOf<InboxQuery, Thread>>) => {
      // A thread that was just read stays among the unread ones while the user works through them.
      const { isUnread } = action.payload.query;
      const justRead = isUnread && state.isCurrent ? state.items.filter((thread) => thread.nbUnreadMessage === 0) : [];
      paged.reducers.listLoaded(state, action);
      if (justRead.length > 0 && state.isCurrent) state.items = mergeThreads(justRead, state.items);
      // The watcher of unread messages updates the number later, because it also announces new messages.
      if (state.query.userId === action.payload.query.userId) state.unread ??= action.payload.unread;
    },
    /** A timer or an event requested the rows again. */
    inboxRefreshed: () => {},
    /** A conversation was read or blocked, or has a new message. */
    threadChanged: (state, { payload }: PayloadAction<Thread>) => {
      const isListed = state.items.some(({ id }) => id === payload.id);
      const { userId, q, isUnread } = state.query;
      // A search result gets no thread that the search did not find.
      const isFound = payload.userId === userId && q === '' && (!isUnread || payload.nbUnreadMessage > 0);
      if (isListed || (isFound && state.list.status === 'loaded')) state.items = mergeThreads(state.items, [payload]);
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
