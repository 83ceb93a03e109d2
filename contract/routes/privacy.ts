import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import { Id } from '../schemas/common';
import { NoPayload, envelope } from '../schemas/envelope';
import { ExportIdPayload, ExportPayload } from '../schemas/exports';
import {
  AnsweredPayload,
  DueListBody,
  EraseBody,
  ErasurePayload,
  HoldBody,
  HoldPayload,
  Holds,
  HoldsQuery,
  PrivacyRequests,
  PrivacyRequestsQuery,
  RetentionPayload,
} from '../schemas/privacy';
import { defineRoute } from './defineRoute';

const byOwner = { level: 'branch', types: ['company', 'root'] } as const;
const params = Type.Object({ id: Id });
const exportParams = Type.Object({ id: Type.String({ pattern: '^[0-9a-f]{32}$' }) });

export const getRetention = defineRoute({
  id: 'getRetention',
  summary: 'Count the people who are made anonymous within seven days, for each choice of months',
  method: 'GET',
  path: '/api/privacy/retention',
  access: byOwner,
  reply: envelope(RetentionPayload),
  errors: [],
});

export const postDueList = defineRoute({
  id: 'postDueList',
  summary: 'Get a workbook of the people who are made anonymous within seven days, by a choice of months',
  method: 'POST',
  path: '/api/privacy/retention/export',
  access: byOwner,
  body: DueListBody,
  reply: envelope(NoPayload),
  produces: [MEDIA_TYPES.workbook],
  errors: [ERROR_KEYS.tooManyRequests],
});

export const getPrivacyRequests = defineRoute({
  id: 'getPrivacyRequests',
  summary: 'List what workers asked for: open requests by their last day, then the others, newest first',
  method: 'GET',
  path: '/api/privacy/requests',
  access: byOwner,
  query: PrivacyRequestsQuery,
  reply: envelope(PrivacyRequests),
  errors: [],
});

export const postRequestAnswered = defineRoute({
  id: 'postRequestAnswered',
  summary: "Put the data on the worker's page for 30 days, which closes the request for them; a repeat changes nothing",
  method: 'POST',
  path: '/api/privacy/requests/:id/answered',
  access: byOwner,
  params,
  reply: envelope(AnsweredPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getHolds = defineRoute({
  id: 'getHolds',
  summary: 'List whose data are on hold, newest first',
  method: 'GET',
  path: '/api/privacy/holds',
  access: byOwner,
  query: HoldsQuery,
  reply: envelope(Holds),
  errors: [ERROR_KEYS.notFound],
});

export const postPersonExport = defineRoute({
  id: 'postPersonExport',
  summary: "Make a file of a worker's data",
  method: 'POST',
  path: '/api/privacy/workers/:id/export',
  access: byOwner,
  params,
  reply: envelope(ExportIdPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const getPersonExport = defineRoute({
  id: 'getPersonExport',
  summary: "Get the progress of the caller's file of a worker's data",
  method: 'GET',
  path: '/api/privacy/exports/:id',
  access: byOwner,
  params: exportParams,
  reply: envelope(ExportPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getPersonExportFile = defineRoute({
  id: 'getPersonExportFile',
  summary: "Get the finished file of a worker's data",
  method: 'GET',
  path: '/api/privacy/exports/:id/file',
  access: byOwner,
  params: exportParams,
  reply: envelope(NoPayload),
  produces: [MEDIA_TYPES.download],
  errors: [ERROR_KEYS.notFound],
});

export const postErasure = defineRoute({
  id: 'postErasure',
  summary: "Erase a worker's data in the organisation; the applications stay in the figures",
  method: 'POST',
  path: '/api/privacy/workers/:id/erase',
  access: byOwner,
  params,
  body: EraseBody,
  reply: envelope(ErasurePayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.privacyOpenAppointment, ERROR_KEYS.privacyOnHold],
});

export const putHold = defineRoute({
  id: 'putHold',
  summary: 'Keep the data of a worker in spite of requests and periods, because of a dispute for example',
  method: 'PUT',
  path: '/api/privacy/workers/:id/hold',
  access: byOwner,
  params,
  body: HoldBody,
  reply: envelope(HoldPayload),
  errors: [ERROR_KEYS.notFound],
});
