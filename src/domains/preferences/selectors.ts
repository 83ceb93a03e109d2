import type { Language } from '../../../contract/constants/options';
import { languageOf, LOCALES, type Locale } from '../../lib/locales';
import type { PreferencesState } from './slice';

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
/** True if the dashboard begins with Today for this user. */
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
