import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

const EMPTY_SHA256 = createHash('sha256').digest('hex');
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/,]+)\/(?<scope>[^,]+), ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * The signature (version 4, by headers, no query) that a store expects of a request, written from its documentation alone:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export const expectedSignature = (
  { method, path, headers }: SignedRequest,
  { names, scope, secret }: { names: string; scope: string; secret: string },
): string => {
  const signed = names.split(';').map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  const contentHash = headers['x-amz-content-sha256'] ?? EMPTY_SHA256;
  const canonical = [method, path, '', signed.join(''), names, contentHash].join('\n');
  const [date = '', region = '', service = '', end = ''] = scope.split('/');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), end);
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'] ?? '', scope, sha256(canonical)].join('\n');
  return hmac(key, text).toString('hex');
};

/** Why a store would refuse the request, or null: key pair, content, headers that must be signed, signature. */
export const whyRefused = (request: SignedRequest, account: { id: string; secret: string }): string | null => {
  const { id, scope, names, signature } = AUTHORIZATION.exec(request.headers.authorization ?? '')?.groups ?? {};
  if (!scope || !names) return 'AccessDenied';
  if (id !== account.id) return 'InvalidAccessKeyId';
  if (request.headers['x-amz-content-sha256'] !== sha256(request.body)) return 'XAmzContentSHA256Mismatch';
  const unsigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))].filter(
    (name) => !names.split(';').includes(name),
  );
  if (unsigned.length > 0) return 'AccessDenied';
  return expectedSignature(request, { names, scope, secret: account.secret }) === signature
    ? null
    : 'SignatureDoesNotMatch';
};
