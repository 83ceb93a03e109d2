import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { SolvedChallenge } from '../../../contract/schemas/challenge';
import type { Deps } from '../../platform/deps';
import { requireWork, levelOf } from '../../platform/flow/proofOfWork';
import { limitedBy, tooManyRequests } from '../../platform/errors';
import { giveBackAll, takeAll, type LimitRule } from '../../platform/limiter';
import { networkOf, prefixOf } from '../../platform/net';

const DAY = 86_400;
const key = ERROR_KEYS.phoneDailyLimit;
/** Messages for registrations in 24 hours: for one network, and for a network with its neighbours. */
export const NETWORK_LIMIT: LimitRule = { name: 'sms-network', points: 20, seconds: DAY, key };
const PREFIX_LIMIT: LimitRule = { name: 'sms-prefix', points: 60, seconds: DAY, key };
/** Messages to one phone in 24 hours from one network with its neighbours. Requests from elsewhere do not use it up. */
export const PHONE_LIMIT: LimitRule = { name: 'sms-phone-prefix', points: 5, seconds: DAY, key };
/** Messages to one phone from all callers. The window is short, so that a stranger cannot block a phone for a day. */
export const BURST_LIMIT: LimitRule = { name: 'sms-phone-burst', points: 10, seconds: 600, key };
/**
 * Messages to one country in 24 hours from all callers. The setting `SMS_COUNTRY_PER_DAY` bounds the operator's bill.
 */
const countryLimit = (points: number): LimitRule => ({ name: 'sms-country', points, seconds: DAY, key });
/**
 * Above these limits a message is still possible, but it costs a proof of work that grows with the number of messages.
 */
export const PHONE_FREE: LimitRule = { name: 'sms-phone', points: 5, seconds: DAY };
export const COUNTRY_FREE: LimitRule = { name: 'sms-country-hour', points: 200, seconds: 3600 };
/** Messages for profile changes in 24 hours: for one account from any network, and to one country from all accounts. */
export const ACCOUNT_LIMIT: LimitRule = { name: 'sms-account', points: 10, seconds: DAY, key };
export const ACCOUNTS_LIMIT: LimitRule = { name: 'sms-accounts-country', points: 2000, seconds: DAY, key };

/**
 * Wrong codes for one phone in 24 hours from all callers. Above the first number each attempt costs a proof of work;
 * above the second the server checks no code. A code is one of 10,000, so 200 attempts find it with a chance of 2 %.
 */
export const WRONG_CODES_FREE = 20;
export const WRONG_CODES_MAX = 200;
const WRONG_CODES: LimitRule = { name: 'sms-wrong', points: WRONG_CODES_FREE, seconds: DAY };

export type OwnLimits = 'counted' | 'quiet' | 'worked';

export interface CodeRequest {
  /** With the country calling code. */
  phone: string;
  countryCode: string;
  address: string;
  solved: SolvedChallenge | undefined;
  /**
   * The caller limits networks itself. `worked`: this visitor did the work of `levelOfCountry`. `quiet`: this visitor's network
   * did not use the country's messages up, so what others did costs it nothing.
   */
  ownLimits?: OwnLimits;
}

type LimitDeps = Pick<Deps, 'clock' | 'codeSecret' | 'limiter' | 'settings'>;

/**
 * Takes a message from the limits of an account, which strangers cannot use up. `check` reveals whether a number is
 * taken, so it runs only after the account has paid a point.
 */
export const checkAccountLimits = async (
  { limiter }: LimitDeps,
  { userId, countryCode }: { userId: number; countryCode: string },
  check: () => Promise<void>,
): Promise<void> => {
  await limiter.take(ACCOUNT_LIMIT, String(userId));
  await check();
  await limiter.take(ACCOUNTS_LIMIT, countryCode);
};

/** Returns the level of work that the next message to a country costs. */
export const levelOfCountry = async ({ limiter }: Pick<Deps, 'limiter'>, countryCode: string): Promise<number> =>
  levelOf((await limiter.used(COUNTRY_FREE, countryCode)) + 1, COUNTRY_FREE.points);

