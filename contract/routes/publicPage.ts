import { ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import { PublicPageBody, PublicPagePayload, PublicPageQuery, PosterQuery } from '../schemas/publicPage';
import { envelope } from '../schemas/envelope';
import { defineRoute } from './defineRoute';

export const getPublicPage = defineRoute('getPublicPage', 'GET /api/branch-page', {
  summary: 'Get the public page of a branch or company with its views and applications',
  query: PublicPageQuery,
  reply: envelope(PublicPagePayload),
  errors: [ERROR_KEYS.notFound],
});

export const putPublicPage = defineRoute('putPublicPage', 'PUT /api/branch-page', {
  summary: 'Switch the public page on or off, or change its introduction',
  query: PublicPageQuery,
  body: PublicPageBody,
  reply: envelope(PublicPagePayload),
  errors: [ERROR_KEYS.notFound],
});

export const getPublicPageQr = defineRoute('getPublicPageQr', 'GET /api/branch-page/qr.svg', {
  summary: "Get the QR code of the public page's address as SVG",
  query: PublicPageQuery,
  produces: [MEDIA_TYPES.svg],
  errors: [ERROR_KEYS.notFound],
});

export const getPoster = defineRoute('getPoster', 'GET /api/branch-page/poster.pdf', {
  summary: 'Get the poster with the QR code of the public page as PDF, A4 by default',
  query: PosterQuery,
  produces: [MEDIA_TYPES.pdf],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});
