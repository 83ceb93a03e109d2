import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { ApplicationPayload } from '../schemas/applications';
import { Id } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { NeedsPayload, NeedsQuery, SettleBody, SnoozeBody } from '../schemas/today';
import { defineRoute } from './defineRoute';

const params = Type.Object({ id: Id });

export const getNeeds = defineRoute({
  id: 'getNeeds',
  summary: 'Count what the applications of the caller wait for, by kind',
  method: 'GET',
  path: '/api/search/application/needs',
  access: { level: 'branch' },
  query: NeedsQuery,
  reply: envelope(NeedsPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putSettle = defineRoute({
  id: 'putSettle',
  summary: 'Say that the messages of a worker up to a number need no answer, or take that back; idempotent',
  method: 'PUT',
  path: '/api/job/application/:id/settle',
  access: { level: 'branch' },
  params,
  body: SettleBody,
  reply: envelope(ApplicationPayload),
  errors: [ERROR_KEYS.notFound],
});

export const putSnooze = defineRoute({
  id: 'putSnooze',
  summary: 'Put off what an application waits for by at most 7 days; null ends it',
  method: 'PUT',
  path: '/api/job/application/:id/snooze',
  access: { level: 'branch' },
  params,
  body: SnoozeBody,
  reply: envelope(ApplicationPayload),
  errors: [ERROR_KEYS.notFound],
});
