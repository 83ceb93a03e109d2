import { ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import { PublicPageBody, PublicPagePayload, PublicPageQuery, PosterQuery } from '../schemas/publicPage';
import { NoPayload, envelope } from '../schemas/envelope';
import { defineRoute } from './defineRoute';

export const getPublicPage = defineRoute({
  id: 'getPublicPage',
  summary: 'Get the public page of a branch or company with its views and applications',
  method: 'GET',
  path: '/api/branch-page',
  access: { level: 'branch' },
  query: PublicPageQuery,
  reply: envelope(PublicPagePayload),
  errors: [ERROR_KEYS.notFound],
});

export const putPublicPage = defineRoute({
  id: 'putPublicPage',
  summary: 'Switch the public page on or off, or change its introduction',
  method: 'PUT',
  path: '/api/branch-page',
  access: { level: 'branch' },
  query: PublicPageQuery,
  body: PublicPageBody,
  reply: envelope(PublicPagePayload),
  errors: [ERROR_KEYS.notFound],
});

export const getPublicPageQr = defineRoute({
  id: 'getPublicPageQr',
  summary: "Get the QR code of the public page's address as SVG",
  method: 'GET',
  path: '/api/branch-page/qr.svg',
  access: { level: 'branch' },
  query: PublicPageQuery,
  reply: envelope(NoPayload),
  produces: [MEDIA_TYPES.svg],
  errors: [ERROR_KEYS.notFound],
});

export const getPoster = defineRoute({
  id: 'getPoster',
  summary: 'Get the poster with the QR code of the public page as PDF, A4 by default',
  method: 'GET',
  path: '/api/branch-page/poster.pdf',
  access: { level: 'branch' },
  query: PosterQuery,
  reply: envelope(NoPayload),
  produces: [MEDIA_TYPES.pdf],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});
