import { isLoopback } from './net';
import path from 'node:path';

/** An invalid setting; `message` is one line that names it. */
export class SettingError extends Error {}

export type Environment = Record<string, string | undefined>;

/** Throws a `SettingError` of one line that names the setting. */
export const fail = (name: string, wanted: string): never => {
  throw new SettingError(`${name}: ${wanted}`);
};

/** Returns a setting's text, or null when it is unset or empty. */
export const textOf = (env: Environment, name: string): string | null => env[name]?.trim() || null;

/** Reads a flag: 1 or true, 0 or false. */
export const flagOf = (env: Environment, name: string, standard: boolean): boolean => {
  const text = textOf(env, name);
  if (text === null) return standard;
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  return fail(name, 'must be 1 or 0');
};

/** Reads one of the given words. */
export const choiceOf = <T extends string>(env: Environment, name: string, choices: readonly T[], standard: T): T => {
  const text = textOf(env, name) ?? standard;
  return choices.find((choice) => choice === text) ?? fail(name, `must be one of ${choices.join(', ')}`);
};

/** Reads a number from 0 to `max`. */
export const wholeNumberOf = (
  env: Environment,
  name: string,
  { standard, max }: { standard: number; max: number },
): number => {
  const text = textOf(env, name) ?? String(standard);
  return /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : fail(name, `must be a number from 0 to ${max}`);
};

/** Parses a URL with one of the given protocols. */
export const urlOf = (name: string, text: string, protocols: readonly string[]): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && protocols.includes(url.protocol)
    ? url
    : fail(name, `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
};

/** Reads a setting that another setting requires. */
export const requiredText = (env: Environment, name: string, because: string): string =>
  textOf(env, name) ?? fail(name, `is required with ${because}`);

/** Reads the base address of a provider. It must use https or be on this machine. */
export const providerUrl = (env: Environment, name: string, standard: string): string => {
  const text = textOf(env, name) ?? standard;
  const url = urlOf(name, text, ['https:', 'http:']);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) fail(name, 'must begin with https://');
  if (url.username || url.password || url.search || url.hash) fail(name, 'must be an address without user and query');
  return url.href.replace(/\/$/, '');
};

let root = '.';

/** Sets the product's folder, whichever folder it was started from; called once at the start. */
export const useRoot = (folder: string): void => {
  root = folder;
};

/** Returns the path of one of the product's own files, such as `fromRoot('server/texts')`. */
export const fromRoot = (...parts: string[]): string => path.join(root, ...parts);
