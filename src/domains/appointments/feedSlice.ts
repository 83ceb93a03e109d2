import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../kit/failure';
import { done, failed, init, loadReducers, loaded, loading, type Loadable } from '../kit/loadable';

/** The user's calendar feed; `createdAt` is ISO. */
export interface CalendarFeed {
  createdAt: string;
}

export interface CalendarFeedState {
  /** Null if the user has none. */
  feed: Loadable<CalendarFeed | null>;
  /** The new address. It grants access to the appointments, so traces hide it by its name. */
  creation: Loadable<{ secretUrl: string }>;
  removal: Loadable<null>;
}

const initialState: CalendarFeedState = { feed: init, creation: init, removal: init };

const to = loadReducers<CalendarFeedState>();

const slice = createSlice({
  name: 'calendarFeed',
  initialState,
  reducers: {
    /** The dialog opened, or the user retries. */
    feedOpened: () => ({ ...initialState, feed: loading }),
    feedLoaded: (state, { payload }: PayloadAction<{ feed: CalendarFeed | null }>) => {
      state.feed = loaded(payload.feed);
    },
    feedFailed: to.failed('feed'),
    /** The user asks for a new address, which ends an earlier one. */
    feedCreationSubmitted: (state) => {
      state.creation = loading;
      state.removal = init;
    },
    /** Ignores an address that arrives after the dialog has closed: nobody can see it. */
    feedCreated: (state, { payload }: PayloadAction<{ feed: CalendarFeed; secretUrl: string }>) => {
      if (state.creation.status !== 'loading') return;
      state.feed = loaded(payload.feed);
      state.creation = loaded({ secretUrl: payload.secretUrl });
    },
    feedCreationFailed: (state, { payload }: PayloadAction<Failure>) => {
      if (state.creation.status === 'loading') state.creation = failed(payload);
    },
    feedRemovalSubmitted: to.loading('removal'),
    feedRemoved: (state) => {
      if (state.removal.status !== 'loading') return;
      state.feed = loaded(null);
      state.creation = init;
      state.removal = done;
    },
    feedRemovalFailed: (state, { payload }: PayloadAction<Failure>) => {
      if (state.removal.status === 'loading') state.removal = failed(payload);
    },
    feedClosed: () => initialState,
  },
});

export const calendarFeedReducer = slice.reducer;
export const feedActions = slice.actions;
export const { feedOpened, feedCreationSubmitted, feedRemovalSubmitted, feedClosed } = slice.actions;
