export type { PreferencesState, Theme } from './slice';
export {
  browserLocaleFound,
  declineReasonChosen,
  goingOnSwitched,
  localeChosen,
  pageKeysSwitched,
  posterSaved,
  preferencesReducer,
  themeChosen,
  todaySwitched,
  THEMES,
} from './slice';
export {
  selectBeginsWithToday,
  selectDeclineReason,
  selectGoesOn,
  selectHasPageKeys,
  selectHasPoster,
  selectLanguage,
  selectLocale,
  selectTheme,
} from './selectors';
