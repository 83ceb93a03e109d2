import { ERROR_KEYS } from '../constants/errorKeys';
import { ApplicationPayload } from '../schemas/applications';
import { IdParams } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { NeedsPayload, NeedsQuery, SettleBody, SnoozeBody } from '../schemas/today';
import { defineRoute } from './defineRoute';

export const getNeeds = defineRoute('getNeeds', 'GET /api/search/application/needs', {
  summary: 'Count what the applications of the caller wait for, by kind',
  query: NeedsQuery,
  reply: envelope(NeedsPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putSettle = defineRoute('putSettle', 'PUT /api/job/application/:id/settle', {
  summary: 'Say that the messages of a worker up to a number need no answer, or take that back; idempotent',
  params: IdParams,
  body: SettleBody,
  reply: envelope(ApplicationPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putSnooze = defineRoute('putSnooze', 'PUT /api/job/application/:id/snooze', {
  summary: 'Put off what an application waits for by at most 7 days; null ends it',
  params: IdParams,
  body: SnoozeBody,
  reply: envelope(ApplicationPayload),
  errors: [ERROR_KEYS.notFound],
});
