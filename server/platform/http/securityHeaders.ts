import type { FastifyInstance } from 'fastify';
import type { PaymentProvider } from '../../../contract/constants/payment';
import type { Settings } from '../settings';

// An answer of the API is data: nothing in it may run, load, frame or be framed.
export const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(self), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Said only where the product is reached by https: RFC 6797, section 7.2, forbids it over plain HTTP. */
export const HSTS = 'strict-transport-security';

/** The headers that every answer of this deployment carries. */
export const headersOf = ({ publicUrl }: Pick<Settings, 'publicUrl'>): Record<string, string> =>
  publicUrl.startsWith('https:') ? { ...API_HEADERS, [HSTS]: 'max-age=31536000; includeSubDomains' } : API_HEADERS;

/** Sets the headers that every answer carries; pages and images put their own policy over it. */
export const addSecurityHeaders = (app: FastifyInstance, settings: Pick<Settings, 'publicUrl'>): void => {
  const headers = headersOf(settings);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(headers);
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
 * What a provider's payment needs beyond our own framed pages. iyzico: the page of whatever bank the card is of, inside that
 * frame. Stripe: https://docs.stripe.com/security/guide#content-security-policy
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
  provider?: PaymentProvider;
  /** SHA-256 in base64 of the script in the page itself, where it has one. */
  scriptHash?: string | undefined;
}

/** Of webpack's loader, of DOMPurify, and src/lib/trustedTypes.ts for what libraries write by themselves. */
const TRUSTED_TYPES = "trusted-types dashboard#webpack dompurify default; require-trusted-types-for 'script'";

/**
 * Google's map and Stripe's form write markup without Trusted Types: where one of them is a guest of the page, what would be
 * refused is only reported.
 */
const allowsTrustedTypes = ({ withGoogle = false, provider = 'sandbox' }: Guests): boolean =>
  !withGoogle && provider !== 'stripe';

/**
 * The policy of the dashboard's page; the nonce is for the few styles that its components add while they are open. Only with
 * a key of Google's, or where a provider of payments wants it, does the page load anything from others.
 */
export const pagePolicy = (nonce: string, guests: Guests = {}): string => {
  const { withGoogle = false, provider = 'sandbox', scriptHash } = guests;
  const inline = scriptHash ? ` 'sha256-${scriptHash}'` : '';
  const more = withGoogle ? GOOGLE : NOTHING_MORE;
  const pay = PAYMENT[provider];
  return [
    "default-src 'none'",
    `script-src 'self'${inline}${more.script}${pay.script}`,
    `style-src 'self' 'nonce-${nonce}'${more.style}`,
    `img-src 'self' data: blob:${more.img}${pay.img}`,
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

/** The headers of the dashboard's page: its policy, and beside it what a guest's script keeps from being enforced. */
export const pageHeaders = (nonce: string, guests: Guests): Record<string, string> => ({
  'content-security-policy': pagePolicy(nonce, guests),
  ...(!allowsTrustedTypes(guests) && { 'content-security-policy-report-only': TRUSTED_TYPES }),
});
