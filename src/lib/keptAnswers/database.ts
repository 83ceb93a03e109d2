import { ANSWERS_DATABASE } from '../storage';

/** The keys of one user; none of them can leave the browser. */
export interface Keys {
  /** Unique, so that a tab notices when its keys were deleted. */
  id: string;
  owner: number;
  seal: CryptoKey;
  name: CryptoKey;
}

/** An encrypted answer under a digest of its name. */
export interface Sealed {
  name: string;
  at: number;
  /** Bytes of `data`. */
  size: number;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

/** An open database. */
export interface Shelf {
  keys: () => Promise<Keys | null>;
  /** Deletes everything that is kept, and stores new keys. */
  renew: (keys: Keys) => Promise<void>;
  get: (name: string) => Promise<Sealed | null>;
  /** Stores an answer unless the keys were deleted meanwhile. */
  put: (keys: Keys, sealed: Sealed) => Promise<void>;
  list: () => Promise<Pick<Sealed, 'name' | 'at' | 'size'>[]>;
  remove: (names: readonly string[]) => Promise<void>;
  close: () => void;
}

/** A new version starts with an empty database. */
const VERSION = 1;
const KEYS = 'keys';
const ANSWERS = 'answers';
const BY_AGE = 'age';
/** There is one set of keys. */
const CURRENT = 'current';

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('indexedDB'));
  });

const end = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('indexedDB'));
  });

const create = (database: IDBDatabase) => {
  for (const name of Array.from(database.objectStoreNames)) database.deleteObjectStore(name);
  database.createObjectStore(KEYS);
  database.createObjectStore(ANSWERS, { keyPath: 'name' }).createIndex(BY_AGE, ['at', 'size']);
};

/** Reads the ages and sizes without the answers. */
const listOf = (index: IDBIndex): Promise<Pick<Sealed, 'name' | 'at' | 'size'>[]> =>
  new Promise((resolve, reject) => {
    const found: Pick<Sealed, 'name' | 'at' | 'size'>[] = [];
    const reading = index.openKeyCursor();
    reading.onerror = () => reject(reading.error ?? new Error('indexedDB'));
    reading.onsuccess = () => {
      const cursor = reading.result;
      if (!cursor) return resolve(found);
      const [at, size] = cursor.key as [number, number];
      found.push({ name: cursor.primaryKey as string, at, size });
      cursor.continue();
    };
  });

/**
 * Opens the database; the caller closes it soon, because an open one delays its deletion. Rejects where there is none yet
 * and `creates` is false.
 */
export const openShelf = async ({ creates = true } = {}): Promise<Shelf> => {
  const opening = indexedDB.open(ANSWERS_DATABASE, VERSION);
  opening.onupgradeneeded = () => (creates ? create(opening.result) : opening.transaction?.abort());
  const database = await result(opening);
  // Another tab is about to delete the database.
  database.onversionchange = () => database.close();
  const read = (store: string) => database.transaction(store).objectStore(store);
  return {
    keys: async () => (await result(read(KEYS).get(CURRENT) as IDBRequest<Keys | undefined>)) ?? null,
    renew: async (keys) => {
      const change = database.transaction([KEYS, ANSWERS], 'readwrite');
      change.objectStore(ANSWERS).clear();
      change.objectStore(KEYS).put(keys, CURRENT);
      await end(change);
    },
    get: async (name) => (await result(read(ANSWERS).get(name) as IDBRequest<Sealed | undefined>)) ?? null,
    put: async (keys, sealed) => {
      const change = database.transaction([KEYS, ANSWERS], 'readwrite');
      const reading = change.objectStore(KEYS).get(CURRENT) as IDBRequest<Keys | undefined>;
      reading.onsuccess = () => {
        if (reading.result?.id === keys.id) change.objectStore(ANSWERS).put(sealed);
      };
      await end(change);
    },
    list: () => listOf(read(ANSWERS).index(BY_AGE)),
    remove: async (names) => {
      const change = database.transaction(ANSWERS, 'readwrite');
      for (const name of names) change.objectStore(ANSWERS).delete(name);
      await end(change);
    },
    close: () => database.close(),
  };
};
