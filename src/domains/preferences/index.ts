export type { PreferencesState, Theme } from './slice';
export {
  browserLocaleFound,
  declineReasonChosen,
  goingOnSwitched,
  localeChosen,
  pageKeysSwitched,
  preferencesReducer,
  themeChosen,
  THEMES,
} from './slice';
export {
  selectDeclineReason,
  selectGoesOn,
  selectHasPageKeys,
  selectLanguage,
  selectLocale,
  selectTheme,
} from './selectors';
