import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { ApplicationPayload } from '../schemas/applications';
import * as bulks from '../schemas/bulks';
import { IdParams } from '../schemas/common';
import { DeclineBody } from '../schemas/decisions';
import { envelope } from '../schemas/envelope';
import { IDEMPOTENCY_KEYS, defineRoute } from './defineRoute';

export const putDecline = defineRoute('putDecline', 'PUT /api/job/application/:id/decline', {
  summary:
    'Decline an application; a repeat changes only the reason, the note and when the applicant is told; takes an Idempotency-Key',
  params: IdParams,
  body: DeclineBody,
  reply: envelope(ApplicationPayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.applicationDeclined,
    ERROR_KEYS.applicationHasAppointment,
    ERROR_KEYS.applicationEnded,
    ERROR_KEYS.applicationErased,
    ERROR_KEYS.applicationWithdrawn,
    ERROR_KEYS.jobNotActive,
    ...IDEMPOTENCY_KEYS,
  ],
});

export const deleteDecline = defineRoute('deleteDecline', 'DELETE /api/job/application/:id/decline', {
  summary: 'Reopen a declined application; `wasTold` says whether the applicant already knew; takes an Idempotency-Key',
  params: IdParams,
  reply: envelope(Type.Object({ ...ApplicationPayload.properties, wasTold: Type.Boolean() })),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.applicationWithdrawn,
    ERROR_KEYS.applicationErased,
    ERROR_KEYS.jobNotActive,
    ...IDEMPOTENCY_KEYS,
  ],
});

const SET_ERRORS = [
  ERROR_KEYS.notFound,
  ERROR_KEYS.bulkJobRequired,
  ERROR_KEYS.bulkTooMany,
  ERROR_KEYS.improperMessage,
  ERROR_KEYS.sleepMode,
] as const;

export const previewBulk = defineRoute('previewBulk', 'POST /api/job/application/bulk/preview', {
  summary: 'Count what an action on many applications would change and leave out',
  body: bulks.BulkPreviewBody,
  reply: envelope(bulks.BulkPreviewPayload),
  errors: [...SET_ERRORS, ERROR_KEYS.tooManyRequests],
});

export const postBulk = defineRoute('postBulk', 'POST /api/job/application/bulk', {
  summary:
    'Start an action on many applications; takes an Idempotency-Key and answers 200 with the result of up to 50, 202 for more',
  body: bulks.BulkBody,
  reply: envelope(bulks.BulkPayload),
  errors: [
    ...SET_ERRORS,
    ERROR_KEYS.bulkSetChanged,
    ERROR_KEYS.bulkMessagesDaily,
    ERROR_KEYS.tooManyRequests,
    ...IDEMPOTENCY_KEYS,
  ],
});

export const getBulks = defineRoute('getBulks', 'GET /api/job/application/bulk', {
  summary: "List the caller's bulk actions of the last 30 days, newest first",
  reply: envelope(bulks.Bulks),
});

const bulkParams = Type.Object({ id: bulks.BulkId });

export const getBulk = defineRoute('getBulk', 'GET /api/job/application/bulk/:id', {
  summary: 'Get a bulk action with its progress',
  params: bulkParams,
  reply: envelope(bulks.BulkPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getBulkItems = defineRoute('getBulkItems', 'GET /api/job/application/bulk/:id/items', {
  summary: 'List the applications of a bulk action with their outcomes',
  params: bulkParams,
  query: bulks.BulkItemsQuery,
  reply: envelope(bulks.BulkItems),
  errors: [ERROR_KEYS.notFound],
});

export const undoBulk = defineRoute('undoBulk', 'POST /api/job/application/bulk/:id/undo', {
  summary:
    'Revert a finished bulk action for the applications that it changed and nobody changed since; a repeat returns the first undo',
  params: bulkParams,
  reply: envelope(bulks.BulkPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.bulkNotUndoable],
});
