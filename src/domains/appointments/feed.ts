import { createSlice } from '@reduxjs/toolkit';
import { init, loaded, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';

/** The user's calendar feed; `createdAt` is ISO. */
export interface CalendarFeed {
  createdAt: string;
}

interface CalendarFeedState {
  /** Null if the user has none. */
  feed: Loadable<CalendarFeed | null>;
  /** The new address. It grants access to the appointments, so traces hide it by its name. */
  creation: Loadable<{ secretUrl: string }>;
  removal: Loadable<null>;
}

const initialState: CalendarFeedState = { feed: init, creation: init, removal: init };

export const calendarFeed = operations<CalendarFeedState>('calendarFeed');

const slice = createSlice({
  name: 'calendarFeed',
  initialState,
  reducers: { feedClosed: () => initialState },
  extraReducers: calendarFeed.reduce,
});

export const calendarFeedReducer = slice.reducer;
export const { feedClosed } = slice.actions;

export const selectCalendarFeed = (state: { calendarFeed: CalendarFeedState }) => state.calendarFeed;

/** The dialog opened, or the user retries. */
export const feedOpened = calendarFeed.read('feedOpened', {
  field: 'feed',
  call: async (api) => (await api.call('GET /appointment/feed')).feed,
  until: [feedClosed],
  start: (state) => Object.assign(state, initialState),
});

/** The user asks for a new address, which ends an earlier one. */
export const feedCreationSubmitted = calendarFeed.change('feedCreationSubmitted', {
  field: 'creation',
  call: async (api) => {
    const { url, feed } = await api.call('POST /appointment/feed', {});
    return { secretUrl: url, feed };
  },
  start: (state) => {
    state.removal = init;
  },
  loaded: (state, { feed, secretUrl }) => {
    state.feed = loaded(feed);
    state.creation = loaded({ secretUrl });
  },
});

export const feedRemovalSubmitted = calendarFeed.submit('feedRemovalSubmitted', {
  field: 'removal',
  call: (api) => api.call('DELETE /appointment/feed', {}),
  loaded: (state) => {
    state.feed = loaded(null);
    state.creation = init;
  },
});
