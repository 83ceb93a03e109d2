import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { ApplicationPayload } from '../schemas/applications';
import {
  BulkBody,
  BulkId,
  BulkItems,
  BulkItemsQuery,
  BulkPayload,
  BulkPreviewBody,
  BulkPreviewPayload,
  Bulks,
} from '../schemas/bulks';
import { Id } from '../schemas/common';
import { DeclineBody } from '../schemas/decisions';
import { envelope } from '../schemas/envelope';
import { defineRoute } from './defineRoute';

export const putDecline = defineRoute({
  id: 'putDecline',
  summary:
    'Decline an application; a repeat changes only the reason, the note and when the applicant is told; takes an Idempotency-Key',
  method: 'PUT',
  path: '/api/job/application/:id/decline',
  access: { level: 'branch' },
  params: Type.Object({ id: Id }),
  body: DeclineBody,
  reply: envelope(ApplicationPayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.applicationDeclined,
    ERROR_KEYS.applicationHasAppointment,
    ERROR_KEYS.applicationEnded,
    ERROR_KEYS.applicationWithdrawn,
    ERROR_KEYS.jobNotActive,
    ERROR_KEYS.idempotencyMismatch,
    ERROR_KEYS.idempotencyInFlight,
  ],
});

export const deleteDecline = defineRoute({
  id: 'deleteDecline',
  summary: 'Reopen a declined application; `wasTold` says whether the applicant already knew; takes an Idempotency-Key',
  method: 'DELETE',
  path: '/api/job/application/:id/decline',
  access: { level: 'branch' },
  params: Type.Object({ id: Id }),
  reply: envelope(Type.Object({ ...ApplicationPayload.properties, wasTold: Type.Boolean() })),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.applicationWithdrawn,
    ERROR_KEYS.applicationErased,
    ERROR_KEYS.jobNotActive,
    ERROR_KEYS.idempotencyMismatch,
    ERROR_KEYS.idempotencyInFlight,
  ],
});

const SET_ERRORS = [
  ERROR_KEYS.notFound,
  ERROR_KEYS.bulkJobRequired,
  ERROR_KEYS.bulkTooMany,
  ERROR_KEYS.improperMessage,
  ERROR_KEYS.sleepMode,
] as const;

export const previewBulk = defineRoute({
  id: 'previewBulk',
  summary: 'Count what an action on many applications would change and leave out',
  method: 'POST',
  path: '/api/job/application/bulk/preview',
  access: { level: 'branch' },
  body: BulkPreviewBody,
  reply: envelope(BulkPreviewPayload),
  errors: [...SET_ERRORS, ERROR_KEYS.tooManyRequests],
});

export const postBulk = defineRoute({
  id: 'postBulk',
  summary:
    'Start an action on many applications; takes an Idempotency-Key and answers 200 with the result of up to 50, 202 for more',
  method: 'POST',
  path: '/api/job/application/bulk',
  access: { level: 'branch' },
  body: BulkBody,
  reply: envelope(BulkPayload),
  errors: [
    ...SET_ERRORS,
    ERROR_KEYS.bulkSetChanged,
    ERROR_KEYS.bulkMessagesDaily,
    ERROR_KEYS.tooManyRequests,
    ERROR_KEYS.idempotencyMismatch,
    ERROR_KEYS.idempotencyInFlight,
  ],
});

export const getBulks = defineRoute({
  id: 'getBulks',
  summary: "List the caller's bulk actions of the last 30 days, newest first",
  method: 'GET',
  path: '/api/job/application/bulk',
  access: { level: 'branch' },
  reply: envelope(Bulks),
  errors: [],
});

const bulkParams = Type.Object({ id: BulkId });

export const getBulk = defineRoute({
  id: 'getBulk',
  summary: 'Get a bulk action with its progress',
  method: 'GET',
  path: '/api/job/application/bulk/:id',
  access: { level: 'branch' },
  params: bulkParams,
  reply: envelope(BulkPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getBulkItems = defineRoute({
  id: 'getBulkItems',
  summary: 'List the applications of a bulk action with their outcomes',
  method: 'GET',
  path: '/api/job/application/bulk/:id/items',
  access: { level: 'branch' },
  params: bulkParams,
  query: BulkItemsQuery,
  reply: envelope(BulkItems),
  errors: [ERROR_KEYS.notFound],
});

export const undoBulk = defineRoute({
  id: 'undoBulk',
  summary:
    'Revert a finished bulk action for the applications that it changed and nobody changed since; a repeat returns the first undo',
  method: 'POST',
  path: '/api/job/application/bulk/:id/undo',
  access: { level: 'branch' },
  params: bulkParams,
  reply: envelope(BulkPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.bulkNotUndoable],
});
