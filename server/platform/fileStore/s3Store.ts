import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { fetchFailure } from '../fetchFailure';
import { guarded, type FileStore } from './fileStore';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const TIMEOUT_MS = 10_000;
const NOT_FOUND = 404;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Files in a bucket of an S3-compatible store, by path-style addresses and signature version 4 over address, headers and
 * content. aws4fetch signs; the provider's own package would bring some hundred modules for the same three calls.
 */
export const createS3Store = (settings: S3Settings): FileStore => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const send = async (method: string, key: string, bytes: Buffer = Buffer.alloc(0), contentType?: string) => {
    const request = {
      method,
      headers: { 'x-amz-content-sha256': sha256(bytes), ...(contentType && { 'content-type': contentType }) },
      ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    const response = await client.fetch(`${endpoint}/${bucket}/${key}`, request).catch((error: unknown) => {
      throw new Error(`S3 ${method}: no answer: ${fetchFailure(error)}`);
    });
    if (!response.ok && response.status !== NOT_FOUND) throw new Error(`S3 ${method} ${response.status}`);
    return response;
  };
  return guarded({
    put: async (key, { bytes, contentType }) => {
      const response = await send('PUT', key, bytes, contentType);
      // The bucket itself is missing.
      if (!response.ok) throw new Error(`S3 PUT ${response.status}`);
    },
    get: async (key) => {
      const response = await send('GET', key);
      if (!response.ok) return null;
      const contentType = response.headers.get('content-type') ?? 'application/octet-stream';
      return { bytes: Buffer.from(await response.arrayBuffer()), contentType };
    },
    remove: async (key) => {
      await send('DELETE', key);
    },
  });
};
