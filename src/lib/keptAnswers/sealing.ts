import { HOUR, MINUTE } from '../../../contract/constants/time';
import { randomId } from '../browser';
import type { Keys, Shelf } from './database';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Returns new keys of a user. */
export const newKeys = async (owner: number): Promise<Keys> => {
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

/** Binds what is kept to its name and time, so that nobody can swap two entries. */
const boundTo = (name: string, at: number) => bytesOf(`${name} ${at}`);

/** What is kept, and since when in milliseconds since 1970. */
export interface Entry<T> {
  at: number;
  content: T;
}

/** Milliseconds that anything is kept. */
const LIFE = 24 * HOUR;
/** A clock that was set back by more than this makes the age of what is kept unknown. */
const TOLERANCE = 5 * MINUTE;

export const isOld = (at: number, now: number): boolean => now - at >= LIFE;
export const isAlive = (at: number, now: number): boolean => !isOld(at, now) && at - now < TOLERANCE;

/** Encrypts what a user reads and finds it again, with this user's keys. */
export const reader = <T>(shelf: Shelf, keys: Keys) => ({
  write: async (name: string, at: number, json: string): Promise<void> => {
    const digest = await digestOf(keys, name);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(digest, at) };
    const data = await crypto.subtle.encrypt(algorithm, keys.seal, bytesOf(json));
    await shelf.put(keys, { name: digest, at, size: data.byteLength, iv, data });
  },
  forget: async (names: readonly string[]): Promise<void> =>
    shelf.remove(await Promise.all(names.map((name) => digestOf(keys, name)))),
  read: async (name: string, now: number): Promise<Entry<T> | null> => {
    const sealed = await shelf.get(await digestOf(keys, name));
    if (!sealed || !isAlive(sealed.at, now)) return null;
    const { at, iv, data } = sealed;
    const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(sealed.name, at) };
    const json = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, keys.seal, data));
    return { at, content: JSON.parse(json) as T };
  },
});
