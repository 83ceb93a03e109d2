import { envelope } from '../schemas/envelope';
import { Categories, FormInputList, FormInputListBody, Holidays } from '../schemas/reference';
import { defineRoute } from './defineRoute';

export const getCategories = defineRoute({
  id: 'getCategories',
  summary: 'Job categories',
  method: 'GET',
  path: '/shared-api/job/job-categories/datalist',
  access: { level: 'branch' },
  reply: envelope(Categories),
  errors: [],
});

export const getHolidays = defineRoute({
  id: 'getHolidays',
  summary: "Public holidays of the marketplace's country",
  method: 'GET',
  path: '/api/holidays',
  access: { level: 'branch' },
  reply: envelope(Holidays),
  errors: [],
});

export const postFormInputList = defineRoute({
  id: 'postFormInputList',
  summary: 'Which fields a form shows',
  method: 'POST',
  path: '/api/form-input-list',
  access: { level: 'branch' },
  body: FormInputListBody,
  reply: envelope(FormInputList),
  errors: [],
});
