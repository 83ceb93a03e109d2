import { isLoopback } from './net';

/** A setting that cannot be; `message` is one line that names it. */
export class SettingError extends Error {}

/** Variables of the process, or of a test. */
export type Environment = Record<string, string | undefined>;

/** Ends the reading with one line that names the setting. */
export const fail = (name: string, wanted: string): never => {
  throw new SettingError(`${name}: ${wanted}`);
};

/** An unset and an empty setting are the same. */
export const textOf = (env: Environment, name: string): string | null => env[name]?.trim() || null;

/** 1 or true, 0 or false. */
export const flagOf = (env: Environment, name: string, standard: boolean): boolean => {
  const text = textOf(env, name);
  if (text === null) return standard;
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  return fail(name, 'must be 1 or 0');
};

/** One of the given words. */
export const choiceOf = <T extends string>(env: Environment, name: string, choices: readonly T[], standard: T): T => {
  const text = textOf(env, name) ?? standard;
  return choices.find((choice) => choice === text) ?? fail(name, `must be one of ${choices.join(', ')}`);
};

/** A number from 0 to `max`. */
export const wholeNumberOf = (
  env: Environment,
  name: string,
  { standard, max }: { standard: number; max: number },
): number => {
  const text = textOf(env, name) ?? String(standard);
  return /^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : fail(name, `must be a number from 0 to ${max}`);
};

/** An address of one of the given protocols. */
export const urlOf = (name: string, text: string, protocols: readonly string[]): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && protocols.includes(url.protocol)
    ? url
    : fail(name, `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
};

/** A setting without which another one makes no sense. */
export const needed = (env: Environment, name: string, because: string): string =>
  textOf(env, name) ?? fail(name, `is needed with ${because}`);

/** An address of a provider, to which paths are added: encrypted, or on this machine. */
export const providerUrl = (env: Environment, name: string, standard: string): string => {
  const text = textOf(env, name) ?? standard;
  const url = urlOf(name, text, ['https:', 'http:']);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) fail(name, 'must begin with https://');
  if (url.username || url.password || url.search || url.hash) fail(name, 'must be an address without user and query');
  return url.href.replace(/\/$/, '');
};
