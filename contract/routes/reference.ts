import { ERROR_KEYS } from '../constants/errorKeys';
import { envelope } from '../schemas/envelope';
import {
  Categories,
  Content,
  ContentParams,
  Countries,
  CountryCheck,
  CountryCheckBody,
  FormInputList,
  FormInputListBody,
  Holidays,
  NearbyPlaces,
  NearbyQuery,
  Places,
  PlacesQuery,
  TaxOfficeQuery,
  TaxOffices,
} from '../schemas/reference';
import { defineRoute } from './defineRoute';

export const getCategories = defineRoute({
  id: 'getCategories',
  summary: 'List job categories',
  method: 'GET',
  path: '/shared-api/job/job-categories/datalist',
  access: { level: 'branch' },
  reply: envelope(Categories),
  errors: [],
});

export const getHolidays = defineRoute({
  id: 'getHolidays',
  summary: "List public holidays of the marketplace's country",
  method: 'GET',
  path: '/api/holidays',
  access: { level: 'branch' },
  reply: envelope(Holidays),
  errors: [],
});

export const postFormInputList = defineRoute({
  id: 'postFormInputList',
  summary: 'List the fields that a form shows',
  method: 'POST',
  path: '/api/form-input-list',
  access: { level: 'branch' },
  body: FormInputListBody,
  reply: envelope(FormInputList),
  errors: [],
});

export const getTaxOffices = defineRoute({
  id: 'getTaxOffices',
  summary: 'List tax offices by name, at most 20',
  method: 'GET',
  path: '/api/tax-offices',
  access: { level: 'branch' },
  query: TaxOfficeQuery,
  reply: envelope(TaxOffices),
  errors: [],
});

export const getCountries = defineRoute({
  id: 'getCountries',
  summary: 'List countries where a company may register',
  method: 'GET',
  path: '/api/countries',
  access: 'public',
  reply: envelope(Countries),
  errors: [],
});

export const postCountryCheck = defineRoute({
  id: 'postCountryCheck',
  summary: "Get the visitor's country by location, otherwise by language",
  method: 'POST',
  path: '/geo-api/country/check',
  access: 'public',
  body: CountryCheckBody,
  reply: envelope(CountryCheck),
  errors: [],
});

export const getPlaces = defineRoute({
  id: 'getPlaces',
  summary: 'List places by name, in one country or all, the largest and nearest first',
  method: 'GET',
  path: '/shared-api/places',
  access: 'public',
  query: PlacesQuery,
  reply: envelope(Places),
  errors: [],
});

export const getNearbyPlaces = defineRoute({
  id: 'getNearbyPlaces',
  summary: 'List places to label on a map',
  method: 'GET',
  path: '/shared-api/places/nearby',
  access: 'public',
  query: NearbyQuery,
  reply: envelope(NearbyPlaces),
  errors: [],
});

export const getContent = defineRoute({
  id: 'getContent',
  summary: 'Get an agreement or a notice by country or language',
  method: 'GET',
  path: '/api/app-config/contents/:name/:code',
  access: 'public',
  params: ContentParams,
  reply: envelope(Content),
  errors: [ERROR_KEYS.notFound],
});
