import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Locale } from '../../lib/locales';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface PreferencesState {
  /** What the user chose, in the region that the browser asks for; null follows the browser. */
  chosenLocale: Locale | null;
  /** What the browser asks for. */
  browserLocale: Locale;
  theme: Theme;
  /** Pages listen to keys of one character. WCAG 2.1.4: they can be turned off. */
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
