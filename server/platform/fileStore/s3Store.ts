import { AwsClient } from 'aws4fetch';
import type { FileStore } from './fileStore';

export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const KEY = /^[a-z]+-[0-9a-f]{32}$/;
const TIMEOUT_MS = 10_000;
const NOT_FOUND = 404;

/** Files in a bucket of an S3-compatible store, by path-style addresses and signature version 4. */
export const createS3Store = (settings: S3Settings): FileStore => {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const send = async (method: string, key: string, more: { body?: Buffer; headers?: Record<string, string> } = {}) => {
    if (!KEY.test(key)) throw new Error('not a key of a file');
    const { body, headers } = more;
    const response = await client.fetch(`${endpoint}/${bucket}/${key}`, {
      method,
      ...(headers && { headers }),
      ...(body && { body: new Uint8Array(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok && response.status !== NOT_FOUND) throw new Error(`file store: ${method} ${response.status}`);
    return response;
  };
  return {
    put: async (key, { bytes, contentType }) => {
      const response = await send('PUT', key, { body: bytes, headers: { 'content-type': contentType } });
      // The bucket itself is missing.
      if (!response.ok) throw new Error(`file store: PUT ${response.status}`);
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
  };
};
