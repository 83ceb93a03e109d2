import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { SolvedChallenge } from '../../../contract/schemas/challenge';
import type { Deps } from '../../platform/deps';
import { demandWork, levelOf } from '../../platform/flow/proofOfWork';
import { tooManyRequests } from '../../platform/errors';
import { giveBackAll, takeAll, type LimitRule } from '../../platform/limiter';
import { networkOf, prefixOf } from '../../platform/net';

const DAY = 86_400;
const key = ERROR_KEYS.phoneDailyLimit;
/** Messages for registrations in 24 hours: from one network, and from it with its neighbours. */
export const NETWORK_LIMIT: LimitRule = { name: 'sms-network', points: 20, seconds: DAY, key };
export const PREFIX_LIMIT: LimitRule = { name: 'sms-prefix', points: 60, seconds: DAY, key };
/** To one phone, from one network with its neighbours: what others ask for uses up none of it. */
export const PHONE_LIMIT: LimitRule = { name: 'sms-phone-prefix', points: 5, seconds: DAY, key };
/** To one phone, from all callers: a short window, so that nobody can use up a phone's day. */
export const BURST_LIMIT: LimitRule = { name: 'sms-phone-burst', points: 10, seconds: 600, key };
/** To one country, from all callers: bounds the operator's bill, by the setting `SMS_COUNTRY_PER_DAY`. */
const countryLimit = (points: number): LimitRule => ({ name: 'sms-country', points, seconds: DAY, key });
/** Over these nobody is refused, but each message costs a proof of work, which grows with their number. */
export const PHONE_FREE: LimitRule = { name: 'sms-phone', points: 5, seconds: DAY };
export const COUNTRY_FREE: LimitRule = { name: 'sms-country-hour', points: 200, seconds: 3600 };
/** For changes of profiles in 24 hours: by one account, from whatever networks, and to one country by all accounts. */
export const ACCOUNT_LIMIT: LimitRule = { name: 'sms-account', points: 10, seconds: DAY, key };
export const ACCOUNTS_LIMIT: LimitRule = { name: 'sms-accounts-country', points: 2000, seconds: DAY, key };

/**
 * Wrong codes for one phone in 24 hours, from all callers: over the first number each try costs a proof of work, over the
 * second none is looked at. A code is one of 10,000, so that 200 tries find it with a chance of 2 %.
 */
export const WRONG_CODES_FREE = 20;
export const WRONG_CODES_MAX = 200;
const WRONG_CODES: LimitRule = { name: 'sms-wrong', points: WRONG_CODES_FREE, seconds: DAY };

/** A message that somebody asks for. */
export interface CodeRequest {
  /** With the country's code. */
  phone: string;
  countryCode: string;
  address: string;
  solved: SolvedChallenge | undefined;
}

type Tools = Pick<Deps, 'clock' | 'codeSecret' | 'limiter' | 'settings'>;

/**
 * Takes a message from the allowance of an account, which strangers cannot use up. `check` runs once the caller has paid for
 * what it tells of numbers that are taken.
 */
export const admitAccount = async (
  { limiter }: Tools,
  { userId, countryCode }: { userId: number; countryCode: string },
  check: () => Promise<void>,
): Promise<void> => {
  await limiter.take(ACCOUNT_LIMIT, String(userId));
  await check();
  await limiter.take(ACCOUNTS_LIMIT, countryCode);
};

/**
 * Takes a message from the allowances of a visitor; 429 with a challenge when many were sent to the phone or the country.
 * `check` as above.
 */
export const admitVisitor = async (
  tools: Tools,
  { phone, countryCode, address, solved }: CodeRequest,
  check: () => Promise<void>,
): Promise<void> => {
  const { limiter } = tools;
  const ofPhone = [
    { rule: PHONE_LIMIT, key: `${phone} ${prefixOf(address)}` },
    { rule: BURST_LIMIT, key: phone },
  ];
  const counted = [
    { rule: PHONE_FREE, key: phone },
    { rule: COUNTRY_FREE, key: countryCode },
  ];
  await takeAll(limiter, ofPhone);
  try {
    const counts = await Promise.all(
      counted.map(async ({ rule, key: of }) => {
        const { used, seconds } = await limiter.count(rule, of);
        return { level: levelOf(used, rule.points), seconds };
      }),
    );
    const hardest = counts.reduce((one, other) => (other.level > one.level ? other : one));
    if (hardest.level > 0) await demandWork(tools, { purpose: `sms:${phone}`, ...hardest }, solved);
    // The network pays before it learns whether a number is taken.
    await limiter.take(NETWORK_LIMIT, networkOf(address));
    await limiter.take(PREFIX_LIMIT, prefixOf(address));
    await check();
    const { smsCountryPerDay } = tools.settings;
    if (smsCountryPerDay > 0) await limiter.take(countryLimit(smsCountryPerDay), countryCode);
  } catch (error) {
    // What is refused sends no message: asking often makes nothing harder for others.
    await giveBackAll(limiter, [...ofPhone, ...counted]);
    throw error;
  }
};

/** A code that somebody enters. */
interface Guess {
  phone: string;
  /** Whose profile; null for a registration. */
  userId: number | null;
  solved: SolvedChallenge | undefined;
}

/**
 * Counts a code as wrong before it is looked at; answers what takes that back. 429 with a challenge over 20 wrong ones of the phone
 * in a day, without one over 200. Registrations and profiles are counted apart.
 */
export const admitGuess = async (tools: Tools, { phone, userId, solved }: Guess): Promise<() => Promise<void>> => {
  const { limiter } = tools;
  const purpose = `code:${userId === null ? 'registration' : 'profile'}:${phone.slice(-10)}`;
  const { used, seconds } = await limiter.count(WRONG_CODES, purpose);
  const undo = () => limiter.giveBack(WRONG_CODES, purpose);
  try {
    if (used > WRONG_CODES_MAX) throw tooManyRequests(seconds);
    const level = levelOf(used, WRONG_CODES_FREE);
    if (level > 0) await demandWork(tools, { purpose, level, seconds }, solved);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
};
