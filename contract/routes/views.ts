import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { Id } from '../schemas/common';
import { NoPayload, envelope } from '../schemas/envelope';
import { ViewBody, ViewChangeBody, ViewPayload, ViewsPayload } from '../schemas/views';
import { defineRoute } from './defineRoute';

const access = { level: 'branch' } as const;
const params = Type.Object({ id: Id });

export const getViews = defineRoute({
  id: 'getViews',
  summary: "List the caller's saved views of the applications list, and those that the organisation shares",
  method: 'GET',
  path: '/api/search/application/views',
  access,
  reply: envelope(ViewsPayload),
  errors: [],
});

export const postView = defineRoute({
  id: 'postView',
  summary: 'Save a view of the applications list; takes an Idempotency-Key',
  method: 'POST',
  path: '/api/search/application/views',
  access,
  body: ViewBody,
  reply: envelope(ViewPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.viewsFull, ERROR_KEYS.idempotencyMismatch, ERROR_KEYS.idempotencyInFlight],
});

export const putView = defineRoute({
  id: 'putView',
  summary: 'Change the name, the filters, the sharing or the place of a saved view',
  method: 'PUT',
  path: '/api/search/application/views/:id',
  access,
  params,
  body: ViewChangeBody,
  reply: envelope(ViewPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.viewChanged],
});

export const deleteView = defineRoute({
  id: 'deleteView',
  summary: 'Delete a saved view',
  method: 'DELETE',
  path: '/api/search/application/views/:id',
  access,
  params,
  reply: envelope(NoPayload),
  errors: [ERROR_KEYS.notFound],
});
