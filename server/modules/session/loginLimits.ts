import type { LoginBody } from '../../../contract/schemas/session';
import type { Deps } from '../../platform/deps';
import type { Place } from '../../platform/flow/fairQueue';
import { demandWork, levelOf } from '../../platform/flow/proofOfWork';
import { giveBackAll, takeAll, type LimitRule, type Point } from '../../platform/limiter';
import { networkOf, prefixOf } from '../../platform/net';

const seconds = 900;
/** Wrong passwords in a quarter of an hour: of a browser in which the account signed in before. */
export const BROWSER_LIMIT: LimitRule = { name: 'login-browser', points: 10, seconds };
/** For one account from one network, of strangers; and from one network, and its neighbours, whatever the accounts. */
export const ACCOUNT_LIMIT: LimitRule = { name: 'login-account-network', points: 10, seconds };
export const ADDRESS_LIMIT: LimitRule = { name: 'login-address', points: 100, seconds };
export const PREFIX_LIMIT: LimitRule = { name: 'login-prefix', points: 300, seconds };
/** For one account by strangers from anywhere: over it nobody is locked out, but each try costs a proof of work. */
export const EVERYWHERE_LIMIT: LimitRule = { name: 'login-everywhere', points: 30, seconds };

/**
 * Right passwords of one account in a quarter of an hour. Over it a known browser has the tries of a stranger, and a right
 * password gives none back. Wrong ones do not count: nobody can use it up for somebody else.
 */
export const SIGN_IN_LIMIT: LimitRule = { name: 'login-account', points: 30, seconds };

/** What a challenge says when it is asked for only because passwords come in too fast. */
const BUSY_SECONDS = 2;

/** A try to sign in. */
export interface Try {
  body: LoginBody;
  address: string;
  /** By what the browser is known; undefined for a stranger. */
  browser: string | undefined;
  /** Whether passwords came in faster than they are looked at when the try began. */
  isBusy: boolean;
}

/** What a try has taken before its password is looked at. */
export interface Admitted {
  place: Place;
  /** Nobody looked at the password: this was no try. */
  undo: () => Promise<void>;
  /** The password was right. */
  clear: () => Promise<void>;
}

const accountPoint = (email: string, address: string): Point => ({
  rule: ACCOUNT_LIMIT,
  key: `${email.toLowerCase()} ${networkOf(address)}`,
});

/** Gives an account all its tries back, from this address and from everywhere. */
export const clearTries = async ({ limiter }: Pick<Deps, 'limiter'>, email: string, address: string): Promise<void> => {
  const { rule, key } = accountPoint(email, address);
  await Promise.all([limiter.clear(rule, key), limiter.clear(EVERYWHERE_LIMIT, email.toLowerCase())]);
};

/** Notes a right password; whether the account still had one to spare. */
const countSignIn = async ({ limiter }: Deps, email: string): Promise<boolean> =>
  (await limiter.count(SIGN_IN_LIMIT, email)).used <= SIGN_IN_LIMIT.points;

const admitKnown = async (deps: Deps, email: string, browser: string, network: string): Promise<Admitted> => {
  const { limiter } = deps;
  await limiter.take(BROWSER_LIMIT, browser);
  return {
    place: { rank: 0, network },
    undo: () => limiter.giveBack(BROWSER_LIMIT, browser),
    clear: async () => {
      await countSignIn(deps, email);
      await limiter.clear(BROWSER_LIMIT, browser);
    },
  };
};

const purposeOf = ({ email }: LoginBody): string => `login:${email.toLowerCase()}`;

/** Asks a stranger for a proof of work before anything is looked up or counted: a flood costs the store no statement. */
export const demandWorkOfStranger = async (deps: Deps, body: LoginBody): Promise<void> => {
  if (!body.solved) await demandWork(deps, { purpose: purposeOf(body), level: 1, seconds: BUSY_SECONDS }, undefined);
};

/**
 * Takes the points of a try, and asks strangers for a proof of work where an account is guessed at from many networks or
 * passwords come in faster than they are looked at. The same for an email without an account. 429 when no try is left.
 */
export const admitTry = async (deps: Deps, { body, address, browser, isBusy }: Try): Promise<Admitted> => {
  const { limiter } = deps;
  const network = networkOf(address);
  const email = body.email.toLowerCase();
  if (browser !== undefined && (await limiter.used(SIGN_IN_LIMIT, email)) < SIGN_IN_LIMIT.points)
    return admitKnown(deps, email, browser, network);

  // A browser that only other accounts know, or one whose account signs in too often.
  if (isBusy) await demandWorkOfStranger(deps, body);
  const account = accountPoint(email, address);
  const everywhere = { rule: EVERYWHERE_LIMIT, key: email };
  const networks = [
    { rule: ADDRESS_LIMIT, key: network },
    { rule: PREFIX_LIMIT, key: prefixOf(address) },
  ];
  // A network that has none left cannot use up an account's.
  await takeAll(limiter, [...networks, account]);
  const taken = [...networks, account, everywhere];
  const undo = () => giveBackAll(limiter, taken);
  const { used, seconds: left } = await limiter.count(everywhere.rule, everywhere.key);
  const guessed = levelOf(used, EVERYWHERE_LIMIT.points);
  const level = Math.max(guessed, isBusy ? 1 : 0);
  if (level > 0) {
    const work = { purpose: purposeOf(body), level, seconds: guessed > 0 ? left : BUSY_SECONDS };
    await demandWork(deps, work, body.solved).catch(async (error: unknown) => {
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