/**
 * Takes a message from the limits of a visitor. Throws 429, with a challenge when the phone or the country has had
 * many messages. `check` reveals whether a number is taken, so it runs only after the network has paid a point.
 */
export const checkVisitorLimits = async (
  deps: LimitDeps,
  { phone, countryCode, address, solved, ownLimits }: CodeRequest,
  check: () => Promise<void>,
): Promise<void> => {
  const { limiter } = deps;
  const ofPhone = [
    { rule: PHONE_LIMIT, key: `${phone} ${prefixOf(address)}` },
    { rule: BURST_LIMIT, key: phone },
  ];
  const counted = [
    { rule: PHONE_FREE, key: phone, limitOf: 'phone' },
    { rule: COUNTRY_FREE, key: countryCode, limitOf: 'country' },
  ] as const;
  await takeAll(limiter, ofPhone).catch(limitedBy('phone'));
  try {
    const counts = await Promise.all(
      counted.map(async ({ rule, key: of, limitOf }) => {
        const { used, seconds } = await limiter.count(rule, of);
        return { level: levelOf(used, rule.points), seconds, limitOf };
      }),
    );
    const asked = counts.filter(({ limitOf }) => ownLimits !== 'quiet' || limitOf !== 'country');
    const hardest = asked.reduce((one, other) => (other.level > one.level ? other : one));
    if (hardest.level > 0 && ownLimits !== 'worked')
      await requireWork(deps, { purpose: `sms:${phone}`, ...hardest }, solved).catch(limitedBy(hardest.limitOf));
    if (!ownLimits) {
      await limiter.take(NETWORK_LIMIT, networkOf(address));
      await limiter.take(PREFIX_LIMIT, prefixOf(address));
    }
    await check();
    const { smsCountryPerDay } = deps.settings;
    if (smsCountryPerDay > 0)
      await limiter.take(countryLimit(smsCountryPerDay), countryCode).catch(limitedBy('country'));
  } catch (error) {
    // A rejected request sends no message, so it must not use up the limits that others share.
    await giveBackAll(limiter, [...ofPhone, ...counted]);
    throw error;
  }
};

/**
 * Takes back what a phone used up, because its owner proved it: somebody may apply for many jobs a day. The country gets one
 * message back.
 */
export const forgetMessages = async (
  { limiter }: Pick<Deps, 'limiter'>,
  { phone, countryCode, address }: Pick<CodeRequest, 'phone' | 'countryCode' | 'address'>,
): Promise<void> => {
  await limiter.clear(PHONE_LIMIT, `${phone} ${prefixOf(address)}`);
  for (const rule of [BURST_LIMIT, PHONE_FREE]) await limiter.clear(rule, phone);
  await limiter.giveBack(COUNTRY_FREE, countryCode);
};

interface CodeAttempt {
  phone: string;
  /** The owner of the profile; null for a registration. */
  userId: number | null;
  solved: SolvedChallenge | undefined;
}

/**
 * Counts a code as wrong before the check. Returns a function that takes the count back. Throws 429 with a challenge
 * above 20 wrong codes of the phone in a day, and without one above 200. Registrations and profiles count apart.
 */
export const checkCodeLimits = async (
  deps: LimitDeps,
  { phone, userId, solved }: CodeAttempt,
): Promise<() => Promise<void>> => {
  const { limiter } = deps;
  const purpose = `code:${userId === null ? 'registration' : 'profile'}:${phone.slice(-10)}`;
  const { used, seconds } = await limiter.count(WRONG_CODES, purpose);
  const undo = () => limiter.giveBack(WRONG_CODES, purpose);
  try {
    if (used > WRONG_CODES_MAX) throw tooManyRequests(seconds);
    const level = levelOf(used, WRONG_CODES_FREE);
    if (level > 0) await requireWork(deps, { purpose, level, seconds }, solved);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
};
