import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'browserLocale browserLocaleFound chosenLocale localeChosen theme themeChosen',
};
