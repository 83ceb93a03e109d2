import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { fetchFailure } from '../../platform/errors';
import { guarded, type FileStore } from '../../platform/ports/fileStore';
import type { S3Settings } from '../../platform/providerSettings';
import { sha256 } from '../../platform/secrets';

const TIMEOUT_MS = 10_000;
/** Longer time-out for streamed files, which are larger than pictures. */
const LARGE_TIMEOUT_MS = 120_000;
const NOT_FOUND = 404;

/** Returns the SHA-256 of a file, read as a stream. */
const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
};

/** The body of a request; `large` allows more time. */
interface Content {
  body?: BodyInit;
  hash: string;
  contentType?: string;
  large?: boolean;
}

const NOTHING: Content = { hash: sha256(Buffer.alloc(0)).toString('hex') };

const typeOf = (response: Response): string => response.headers.get('content-type') ?? 'application/octet-stream';

/**
 * Stores files in a bucket of an S3-compatible store, with path-style addresses and signature version 4 over address,
 * headers and content. aws4fetch signs; the provider's own package would add about a hundred modules for the same
 * three calls.
 */
export const createS3Store = (settings: S3Settings): FileStore => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const send = async (method: string, key: string, { body, hash, contentType, large }: Content = NOTHING) => {
    const request = {
      method,
      headers: { 'x-amz-content-sha256': hash, ...(contentType && { 'content-type': contentType }) },
      ...(body !== undefined && { body }),
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(large ? LARGE_TIMEOUT_MS : TIMEOUT_MS),
    };
    const response = await client.fetch(`${endpoint}/${bucket}/${key}`, request).catch((error: unknown) => {
      throw new Error(`S3 ${method}: no answer: ${fetchFailure(error)}`);
    });
    if (!response.ok && response.status !== NOT_FOUND) throw new Error(`S3 ${method} ${response.status}`);
    return response;
  };
  const put = async (key: string, content: Content): Promise<void> => {
    const response = await send('PUT', key, content);
    // PUT returns 404 when the bucket is missing.
    if (!response.ok) throw new Error(`S3 PUT ${response.status}`);
  };
  return guarded({
    put: async (key, { bytes, contentType }) =>
      put(key, {
        ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
        hash: sha256(bytes).toString('hex'),
        contentType,
      }),
    putFile: async (key, { path, contentType }) =>
      // A blob of a file is read while it is sent and can be sent again.
      put(key, { body: await openAsBlob(path), hash: await sha256Of(path), contentType, large: true }),
    get: async (key) => {
      const response = await send('GET', key);
      return response.ok ? { bytes: Buffer.from(await response.arrayBuffer()), contentType: typeOf(response) } : null;
    },
    open: async (key) => {
      const response = await send('GET', key, { ...NOTHING, large: true });
      if (!response.ok || response.body === null) return null;
      return { stream: Readable.fromWeb(response.body as ReadableStream), contentType: typeOf(response) };
    },
    remove: async (key) => {
      await send('DELETE', key);
    },
  });
};
