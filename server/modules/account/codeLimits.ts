import type { SolvedChallenge } from '../../../contract/schemas/challenge';
import type { Deps } from '../../platform/deps';
import { requireWork, levelOf } from '../../platform/flow/proofOfWork';
import { limitedBy, tooManyRequests } from '../../platform/errors';
import { giveBackAll, takeAll } from '../../platform/limiter';
import { networkOf, prefixOf } from '../../platform/net';
import { LIMITS, withPoints } from '../../platform/limits';

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
  await limiter.take(LIMITS.smsAccount, String(userId));
  await check();
  await limiter.take(LIMITS.smsAccountsCountry, countryCode);
};

/** Returns the level of work that the next message to a country costs. */
export const levelOfCountry = async ({ limiter }: Pick<Deps, 'limiter'>, countryCode: string): Promise<number> =>
  levelOf((await limiter.used(LIMITS.smsCountryHour, countryCode)) + 1, LIMITS.smsCountryHour.points);

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
    { rule: LIMITS.smsPhonePrefix, key: `${phone} ${prefixOf(address)}` },
    { rule: LIMITS.smsPhoneBurst, key: phone },
  ];
  const counted = [
    { rule: LIMITS.smsPhone, key: phone, limitOf: 'phone' },
    { rule: LIMITS.smsCountryHour, key: countryCode, limitOf: 'country' },
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
      await limiter.take(LIMITS.smsNetwork, networkOf(address));
      await limiter.take(LIMITS.smsPrefix, prefixOf(address));
    }
    await check();
    const { smsCountryPerDay } = deps.settings;
    if (smsCountryPerDay > 0)
      await limiter.take(withPoints(LIMITS.smsCountry, smsCountryPerDay), countryCode).catch(limitedBy('country'));
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
  await limiter.clear(LIMITS.smsPhonePrefix, `${phone} ${prefixOf(address)}`);
  for (const rule of [LIMITS.smsPhoneBurst, LIMITS.smsPhone]) await limiter.clear(rule, phone);
  await limiter.giveBack(LIMITS.smsCountryHour, countryCode);
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
  const { used, seconds } = await limiter.count(LIMITS.smsWrong, purpose);
  const undo = () => limiter.giveBack(LIMITS.smsWrong, purpose);
  try {
    if (used > LIMITS.smsWrong.most) throw tooManyRequests(seconds);
    const level = levelOf(used, LIMITS.smsWrong.points);
    if (level > 0) await requireWork(deps, { purpose, level, seconds }, solved);
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
};
