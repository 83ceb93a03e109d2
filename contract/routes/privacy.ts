import { ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import { IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { ExportIdPayload, ExportParams, ExportPayload } from '../schemas/exports';
import * as privacy from '../schemas/privacy';
import { defineRoute } from './defineRoute';

const byOwner = { level: 'branch', types: ['company', 'root'] } as const;

export const getRetention = defineRoute('getRetention', 'GET /api/privacy/retention', {
  summary: 'Count the people who are made anonymous within seven days, for each choice of months',
  access: byOwner,
  reply: envelope(privacy.RetentionPayload),
});

export const postDueList = defineRoute('postDueList', 'POST /api/privacy/retention/export', {
  summary: 'Get a workbook of the people who are made anonymous within seven days, by a choice of months',
  access: byOwner,
  body: privacy.DueListBody,
  produces: [MEDIA_TYPES.workbook],
  errors: [ERROR_KEYS.tooManyRequests],
});

export const getPrivacyRequests = defineRoute('getPrivacyRequests', 'GET /api/privacy/requests', {
  summary: 'List what workers asked for: open requests by their last day, then the others, newest first',
  access: byOwner,
  query: privacy.PrivacyRequestsQuery,
  reply: envelope(privacy.PrivacyRequests),
});

export const postRequestAnswered = defineRoute('postRequestAnswered', 'POST /api/privacy/requests/:id/answered', {
  summary: "Put the data on the worker's page for 30 days, which closes the request for them; a repeat changes nothing",
  access: byOwner,
  params: IdParams,
  reply: envelope(privacy.AnsweredPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getHolds = defineRoute('getHolds', 'GET /api/privacy/holds', {
  summary: 'List whose data are on hold, newest first',
  access: byOwner,
  query: privacy.HoldsQuery,
  reply: envelope(privacy.Holds),
  errors: [ERROR_KEYS.notFound],
});

export const postPersonExport = defineRoute('postPersonExport', 'POST /api/privacy/workers/:id/export', {
  summary: "Make a file of a worker's data",
  access: byOwner,
  params: IdParams,
  reply: envelope(ExportIdPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const getPersonExport = defineRoute('getPersonExport', 'GET /api/privacy/exports/:id', {
  summary: "Get the progress of the caller's file of a worker's data",
  access: byOwner,
  params: ExportParams,
  reply: envelope(ExportPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getPersonExportFile = defineRoute('getPersonExportFile', 'GET /api/privacy/exports/:id/file', {
  summary: "Get the finished file of a worker's data",
  access: byOwner,
  params: ExportParams,
  produces: [MEDIA_TYPES.download],
  errors: [ERROR_KEYS.notFound],
});

export const postErasure = defineRoute('postErasure', 'POST /api/privacy/workers/:id/erase', {
  summary: "Erase a worker's data in the organisation; the applications stay in the figures",
  access: byOwner,
  params: IdParams,
  body: privacy.EraseBody,
  reply: envelope(privacy.ErasurePayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.privacyOpenAppointment, ERROR_KEYS.privacyOnHold],
});

export const putHold = defineRoute('putHold', 'PUT /api/privacy/workers/:id/hold', {
  summary: 'Keep the data of a worker in spite of requests and periods, because of a dispute for example',
  access: byOwner,
  params: IdParams,
  body: privacy.HoldBody,
  reply: envelope(privacy.HoldPayload),
  errors: [ERROR_KEYS.notFound],
});
