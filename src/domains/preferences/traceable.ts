import type { Traceable } from '../kit/traceable';

/** What a support trace shows of the fields of this domain's events and state. */
export const traceable: Traceable = {
  words: 'browserLocale browserLocaleFound chosenLocale localeChosen theme themeChosen',
};
