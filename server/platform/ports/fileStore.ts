import type { Readable } from 'node:stream';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { AppError } from '../errors';

interface StoredFile {
  bytes: Buffer;
  contentType: string;
}

/** A stored file that is read as a stream; the caller reads it to its end or destroys it. */
interface OpenedFile {
  stream: Readable;
  contentType: string;
}

/** Stores uploaded files under random keys (`[a-z]+-[0-9a-f]{32}`) that are never reused. */
export interface FileStore {
  put(key: string, file: StoredFile): Promise<void>;
  /** Stores a copy of a local file without holding it in memory. */
  putFile(key: string, file: { path: string; contentType: string }): Promise<void>;
  /** Returns the file, or null when the key has none. */
  get(key: string): Promise<StoredFile | null>;
  /** Opens the file, or returns null when the key has none. */
  open(key: string): Promise<OpenedFile | null>;
  /** Removes a file; a missing one is no failure. */
  remove(key: string): Promise<void>;
}

const KEY = /^[a-z]+-[0-9a-f]{32}$/;
const RETRY_SECONDS = 30;

/** 503: the file store is full, read-only or unavailable; `cause` is for the log. */
class FileStoreError extends AppError {
  override readonly cause: unknown;

  constructor(cause: unknown) {
    super(503, ERROR_KEYS.unavailable, { retryAfter: RETRY_SECONDS });
    this.cause = cause;
  }
}

/** Wraps a store so that it rejects malformed keys and throws only `FileStoreError`. */
export const guarded = (store: FileStore): FileStore => {
  const run = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if (!KEY.test(key)) throw new Error('invalid file key');
    try {
      return await work();
    } catch (error) {
      throw new FileStoreError(error);
    }
  };
  return {
    put: (key, file) => run(key, () => store.put(key, file)),
    putFile: (key, file) => run(key, () => store.putFile(key, file)),
    get: (key) => run(key, () => store.get(key)),
    open: (key) => run(key, () => store.open(key)),
    remove: (key) => run(key, () => store.remove(key)),
  };
};
