import { ERROR_KEYS } from '../constants/errorKeys';
import { IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { ViewBody, ViewChangeBody, ViewPayload, ViewsPayload } from '../schemas/views';
import { IDEMPOTENCY_KEYS, defineRoute } from './defineRoute';

export const getViews = defineRoute('getViews', 'GET /api/search/application/views', {
  summary: "List the caller's saved views of the applications list, and those that the organisation shares",
  reply: envelope(ViewsPayload),
});

export const postView = defineRoute('postView', 'POST /api/search/application/views', {
  summary: 'Save a view of the applications list; takes an Idempotency-Key',
  body: ViewBody,
  reply: envelope(ViewPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.viewsFull, ...IDEMPOTENCY_KEYS],
});

export const putView = defineRoute('putView', 'PUT /api/search/application/views/:id', {
  summary: 'Change the name, the filters, the sharing or the place of a saved view',
  params: IdParams,
  body: ViewChangeBody,
  reply: envelope(ViewPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.viewChanged],
});

export const deleteView = defineRoute('deleteView', 'DELETE /api/search/application/views/:id', {
  summary: 'Delete a saved view',
  params: IdParams,
  errors: [ERROR_KEYS.notFound],
});
