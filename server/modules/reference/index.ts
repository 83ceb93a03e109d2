export { COUNTRIES, countryByCode, countryById } from './countries';
export { nearestPlace } from './gazetteer';
export { registerReference } from './routes';
