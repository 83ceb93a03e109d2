export { COUNTRIES, countryByCode, countryById, holidaysAround } from './countries';
export { nearestPlace } from './places';
export { registerReference } from './routes';
