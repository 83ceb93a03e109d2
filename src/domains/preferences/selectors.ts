import type { Language } from '../../../contract/constants/options';
import type { PreferencesState } from './slice';

interface Root {
  preferences: PreferencesState;
}

/** The language of the interface. */
export const selectLocale = ({ preferences }: Root): Language => preferences.chosenLocale ?? preferences.browserLocale;
export const selectTheme = ({ preferences }: Root) => preferences.theme;
