import type { FastifyInstance } from 'fastify';

// An answer of the API is data: nothing in it may run, load, frame or be framed.
export const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Sets the headers that every answer carries; pages and images put their own policy over it. */
export const addSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(API_HEADERS);
    if (/^\/(api|shared-api|geo-api|worker-gateway)\//.test(request.url))
      void reply.header('cache-control', 'no-store');
  });
};

/** What Google's map and its still pictures load. https://developers.google.com/maps/documentation/javascript/content-security-policy */
const GOOGLE = {
  script: ' https://maps.googleapis.com',
  img: ' https://maps.googleapis.com https://maps.gstatic.com https://*.googleapis.com https://*.gstatic.com',
  connect: ' https://maps.googleapis.com https://*.googleapis.com https://*.gstatic.com data: blob:',
  font: ' https://fonts.gstatic.com',
  style: ' https://fonts.googleapis.com',
  worker: ' blob:',
};
const NOTHING_MORE = { script: '', img: '', connect: '', font: '', style: '', worker: '' };

/**
 * The policy of the dashboard's page; the nonce is for the few styles that its components add while they are open. Only with
 * a key of Google's does the page load anything from others.
 */
export const pagePolicy = (nonce: string, withGoogle = false): string => {
  const more = withGoogle ? GOOGLE : NOTHING_MORE;
  return [
    "default-src 'none'",
    `script-src 'self'${more.script}`,
    `style-src 'self' 'nonce-${nonce}'${more.style}`,
    `img-src 'self' data: blob:${more.img}`,
    `font-src 'self'${more.font}`,
    `connect-src 'self'${more.connect}`,
    "manifest-src 'self'",
    `worker-src 'self'${more.worker}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};
