import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DeclineReason } from '../../../contract/constants/decisions';
import type { Locale } from '../../lib/locales';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface PreferencesState {
  /** The user's language, in the region that the browser prefers; null follows the browser. */
  chosenLocale: Locale | null;
  browserLocale: Locale;
  theme: Theme;
  /** Single-key shortcuts are on. WCAG 2.1.4 requires a way to turn them off. */
  hasPageKeys: boolean;
  /** A decision about an applicant opens the next one. */
  goesOn: boolean;
  /** The reason for declining that each user chose last, by user id. */
  declineReasons: Record<number, DeclineReason>;
  /** Users for whom the dashboard begins with Today, by id. */
  beginsWithToday: Record<number, true>;
  /** Users who saved the poster with their page's code, by id. */
  hasPoster: Record<number, true>;
}

const initialState: PreferencesState = {
  chosenLocale: null,
  browserLocale: 'en',
  theme: 'system',
  hasPageKeys: true,
  goesOn: true,
  declineReasons: {},
  beginsWithToday: {},
  hasPoster: {},
};

const slice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    browserLocaleFound: (state, { payload }: PayloadAction<Locale>) => {
      state.browserLocale = payload;
    },
    localeChosen: (state, { payload }: PayloadAction<Locale>) => {
      state.chosenLocale = payload;
    },
    themeChosen: (state, { payload }: PayloadAction<Theme>) => {
      state.theme = payload;
    },
    pageKeysSwitched: (state, { payload }: PayloadAction<boolean>) => {
      state.hasPageKeys = payload;
    },
    goingOnSwitched: (state, { payload }: PayloadAction<boolean>) => {
      state.goesOn = payload;
    },
    declineReasonChosen: (
      state,
      { payload: { userId, reason } }: PayloadAction<{ userId: number; reason: DeclineReason | null }>,
    ) => {
      if (reason === null) delete state.declineReasons[userId];
      else state.declineReasons[userId] = reason;
    },
    todaySwitched: (state, { payload: { userId, isOn } }: PayloadAction<{ userId: number; isOn: boolean }>) => {
      if (isOn) state.beginsWithToday[userId] = true;
      else delete state.beginsWithToday[userId];
    },
    posterSaved: (state, { payload: { userId } }: PayloadAction<{ userId: number }>) => {
      state.hasPoster[userId] = true;
    },
  },
});

export const preferencesReducer = slice.reducer;
export const {
  browserLocaleFound,
  declineReasonChosen,
  goingOnSwitched,
  localeChosen,
  pageKeysSwitched,
  posterSaved,
  themeChosen,
  todaySwitched,
} = slice.actions;
