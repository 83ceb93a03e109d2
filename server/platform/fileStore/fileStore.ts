/** A stored file with its media type. */
export interface StoredFile {
  bytes: Buffer;
  contentType: string;
}

/** Where uploaded files lie, under random keys (`[a-z]+-[0-9a-f]{32}`) that are never used twice. */
export interface FileStore {
  put(key: string, file: StoredFile): Promise<void>;
  /** The file, or null where there is none of that key. */
  get(key: string): Promise<StoredFile | null>;
  /** Removes a file; one that is not there is no failure. */
  remove(key: string): Promise<void>;
}
