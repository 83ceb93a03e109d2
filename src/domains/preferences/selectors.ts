import type { Language } from '../../../contract/constants/options';
import { languageOf, LOCALES, type Locale } from '../../lib/locales';
import type { PreferencesState } from './slice';

interface Root {
  preferences: PreferencesState;
}

/** The locale of the interface; a stored one that this version does not know counts as none. */
export const selectLocale = ({ preferences: { chosenLocale, browserLocale } }: Root): Locale =>
  chosenLocale !== null && LOCALES.includes(chosenLocale) ? chosenLocale : browserLocale;
/** The language of the interface, without its region: what the server is told. */
export const selectLanguage = (root: Root): Language => languageOf(selectLocale(root));
/** Whether pages listen to keys of one character. */
export const selectHasPageKeys = ({ preferences }: Root) => preferences.hasPageKeys;
export const selectTheme = ({ preferences }: Root) => preferences.theme;
