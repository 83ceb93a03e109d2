import { randomUUID, createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { syncFolder } from '../platform/files';
import { once } from '../platform/once';
import { guarded, type FileStore } from '../platform/ports/fileStore';
import { createReadStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { HOUR } from '../../contract/constants/time';
import { fetchFailure } from '../platform/errors';
import type { S3Settings } from '../platform/providerSettings';
import { sha256 } from '../platform/secrets';
import type { Settings } from '../platform/settings';

/** A part older than this belongs to a process that died while writing it. */
const DEAD_PART_MS = HOUR;

const clearDeadParts = async (parts: string): Promise<void> => {
  for (const name of await readdir(parts)) {
    const part = path.join(parts, name);
    const found = await stat(part).catch(() => null);
    if (found && Date.now() - found.mtimeMs > DEAD_PART_MS) await rm(part, { force: true });
  }
};

/** Runs a read and returns null for a missing file. */
const orNull = async <T>(read: () => Promise<T>): Promise<T | null> => {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/**
 * Stores files in a folder, which it creates with the first file; the media type is stored beside the bytes. A file is
 * written in a folder of parts and renamed when its bytes are on the disk. Readers therefore never see half a file,
 * and two writers of the same key do not mix their bytes.
 */
export const createDiskStore = (folder: string): FileStore => {
  const parts = path.join(folder, 'parts');
  const fileOf = (key: string) => path.join(folder, key);
  const makeFolders = once(async () => {
    const first = await mkdir(parts, { recursive: true, mode: 0o700 });
    const made = new Set([path.dirname(folder), ...(first === undefined ? [] : [path.dirname(first)])]);
    for (const parent of made) await syncFolder(parent);
    await clearDeadParts(parts);
  });

  const write = async (file: string, content: Buffer | string | Readable): Promise<void> => {
    const part = path.join(parts, randomUUID());
    const handle = await open(part, 'w', 0o600);
    try {
      await writeFile(handle, content).then(() => handle.sync());
      await rename(part, file);
    } catch (error) {
      // An unusable part must not take space on a full disk.
      await rm(part, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  };

  const put = async (key: string, content: Buffer | Readable, contentType: string): Promise<void> => {
    await makeFolders();
    const file = fileOf(key);
    await write(`${file}.type`, contentType);
    await write(file, content);
    // Syncs the name as well, so that a stored file survives a power cut.
    await syncFolder(folder);
  };

  return guarded({
    put: (key, { bytes, contentType }) => put(key, bytes, contentType),
    putFile: async (key, { path: source, contentType }) => {
      const stream = (await open(source, 'r')).createReadStream();
      try {
        await put(key, stream, contentType);
      } finally {
        stream.destroy();
      }
    },
    get: (key) =>
      orNull(async () => {
        const file = fileOf(key);
        return { bytes: await readFile(file), contentType: await readFile(`${file}.type`, 'utf8') };
      }),
    open: (key) =>
      orNull(async () => {
        const file = fileOf(key);
        const contentType = await readFile(`${file}.type`, 'utf8');
        // Opens the file before it makes the stream, so that a missing file returns null instead of a broken stream.
        const handle = await open(file, 'r');
        return { stream: handle.createReadStream(), contentType };
      }),
    remove: async (key) => {
      const file = fileOf(key);
      await rm(file, { force: true });
      await rm(`${file}.type`, { force: true });
    },
  });
};

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

/** Creates the store of uploaded files that the settings choose: S3, or a folder on this machine's disk. */
export const createFileStore = ({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): FileStore =>
  s3 ? createS3Store(s3) : createDiskStore(path.join(dataDir, 'files'));
