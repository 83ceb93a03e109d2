import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'browserLocale browserLocaleFound chosenLocale declineReasons localeChosen theme themeChosen',
};
