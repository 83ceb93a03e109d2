import type { Traceable } from '../kit/traceable';

export const traceable: Traceable = {
  words: 'contentRequested countryCode defaultLanguage locale',
  namesBelow: `
    categories categoriesLoaded category contents contentsLoaded countries countriesLoaded country languages
    languagesLoaded workerForm workerFormLoaded`,
  dates: 'holidays holidaysLoaded',
  numbers: 'zoom',
  masked: 'code countryName html near options phoneCode phoneExample placesFor taxOfficesFor',
};
