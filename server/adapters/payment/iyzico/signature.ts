import { createHmac, timingSafeEqual } from 'node:crypto';

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Compares two hexadecimal signatures in constant time. */
const isSame = (one: string, other: unknown): boolean =>
  typeof other === 'string' &&
  one.length === Buffer.byteLength(other) &&
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Returns the `Authorization` header of a request: HMAC-SHA256 over the random key, the path and the body as sent.
 * https://docs.iyzico.com/en/getting-started/preliminaries/authentication/hmacsha256-auth
 */
export const authorizationOf = (
  { apiKey, secretKey }: { apiKey: string; secretKey: string },
  { path, body, randomKey }: { path: string; body: string; randomKey: string },
): string => {
  const signature = hmac(secretKey, `${randomKey}${path}${body}`);
  const text = `apiKey:${apiKey}&randomKey:${randomKey}&signature:${signature}`;
  return `IYZWSv2 ${Buffer.from(text).toString('base64')}`;
};

/**
 * Returns whether iyzico signed the values in this order, in a response or in data that the browser brings from the
 * bank. Numbers are signed without trailing zeros, as JSON writes them here.
 * https://docs.iyzico.com/en/advanced/response-signature-validation
 */
export const isSigned = (secretKey: string, values: readonly unknown[], signature: unknown): boolean =>
  isSame(hmac(secretKey, values.map((value) => String(value ?? '')).join(':')), signature);

/**
 * Returns whether a webhook's `X-Iyz-Signature-V3` header is valid: a signature over the secret and the joined values.
 * https://docs.iyzico.com/en/advanced/webhook
 */
export const isWebhookSigned = (secretKey: string, values: readonly unknown[], signature: unknown): boolean =>
  isSame(hmac(secretKey, secretKey + values.map((value) => String(value ?? '')).join('')), signature);
