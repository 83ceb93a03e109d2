import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { Id } from '../schemas/common';
import { envelope } from '../schemas/envelope';
import { ApplicationPayload, ApplicationRows, ApplicationSearchQuery, ShortlistBody } from '../schemas/applications';
import { defineRoute } from './defineRoute';

export const searchApplications = defineRoute({
  id: 'searchApplications',
  summary: 'Applications, newest first; `limit=0` answers only the exact total',
  method: 'GET',
  path: '/api/search/application/all',
  access: { level: 'branch' },
  query: ApplicationSearchQuery,
  reply: envelope(ApplicationRows),
  errors: [ERROR_KEYS.notFound],
});

export const putShortlist = defineRoute({
  id: 'putShortlist',
  summary: 'Put an application on the shortlist or take it off; idempotent',
  method: 'PUT',
  path: '/api/job/application/:id/shortlist',
  access: { level: 'branch' },
  params: Type.Object({ id: Id }),
  body: ShortlistBody,
  reply: envelope(ApplicationPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.jobNotActive],
});

export const putSeen = defineRoute({
  id: 'putSeen',
  summary: 'Mark an application as seen; idempotent',
  method: 'PUT',
  path: '/api/job/application/:id/mark-as-seen',
  access: { level: 'branch' },
  params: Type.Object({ id: Id }),
  reply: envelope(ApplicationPayload),
  errors: [ERROR_KEYS.notFound],
});
