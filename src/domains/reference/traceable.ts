import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'contentFailed contentLoaded contentRequested countryCode defaultLanguage lang locale',
  codes: 'holidays holidaysLoaded',
  codesBelow: 'contentFailed contentLoaded contentRequested contents countries countriesLoaded',
  namesBelow: `
    categories categoriesLoaded category contents contentFailed contentLoaded contentRequested countries countriesLoaded country languages
    languagesLoaded workerForm workerFormLoaded`,
  numbers: 'options zoom',
  masked: 'code countryName html near phoneCode phoneExample placesFor taxOfficesFor',
  maskedTexts: 'options',
};
