import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { SolvedChallenge } from '../../../contract/schemas/challenge';
import type { Deps } from '../../platform/deps';
import { demandWork, levelOf } from '../../platform/flow/proofOfWork';
import { giveBackAll, takeAll, type LimitRule } from '../../platform/limiter';
import { networkOf, prefixOf } from '../../platform/net';

const DAY = 86_400;
const key = ERROR_KEYS.phoneDailyLimit;
/** Messages for registrations in 24 hours: from one network, and from it with its neighbours. */
export const NETWORK_LIMIT: LimitRule = { name: 'sms-network', points: 20, seconds: DAY, key };
export const PREFIX_LIMIT: LimitRule = { name: 'sms-prefix', points: 60, seconds: DAY, key };
/** To one phone, from one network with its neighbours: what others ask for uses up none of it. */
export const PHONE_LIMIT: LimitRule = { name: 'sms-phone-prefix', points: 5, seconds: DAY, key };
/** To one phone, whoever asks: short, so that nobody can take a phone's day. */
export const BURST_LIMIT: LimitRule = { name: 'sms-phone-burst', points: 10, seconds: 600, key };
/** To one country, whoever asks: the operator's bill. */
export const COUNTRY_LIMIT: LimitRule = { name: 'sms-country', points: 20_000, seconds: DAY, key };
/** Over these nobody is refused, but each message costs a proof of work, which grows with their number. */
export const PHONE_FREE: LimitRule = { name: 'sms-phone', points: 5, seconds: DAY };
export const COUNTRY_FREE: LimitRule = { name: 'sms-country-hour', points: 200, seconds: 3600 };
/** For changes of profiles in 24 hours: by one account, from whatever networks, and to one country by all accounts. */
export const ACCOUNT_LIMIT: LimitRule = { name: 'sms-account', points: 10, seconds: DAY, key };
export const ACCOUNTS_LIMIT: LimitRule = { name: 'sms-accounts-country', points: 2000, seconds: DAY, key };

/** A message that somebody asks for. */
export interface CodeRequest {
  /** With the country's code. */
  phone: string;
  countryCode: string;
  address: string;
  solved: SolvedChallenge | undefined;
}

type Tools = Pick<Deps, 'clock' | 'codeSecret' | 'limiter'>;

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
    await limiter.take(COUNTRY_LIMIT, countryCode);
  } catch (error) {
    // What is refused sends no message: asking often makes nothing harder for others.
    await giveBackAll(limiter, [...ofPhone, ...counted]);
    throw error;
  }
};
