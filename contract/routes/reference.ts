import { ERROR_KEYS } from '../constants/errorKeys';
import { envelope } from '../schemas/envelope';
import * as reference from '../schemas/reference';
import { defineRoute } from './defineRoute';

export const getCategories = defineRoute('getCategories', 'GET /shared-api/job/job-categories/datalist', {
  summary: 'List job categories',
  reply: envelope(reference.Categories),
});

export const getHolidays = defineRoute('getHolidays', 'GET /api/holidays', {
  summary: "List public holidays of the marketplace's country",
  reply: envelope(reference.Holidays),
});

export const postFormInputList = defineRoute('postFormInputList', 'POST /api/form-input-list', {
  summary: 'List the fields that a form shows',
  body: reference.FormInputListBody,
  reply: envelope(reference.FormInputList),
});

export const getTaxOffices = defineRoute('getTaxOffices', 'GET /api/tax-offices', {
  summary: 'List tax offices by name, at most 20',
  query: reference.TaxOfficeQuery,
  reply: envelope(reference.TaxOffices),
});

export const getCountries = defineRoute('getCountries', 'GET /api/countries', {
  summary: 'List countries where a company may register',
  access: 'public',
  reply: envelope(reference.Countries),
});

export const postCountryCheck = defineRoute('postCountryCheck', 'POST /geo-api/country/check', {
  summary: "Get the visitor's country by location, otherwise by language",
  access: 'public',
  body: reference.CountryCheckBody,
  reply: envelope(reference.CountryCheck),
});

export const getPlaces = defineRoute('getPlaces', 'GET /shared-api/places', {
  summary: 'List places by name, in one country or all, the largest and nearest first',
  access: 'public',
  query: reference.PlacesQuery,
  reply: envelope(reference.Places),
});

export const getNearbyPlaces = defineRoute('getNearbyPlaces', 'GET /shared-api/places/nearby', {
  summary: 'List places to label on a map',
  access: 'public',
  query: reference.NearbyQuery,
  reply: envelope(reference.NearbyPlaces),
});

export const getContent = defineRoute('getContent', 'GET /api/app-config/contents/:name/:code', {
  summary: 'Get an agreement or a notice by country or language',
  access: 'public',
  params: reference.ContentParams,
  reply: envelope(reference.Content),
  errors: [ERROR_KEYS.notFound],
});
