export type { PreferencesState, Theme } from './slice';
export { browserLocaleFound, localeChosen, preferencesReducer, themeChosen, THEMES } from './slice';
export { selectLocale, selectTheme } from './selectors';
