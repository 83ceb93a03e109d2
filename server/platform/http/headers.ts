import { randomBytes, randomInt } from 'node:crypto';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PaymentProvider } from '../../../contract/constants/payment';
import type { Settings } from '../settings';
import { sha256 } from '../secrets';

// A response of the API is data: nothing in it may run, load, frame or be framed.
export const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(self), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Sent only when the product uses https: RFC 6797, section 7.2, forbids it over plain HTTP. */
export const HSTS = 'strict-transport-security';

/** Returns the headers that every response of this deployment carries. */
export const headersOf = ({ publicUrl }: Pick<Settings, 'publicUrl'>): Record<string, string> =>
  publicUrl.startsWith('https:') ? { ...API_HEADERS, [HSTS]: 'max-age=31536000; includeSubDomains' } : API_HEADERS;

/** Sets the headers that every response carries; pages and images override the policy. */
export const addSecurityHeaders = (app: FastifyInstance, settings: Pick<Settings, 'publicUrl'>): void => {
  const headers = headersOf(settings);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
    if (/^\/(api|shared-api|geo-api|worker-gateway)\//.test(request.url))
      void reply.header('cache-control', 'no-store');
  });
};

/**
 * Brotli quality (11 is the highest): the dashboard's page of 47 kB becomes 11.6 kB in one millisecond; 11 would save
 * 0.9 kB and take 39 ms.
 */
const BROTLI_QUALITY = 5;

const PADDING_BYTES = [16, 80] as const;

/**
 * Returns a text of random length for a compressed reply that holds a secret and texts of others. Without it, the size
 * of the reply would reveal the secret bit by bit to somebody who writes such texts and watches the network.
 */
export const padding = (): string => randomBytes(randomInt(...PADDING_BYTES)).toString('base64url');

/**
 * Compresses the replies of a scope's routes; call it before they are registered. Replies that hold one person's data
 * need padding, and those that hold a token stay uncompressed (docs/SECURITY.md#compression).
 */
export const compressReplies = async (scope: FastifyInstance, { pads = false } = {}): Promise<void> => {
  // Runs before the compression and also names what an uncompressed reply depends on. A 304 stays small.
  scope.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 304) return;
    void reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    if (pads) void reply.header('x-padding', padding());
  });
  await scope.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    // Requests stay packed: a small body could unpack to a large one.
    globalDecompression: false,
  });
};

/**
 * The sources of Google's map and its static pictures.
 * https://developers.google.com/maps/documentation/javascript/content-security-policy
 */
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
 * The sources that a payment provider needs in addition to our own framed pages. iyzico frames the page of the card's
 * bank, which can be any. Stripe: https://docs.stripe.com/security/guide#content-security-policy
 */
const PAYMENT: Record<PaymentProvider, { script: string; connect: string; img: string; frame: string }> = {
  sandbox: { script: '', connect: '', img: '', frame: '' },
  iyzico: { script: '', connect: '', img: '', frame: ' https:' },
  stripe: {
    script: ' https://js.stripe.com https://*.js.stripe.com',
    connect: ' https://api.stripe.com',
    img: ' https://*.stripe.com',
    frame: ' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  },
};

interface Guests {
  withGoogle?: boolean;
  /** The origin of the map's tiles, if the operator chose a server. */
  tileOrigin?: string | undefined;
  provider?: PaymentProvider;
  /** SHA-256 in base64 of each inline script of the page. */
  scriptHashes?: readonly string[];
}

/** The policies of webpack's loader, of DOMPurify, and of src/lib/browser.ts for libraries that write markup. */
const TRUSTED_TYPES = "trusted-types dashboard#webpack dompurify default; require-trusted-types-for 'script'";

/**
 * Google's map and Stripe's form write markup without Trusted Types. A page with one of them only reports violations.
 */
const allowsTrustedTypes = ({ withGoogle = false, provider = 'sandbox' }: Guests): boolean =>
  !withGoogle && provider !== 'stripe';

/**
 * Returns the policy of the dashboard's page. The nonce allows the few styles that its components add at run time. The
 * page loads third-party sources only with a Google key, with a tile server, or when the payment provider needs them.
 */
export const pagePolicy = (nonce: string, guests: Guests = {}): string => {
  const { withGoogle = false, provider = 'sandbox', scriptHashes = [] } = guests;
  const tiles = guests.tileOrigin ? ` ${guests.tileOrigin}` : '';
  const inline = scriptHashes.map((hash) => ` 'sha256-${hash}'`).join('');
  const more = withGoogle ? GOOGLE : NOTHING_MORE;
  const pay = PAYMENT[provider];
  return [
    "default-src 'none'",
    `script-src 'self'${inline}${more.script}${pay.script}`,
    `style-src 'self' 'nonce-${nonce}'${more.style}`,
    `img-src 'self' data: blob:${more.img}${tiles}${pay.img}`,
    `font-src 'self'${more.font}`,
    `connect-src 'self'${more.connect}${pay.connect}`,
    `frame-src 'self'${pay.frame}`,
    "manifest-src 'self'",
    `worker-src 'self'${more.worker}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(allowsTrustedTypes(guests) ? [TRUSTED_TYPES] : []),
  ].join('; ');
};

/** Returns the headers of the dashboard's page: the enforced policy and the report-only part. */
export const pageHeaders = (nonce: string, guests: Guests): Record<string, string> => ({
  'content-security-policy': pagePolicy(nonce, guests),
  ...(!allowsTrustedTypes(guests) && { 'content-security-policy-report-only': TRUSTED_TYPES }),
});

/**
 * Returns whether an `If-None-Match` header names the ETag; weak and strong ETags compare as equal (RFC 9110, section
 * 13.1.2).
 */
export const matchesEtag = (header: string, etag: string): boolean =>
  header.split(',').some((one) => {
    const named = one.trim();
    return named === '*' || named.replace(/^W\//, '') === etag;
  });

// The characters that encodeURIComponent leaves alone but RFC 5987 wants escaped.
const NOT_PLAIN = /['()*]/g;
const NOT_ASCII = /[^\x20-\x7e]/g;
const QUOTED = /["\\/%]/g;

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Returns the header of a file to be saved under this name: an ASCII form first (letters without their marks, other
 * characters as `_`), then the name itself in the form of RFC 5987.
 */
export const contentDisposition = (name: string): string => {
  const wellFormed = name.replace(/\p{Surrogate}/gu, '\ufffd');
  const ascii = wellFormed
    .replaceAll('\u0131', 'i')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(NOT_ASCII, '_')
    .replace(QUOTED, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(wellFormed).replace(NOT_PLAIN, percent)}`;
};

/** Seconds for which a client may use its copy without revalidating it. */
const FRESH_SECONDS = 300;

/**
 * Returns a handler that sends the same JSON to every caller. The JSON is serialised once and carries a strong ETag; a
 * request that names the ETag gets a 304 without a body.
 */
export const constantAnswer = (value: unknown) => {
  const body = Buffer.from(JSON.stringify(value));
  const etag = `"${sha256(body).toString('base64url')}"`;
  const headers = { etag, 'cache-control': `public, max-age=${FRESH_SECONDS}` };
  return (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers(headers);
    const known = request.headers['if-none-match'];
    if (known !== undefined && matchesEtag(known, etag)) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  };
};
