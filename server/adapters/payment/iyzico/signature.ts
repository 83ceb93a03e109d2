import { createHmac, timingSafeEqual } from 'node:crypto';

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Whether two signatures in hexadecimal are the same, in constant time. */
const isSame = (one: string, other: unknown): boolean =>
  typeof other === 'string' &&
  one.length === Buffer.byteLength(other) &&
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * The header `Authorization` of a request: HMAC-SHA256 over the random key, the path and the body as it is sent.
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
 * Whether an answer, or what a browser brings from the bank, carries iyzico's signature over the values in their order. Numbers
 * are signed without trailing zeros, as JSON numbers are here.
 * https://docs.iyzico.com/en/advanced/response-signature-validation
 */
export const isSigned = (secretKey: string, values: readonly unknown[], signature: unknown): boolean =>
  isSame(hmac(secretKey, values.map((value) => String(value ?? '')).join(':')), signature);

/**
 * Whether a webhook carries the header `X-Iyz-Signature-V3`: over the secret itself and the values, one after the other.
 * https://docs.iyzico.com/en/advanced/webhook
 */
export const isWebhookSigned = (secretKey: string, values: readonly unknown[], signature: unknown): boolean =>
  isSame(hmac(secretKey, secretKey + values.map((value) => String(value ?? '')).join('')), signature);
