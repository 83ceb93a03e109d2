import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Thread } from '../../../contract/schemas/chat';
import type { WebPushState } from '../../lib/webPush';
import { emptyList, pagedList, type Page, type PagedList, type PageOf } from '../kit/pagedList';
import { ALL_BRANCHES, mergeThreads } from './rules';

export interface InboxQuery {
  /** Id of the employer, or `ALL_BRANCHES`; null while no inbox is open. */
  userId: number | null;
  q: string;
  /** Only threads with unread messages. */
  isUnread?: true | undefined;
}

/** The number of the next page, or the cursor of the inbox of all branches. */
export type InboxPlace = number | string;

export interface InboxState extends PagedList<InboxQuery, Thread, InboxPlace> {
  /** Unread messages of the signed-in user's own inbox, or of all branches. Null until loaded. */
  unread: number | null;
  /** Conversations of all branches that wait for an answer. Null until their inbox has loaded. */
  unanswered: number | null;
  /** Whether the browser may show messages while no tab is open. */
  push: WebPushState;
}

/** `unread` is null unless this is the user's own inbox. */
export type InboxPage = Page<Thread, InboxPlace> & { unread: number | null; unanswered: number | null };

const initialState: InboxState = {
  ...emptyList<InboxQuery, Thread, InboxPlace>({ userId: null, q: '' }),
  unread: null,
  unanswered: null,
  push: 'off',
};

const isSameQuery = (a: InboxQuery, b: InboxQuery): boolean =>
  a.userId === b.userId && a.q === b.q && a.isUnread === b.isUnread;

const paged = pagedList<InboxQuery, Thread, InboxPlace>(isSameQuery, mergeThreads);

const slice = createSlice({
  name: 'inbox',
  initialState,
  reducers: {
    ...paged.reducers,
    listOpened: (state, { payload }: PayloadAction<InboxQuery>) =>
      paged.open(state, payload, payload.userId === state.query.userId),
    listLoaded: (state, action: PayloadAction<InboxPage & PageOf<InboxQuery, Thread, InboxPlace>>) => {
      // A thread that was just read stays among the unread ones while the user works through them.
      const { isUnread } = action.payload.query;
      const justRead = isUnread && state.isCurrent ? state.items.filter((thread) => thread.nbUnreadMessage === 0) : [];
      paged.reducers.listLoaded(state, action);
      if (justRead.length > 0 && state.isCurrent) state.items = mergeThreads(justRead, state.items, state.query);
      // The watcher of unread messages updates the number later, because it also announces new messages.
      if (state.query.userId !== action.payload.query.userId) return;
      state.unread ??= action.payload.unread;
      state.unanswered = action.payload.unanswered;
    },
    /** A timer or an event requested the rows again. */
    inboxRefreshed: () => {},
    /** A conversation was read or blocked, or has a new message. */
    threadChanged: (state, { payload }: PayloadAction<Thread>) => {
      const listed = state.items.find(({ id }) => id === payload.id);
      const { userId, q, isUnread } = state.query;
      // A search result gets no thread that the search did not find.
      const isOfList = payload.userId === userId || userId === ALL_BRANCHES;
      const isFound = isOfList && q === '' && (!isUnread || payload.nbUnreadMessage > 0);
      if (listed && state.unanswered !== null)
        state.unanswered += Number(Boolean(payload.awaitingSince)) - Number(Boolean(listed.awaitingSince));
      if (listed || (isFound && state.list.status === 'loaded'))
        state.items = mergeThreads(state.items, [payload], state.query);
    },
    threadGone: (state, { payload }: PayloadAction<{ threadId: number }>) => {
      const gone = state.items.find(({ id }) => id === payload.threadId);
      if (gone?.awaitingSince && state.unanswered !== null) state.unanswered -= 1;
      state.items = state.items.filter((thread) => thread !== gone);
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

export const selectInbox = (state: { inbox: InboxState }) => state.inbox;
