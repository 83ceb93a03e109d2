import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Language } from '../../../contract/constants/options';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface PreferencesState {
  /** What the user chose; null follows the browser. */
  chosenLocale: Language | null;
  /** What the browser asks for. */
  browserLocale: Language;
  theme: Theme;
}

const initialState: PreferencesState = { chosenLocale: null, browserLocale: 'en', theme: 'system' };

const slice = createSlice({
  name: 'preferences',
  initialState,
  reducers: {
    browserLocaleFound: (state, { payload }: PayloadAction<Language>) => {
      state.browserLocale = payload;
    },
    localeChosen: (state, { payload }: PayloadAction<Language>) => {
      state.chosenLocale = payload;
    },
    themeChosen: (state, { payload }: PayloadAction<Theme>) => {
      state.theme = payload;
    },
  },
});

export const preferencesReducer = slice.reducer;
export const { browserLocaleFound, localeChosen, themeChosen } = slice.actions;
