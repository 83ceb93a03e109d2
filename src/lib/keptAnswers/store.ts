import { randomId } from '../browser';
import type { Envelope } from '../http';
import { openShelf, type Keys, type Shelf } from './database';
import {
  changedRow,
  grown,
  isAlive,
  isGrowth,
  KEPT_ROUTES,
  nameOf,
  surplusOf,
  withChangedRow,
  withChanges,
  withoutRemoved,
  type Answered,
  type Asked,
  type ChangedRows,
} from './rules';

/** Name of the changed rows; the name of no call equals it. */
const ROWS = 'rows';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const newKeys = async (owner: number): Promise<Keys> => {
  const [seal, name] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ]);
  return { id: randomId(), owner, seal, name };
};

/** Returns a digest that reveals nothing about the name without the key. */
const digestOf = async ({ name: key }: Keys, name: string): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytesOf(name))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Binds an answer to its name and time, so that nobody can swap two answers. */
const boundTo = (name: string, at: number) => bytesOf(`${name} ${at}`);

interface Entry {
  at: number;
  answer: Envelope<unknown>;
}

const rowsOf = (entry: Entry | null): ChangedRows => (entry?.answer.payload ?? {}) as ChangedRows;

/** Encrypts what a user reads and finds it again, with this user's keys. */
const reader = (shelf: Shelf, keys: Keys) => ({
  write: async (name: string, at: number, json: string): Promise<void> => {
    const digest = await digestOf(keys, name);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(digest, at) };
    const data = await crypto.subtle.encrypt(algorithm, keys.seal, bytesOf(json));
    await shelf.put(keys, { name: digest, at, size: data.byteLength, iv, data });
  },
  read: async (name: string, now: number): Promise<Entry | null> => {
    const sealed = await shelf.get(await digestOf(keys, name));
    if (!sealed || !isAlive(sealed.at, now)) return null;
    const { at, iv, data } = sealed;
    const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(sealed.name, at) };
    const json = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, keys.seal, data));
    return { at, answer: JSON.parse(json) as Envelope<unknown> };
  },
});

const keepOne = async ({ write, read }: ReturnType<typeof reader>, answered: Answered, now: number): Promise<void> => {
  const { answer, at } = answered;
  const row = changedRow(answered);
  if (row) return write(ROWS, at, withoutRemoved({ payload: withChangedRow(rowsOf(await read(ROWS, now)), row, at) }));
  const name = nameOf(answered);
  if (name === null) return undefined;
  if (!isGrowth(answered)) return write(name, at, withoutRemoved(answer));
  const before = await read(name, now);
  const whole = before && grown(before.answer, answered);
  return whole ? write(name, at, withoutRemoved(whole)) : undefined;
};

interface Keeping {
  owner: number;
  answers: readonly Answered[];
  now: number;
  /** False once the user's session ended or the organisation forbade it. */
  isCurrent: () => boolean;
}

/** Keeps answers of a user in the order in which they arrived, and deletes those that are too old or too many. */
export const keepAnswers = async (
  { owner, answers, now, isCurrent }: Keeping,
  open: () => Promise<Shelf> = openShelf,
): Promise<void> => {
  const shelf = await open();
  try {
    let keys = await shelf.keys();
    if (keys?.owner !== owner) {
      keys = await newKeys(owner);
      if (!isCurrent()) return;
      await shelf.renew(keys);
    }
    const shelves = reader(shelf, keys);
    for (const answered of answers) if (isCurrent()) await keepOne(shelves, answered, now);
    await shelf.remove(surplusOf(await shelf.list(), now));
  } finally {
    shelf.close();
  }
};

/** A kept answer; `at` is null for data that hardly ever changes. */
export interface Found {
  answer: Envelope<unknown>;
  at: number | null;
}

/** Returns the kept answer to a call, or null. Never returns an answer of another user. */
export const findAnswer = async (
  { owner, asked, now }: { owner: number; asked: Asked; now: number },
  open: () => Promise<Shelf> = openShelf,
): Promise<Found | null> => {
  const name = nameOf(asked);
  if (name === null || isGrowth(asked)) return null;
  const shelf = await open();
  try {
    const keys = await shelf.keys();
    if (keys?.owner !== owner) return null;
    const { read } = reader(shelf, keys);
    const found = await read(name, now);
    if (!found) return null;
    const answer = withChanges(asked.key, found, rowsOf(await read(ROWS, now)));
    return { answer, at: KEPT_ROUTES[asked.key]?.isReference ? null : found.at };
  } finally {
    shelf.close();
  }
};
