export { COUNTRIES, countryByCode, countryById } from './countries';
export { nearestPlace } from './gazetteer';
export { holidaysAround } from './holidays';
export { registerReference } from './routes';
