import { randomBytes } from 'node:crypto';
import type { Deps } from '../../platform/deps';

const DAY_SECONDS = 86_400;
const LIFE_SECONDS = 180 * DAY_SECONDS;
/** The most accounts that one cookie remembers. A further account replaces the one with the oldest sign-in. */
const ACCOUNTS_MAX = 5;
/** The browser sends the cookie only with a sign-in. */
const PATH = '/api/user/login';
const ENTRY = /^([1-9]\d{0,14})\.(\d{1,12})\.([\w-]{16})\.([\w-]{22})$/;

type CookieDeps = Pick<Deps, 'clock' | 'files' | 'settings'>;

interface Entry {
  userId: number;
  /** Every sign-in creates a new one. */
  id: string;
  text: string;
}

const isSecure = ({ settings }: CookieDeps): boolean => settings.publicUrl.startsWith('https:');
const nameOf = (deps: CookieDeps): string => `${isSecure(deps) ? '__Secure-' : ''}known_browser`;
const nowOf = ({ clock }: CookieDeps): number => Math.floor(clock.now().getTime() / 1000);
const signedText = (body: string): string => `known-browser/${body}`;

const entriesOf = (deps: CookieDeps, cookies: string | undefined): Entry[] => {
  const start = `${nameOf(deps)}=`;
  const cookie = (cookies ?? '').split(/; */).find((one) => one.startsWith(start));
  if (cookie === undefined) return [];
  const texts = cookie.slice(start.length).split('~').slice(0, ACCOUNTS_MAX);
  return texts.flatMap((text) => {
    const [, userId, until, id, signature] = ENTRY.exec(text) ?? [];
    if (userId === undefined || until === undefined || id === undefined || signature === undefined) return [];
    const isSigned = deps.files.isSignatureOf(signedText(`${userId}.${until}.${id}`), signature);
    return isSigned && Number(until) > nowOf(deps) ? [{ userId: Number(userId), id, text }] : [];
  });
};

/**
 * Returns the id of a browser in which this account signed in during the last 180 days, else undefined. The id grants
 * no access; it only gives the browser its own limit of wrong passwords.
 */
export const knownBrowserOf = (deps: CookieDeps, cookies: string | undefined, userId: number): string | undefined =>
  entriesOf(deps, cookies).find((entry) => entry.userId === userId)?.id;

/** Whether any account has signed in with this browser. */
export const isKnownBrowser = (deps: CookieDeps, cookies: string | undefined): boolean =>
  entriesOf(deps, cookies).length > 0;

/** Returns a `Set-Cookie` value with a new entry for this account and the entries of other accounts. */
export const rememberBrowser = (deps: CookieDeps, cookies: string | undefined, userId: number): string => {
  const body = `${userId}.${nowOf(deps) + LIFE_SECONDS}.${randomBytes(12).toString('base64url')}`;
  const others = entriesOf(deps, cookies).filter((entry) => entry.userId !== userId);
  const texts = [`${body}.${deps.files.sign(signedText(body))}`, ...others.map(({ text }) => text)];
  const value = texts.slice(0, ACCOUNTS_MAX).join('~');
  const attributes = [`Path=${PATH}`, `Max-Age=${LIFE_SECONDS}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${nameOf(deps)}=${value}`, ...attributes, ...(isSecure(deps) ? ['Secure'] : [])].join('; ');
};
