import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
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
}

const initialState: PreferencesState = { chosenLocale: null, browserLocale: 'en', theme: 'system', hasPageKeys: true };

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
  },
});

export const preferencesReducer = slice.reducer;
export const { browserLocaleFound, localeChosen, pageKeysSwitched, themeChosen } = slice.actions;
