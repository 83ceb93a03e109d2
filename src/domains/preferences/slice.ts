import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DeclineReason } from '../../../contract/constants/decisions';
import type { Language } from '../../../contract/constants/options';
import { languageOf, LOCALES, type Locale } from '../../lib/locales';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface PreferencesState {
  /** The user's language, in the region that the browser prefers; null follows the browser. */
  chosenLocale: Locale | null;
  browserLocale: Locale;
  theme: Theme;
  /** True while single-key shortcuts are on. WCAG 2.1.4 requires a way to turn them off. */
  hasPageKeys: boolean;
  /** True if a decision about an applicant opens the next one. */
  goesOn: boolean;
  /** The reason for declining that each user chose last, by user id. */
  declineReasons: Record<number, DeclineReason>;
  /** Users whose dashboard opens with Today, by id. */
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

/** Begins the types of the slice's events. */
export const PREFERENCES = 'preferences';

const slice = createSlice({
  name: PREFERENCES,
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

interface Root {
  preferences: PreferencesState;
}

/** Returns the locale of the interface; ignores a stored locale that this version does not know. */
export const selectLocale = ({ preferences: { chosenLocale, browserLocale } }: Root): Locale =>
  chosenLocale !== null && LOCALES.includes(chosenLocale) ? chosenLocale : browserLocale;
/** Returns the language of the interface without its region, as the server expects it. */
export const selectLanguage = (root: Root): Language => languageOf(selectLocale(root));
export const selectHasPageKeys = ({ preferences }: Root) => preferences.hasPageKeys;
export const selectGoesOn = ({ preferences }: Root) => preferences.goesOn;
/** Returns the reason for declining that this user chose last. */
export const selectDeclineReason =
  (userId: number | undefined) =>
  ({ preferences: { declineReasons } }: Root) =>
    userId === undefined ? undefined : declineReasons[userId];
/** True if this user's dashboard opens with Today. */
export const selectBeginsWithToday =
  (userId: number | undefined) =>
  ({ preferences: { beginsWithToday } }: Root): boolean =>
    userId !== undefined && beginsWithToday[userId] === true;
/** True if this user saved the poster with the code of the page on this device. */
export const selectHasPoster =
  (userId: number) =>
  ({ preferences: { hasPoster } }: Root): boolean =>
    hasPoster[userId] === true;
export const selectTheme = ({ preferences }: Root) => preferences.theme;
