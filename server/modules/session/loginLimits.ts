import { randomBytes } from 'node:crypto';
import type { Deps } from '../../platform/deps';
import type { LoginBody } from '../../../contract/schemas/session';
import type { Place } from '../../platform/flow/fairQueue';
import { requireWork, levelOf } from '../../platform/flow/proofOfWork';
import { giveBackAll, takeAll, type Point } from '../../platform/limiter';
import { networkOf, prefixOf } from '../../platform/net';
import { LIMITS } from '../../platform/limits';

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

/** The seconds that a challenge states when its only reason is that passwords arrive too fast. */
const BUSY_SECONDS = 2;

interface LoginAttempt {
  body: LoginBody;
  address: string;
  /** The id of a known browser; undefined for an unknown one. */
  browser: string | undefined;
  /** Whether passwords arrived faster than the server checks them when the attempt began. */
  isBusy: boolean;
}

/** An attempt that may go on to the password check. */
interface AllowedAttempt {
  place: Place;
  /** Gives the points back when the password was not checked. */
  undo: () => Promise<void>;
  /** Gives the points back after a right password. */
  clear: () => Promise<void>;
}

const accountPoint = (email: string, address: string): Point => ({
  rule: LIMITS.loginAccountNetwork,
  key: `${email.toLowerCase()} ${networkOf(address)}`,
});

/** Resets the attempts on an account from this address and from everywhere. */
export const clearAttempts = async (
  { limiter }: Pick<Deps, 'limiter'>,
  email: string,
  address: string,
): Promise<void> => {
  const { rule, key } = accountPoint(email, address);
  await Promise.all([limiter.clear(rule, key), limiter.clear(LIMITS.loginEverywhere, email.toLowerCase())]);
};

/** Counts a right password. Returns whether the account is still within its limit. */
const countSignIn = async ({ limiter }: Deps, email: string): Promise<boolean> =>
  (await limiter.count(LIMITS.loginAccount, email)).used <= LIMITS.loginAccount.points;

const checkKnownBrowser = async (
  deps: Deps,
  email: string,
  browser: string,
  network: string,
): Promise<AllowedAttempt> => {
  const { limiter } = deps;
  await limiter.take(LIMITS.loginBrowser, browser);
  return {
    place: { rank: 0, network },
    undo: () => limiter.giveBack(LIMITS.loginBrowser, browser),
    clear: async () => {
      await countSignIn(deps, email);
      await limiter.clear(LIMITS.loginBrowser, browser);
    },
  };
};

const purposeOf = ({ email }: LoginBody): string => `login:${email.toLowerCase()}`;

/**
 * Demands a proof of work from an unknown browser before any query or count, so that a flood of requests causes no
 * database statement.
 */
export const requireWorkFromUnknown = async (deps: Deps, body: LoginBody): Promise<void> => {
  if (!body.solved) await requireWork(deps, { purpose: purposeOf(body), level: 1, seconds: BUSY_SECONDS }, undefined);
};

/**
 * Takes the points of an attempt. It demands a proof of work from an unknown browser when many networks guess at the
 * account, or when passwords arrive faster than the server checks them. An email without an account gets the same
 * treatment. Throws 429 when no attempt is left.
 */
export const checkLoginLimits = async (
  deps: Deps,
  { body, address, browser, isBusy }: LoginAttempt,
): Promise<AllowedAttempt> => {
  const { limiter } = deps;
  const network = networkOf(address);
  const email = body.email.toLowerCase();
  if (browser !== undefined && (await limiter.used(LIMITS.loginAccount, email)) < LIMITS.loginAccount.points)
    return checkKnownBrowser(deps, email, browser, network);

  // Reached by a browser that is known only for other accounts, or whose account signs in too often.
  if (isBusy) await requireWorkFromUnknown(deps, body);
  const account = accountPoint(email, address);
  const everywhere = { rule: LIMITS.loginEverywhere, key: email };
  const networks = [
    { rule: LIMITS.loginAddress, key: network },
    { rule: LIMITS.loginPrefix, key: prefixOf(address) },
  ];
  // The network's points come first, so that an exhausted network cannot use up the account's points.
  await takeAll(limiter, [...networks, account]);
  const taken = [...networks, account, everywhere];
  const undo = () => giveBackAll(limiter, taken);
  const { used, seconds: left } = await limiter.count(everywhere.rule, everywhere.key);
  const guessed = levelOf(used, LIMITS.loginEverywhere.points);
  const level = Math.max(guessed, isBusy ? 1 : 0);
  if (level > 0) {
    const work = { purpose: purposeOf(body), level, seconds: guessed > 0 ? left : BUSY_SECONDS };
    await requireWork(deps, work, body.solved).catch(async (error: unknown) => {
      await undo();
      throw error;
    });
  }
  return {
    place: { rank: level > 0 ? 1 : 2, network },
    undo,
    clear: async () => {
      if (!(await countSignIn(deps, email))) return;
      await Promise.all([limiter.clear(account.rule, account.key), giveBackAll(limiter, [...networks, everywhere])]);
    },
  };
};
