export type { PreferencesState, Theme } from './slice';
export { browserLocaleFound, localeChosen, pageKeysSwitched, preferencesReducer, themeChosen, THEMES } from './slice';
export { selectHasPageKeys, selectLanguage, selectLocale, selectTheme } from './selectors';
