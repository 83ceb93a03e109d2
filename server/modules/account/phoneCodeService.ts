import type { SolvedChallenge } from '../../../contract/schemas/challenge';
import type { Deps } from '../../platform/deps';
import { requireWork, levelOf } from '../../platform/flow/proofOfWork';
import { limitedBy, tooManyRequests, AppError, invalid } from '../../platform/errors';
import { giveBackAll, takeAll } from '../../platform/limiter';
import { networkOf, prefixOf } from '../../platform/net';
import { LIMITS, withPoints } from '../../platform/limits';
import { createHmac, randomBytes } from 'node:crypto';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  PHONE_INVALID_CODE,
  SMS_CODE_DIGITS,
  PHONE_VERIFIED_MINUTES,
  SMS_CODE_SECONDS,
} from '../../../contract/constants/limits';
import type { Language } from '../../../contract/constants/options';
import type { SendCodeBody, VerifyPhoneBody, VerifyPhonePayload } from '../../../contract/schemas/account';
import { sha256 } from '../../platform/secrets';
import { audit, userActor, type Actor } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import type { Trx } from '../../platform/database/schema';
import { enqueue } from '../../platform/outgoing/enqueue';
import { codeText } from '../../platform/outgoing/mails';
import { countryByCode } from '../reference';
import * as repository from './codeRepository';

export type OwnLimits = 'counted' | 'quiet' | 'worked';

interface CodeRequest {
  /** With the country calling code. */
  phone: string;
  countryCode: string;
  address: string;
  solved: SolvedChallenge | undefined;
  /**
   * Set when the caller limits networks itself. `worked`: this visitor solved the work of `levelOfCountry`. `quiet`:
   * this visitor's network did not use up the country's messages, so it does not pay for those who did.
   */
  ownLimits?: OwnLimits;
}

type LimitDeps = Pick<Deps, 'clock' | 'codeSecret' | 'limiter' | 'settings'>;

/**
 * Counts a message against the limits of an account, which strangers cannot use up. `check` reveals whether a number is
 * taken, so it runs only after the account has paid a point.
 */
const checkAccountLimits = async (
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
 * Counts a message against the limits of a visitor. Throws 429, with a challenge when the phone or the country has had
 * many messages. `check` reveals whether a number is taken, so it runs only after the network has paid a point.
 */
const checkVisitorLimits = async (
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
    const demanding = counts.filter(({ limitOf }) => ownLimits !== 'quiet' || limitOf !== 'country');
    const hardest = demanding.reduce((one, other) => (other.level > one.level ? other : one));
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
 * Gives back the messages that a phone used up, because its owner proved it and may apply for many jobs a day. The
 * country gets one message back.
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
 * Counts a code as wrong before it is checked. Returns a function that takes the count back. Throws 429 with a
 * challenge above 20 wrong codes of the phone in a day, and without one above 200. Registrations and profiles count
 * apart.
 */
const checkCodeLimits = async (
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

/**
 * The error for a number that cannot exist or whose country is not offered: 400 with code 1030 (docs/API.md#errors).
 */
const invalidPhone = () =>
  new AppError(400, ERROR_KEYS.phoneInvalid, {
    code: PHONE_INVALID_CODE,
    children: { phone: { errors: [ERROR_KEYS.phoneInvalid] } },
  });

/**
 * Returns the number with its country calling code, such as +905321234567. Throws 400 with code 1030 when it cannot be
 * a mobile phone of the country, and for a country that is neither offered for registration nor one of `countries`.
 */
export const internationalPhone = (phone: string, countryCode: string, countries: readonly string[] = []): string => {
  if (!countryByCode(countryCode) && !countries.includes(countryCode)) throw invalidPhone();
  const parsed = parsePhoneNumberFromString(phone, countryCode as CountryCode);
  if (!parsed?.isValid() || parsed.country !== countryCode || parsed.nationalNumber !== phone) throw invalidPhone();
  return parsed.number;
};

/**
 * Derives a code from a nonce: the first 32 bits of HMAC-SHA-256, modulo 10,000. The code is never stored and can be
 * sent again. (2³² is no multiple of 10,000, so some codes are more likely by two millionths.)
 */
export const codeOf = (secret: string, nonce: string): string => {
  const number = createHmac('sha256', secret).update(nonce).digest().readUInt32BE(0);
  return String(number % 10 ** SMS_CODE_DIGITS).padStart(SMS_CODE_DIGITS, '0');
};

/** Identifies the requester of a code: by the ticket that the client generated, or else by the network. */
const requesterOf = (ticket: string | undefined, network: string): Buffer =>
  sha256(ticket === undefined ? `network/${network}` : `ticket/${ticket}`);

/** Returns a nonce, or a proof of a phone, of which the database holds only the SHA-256. */
const newSecret = (): string => randomBytes(16).toString('base64url');

/** The caller: a visitor (`user` is null), or the account whose profile is to change. */
export interface PhoneCaller {
  user: AuthUser | null;
  address: string;
  language: Language;
  requestId: string;
  /** Set when the caller's module limits networks itself. */
  ownLimits?: OwnLimits;
  /** Countries that get codes besides those of registration. */
  countries?: readonly string[];
  /** Runs in the transaction that uses up a right code. */
  onProved?: (trx: Trx) => Promise<void>;
}

const actorOf = ({ user, requestId }: PhoneCaller): Actor =>
  user ? userActor({ user, requestId }) : { kind: 'visitor', organisationId: null, requestId };

const addSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/**
 * Sends a code to a phone. `resend` sends the same code again, keeps its wrong attempts and restarts its 180 seconds.
 * Throws 400 with code 1030 for an impossible number, 400 for a number of another account when `isVerify` is set, and
 * 429 after too many messages, with a challenge when a proof of work allows another one.
 */
export const sendCode = async (deps: Deps, body: SendCodeBody, caller: PhoneCaller): Promise<void> => {
  const { db, clock, codeSecret } = deps;
  const { address, language, ownLimits } = caller;
  const userId = caller.user?.id ?? null;
  const { countryCode, solved, ticket } = body;
  const phone = internationalPhone(body.phone, countryCode, caller.countries);
  const requester = requesterOf(ticket, networkOf(address));
  const check = async () => {
    const wanted = { phone: body.phone, countryCode, exceptId: userId };
    if (body.isVerify && (await repository.phoneIsTaken(db, wanted)))
      throw invalid({ phone: ERROR_KEYS.phoneNotUnique }, ERROR_KEYS.phoneNotUnique);
  };
  if (userId === null)
    await checkVisitorLimits(deps, { phone, countryCode, address, solved, ...(ownLimits && { ownLimits }) }, check);
  else await checkAccountLimits(deps, { userId, countryCode }, check);
  await db.transaction().execute(async (trx) => {
    await repository.lockPhone(trx, phone);
    const now = clock.now();
    const expiresAt = addSeconds(now, SMS_CODE_SECONDS);
    const codeRequest = { phone, userId, requester, now };
    const [first] = body.resend ? await repository.lockLiveCodes(trx, codeRequest) : [];
    const existing = first?.isOwn ? first : undefined;
    const nonce = existing?.nonce ?? newSecret();
    if (existing) await repository.extendCode(trx, existing.id, now, expiresAt);
    const subjectId = existing?.id ?? (await repository.insertCode(trx, { ...codeRequest, nonce, expiresAt }));
    await audit({ trx, clock }, actorOf(caller), 'phone.code_sent', ['phone_code', subjectId]);
    await enqueue(trx, now, { channel: 'sms', phone, text: codeText(codeOf(codeSecret, nonce), language) });
  });
};

/** Returns whether a visitor's code can still be entered: not expired, not used, and fewer than five wrong tries. */
export const hasLiveCode = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { phone, ticket }: { phone: string; ticket: string },
): Promise<boolean> =>
  repository.hasOwnCode(db, { phone, userId: null, requester: requesterOf(ticket, ''), now: clock.now() });

/**
 * Exchanges a code for a proof of the phone, valid for 30 minutes. Throws 400 for a wrong, expired or used code, and
 * 429 after many wrong ones, with a challenge when a proof of work allows another attempt.
 */
export const verifyPhone = async (
  deps: Deps,
  { phone, code, ticket, solved }: VerifyPhoneBody,
  caller: PhoneCaller,
): Promise<VerifyPhonePayload> => {
  const { db, clock, limiter, codeSecret } = deps;
  const network = networkOf(caller.address);
  if (!caller.ownLimits) await limiter.take(LIMITS.smsTries, network);
  const requester = requesterOf(ticket, network);
  const userId = caller.user?.id ?? null;
  const undo = await checkCodeLimits(deps, { phone, userId, solved });
  let isWrong = false;
  // The error is thrown after the commit, so that a wrong attempt stays counted.
  const proof = await db.transaction().execute(async (trx) => {
    const now = clock.now();
    // Two countries can have the same ten digits. A code that someone sent to the other country's phone does not hide
    // this one.
    const live = await repository.lockLiveCodes(trx, { phone, userId, requester, now });
    const [last] = live;
    if (!last) return null;
    const recordAudit = (action: string, subjectId: number) =>
      audit({ trx, clock }, actorOf(caller), action, ['phone_code', subjectId]);
    const existing = live.find(({ nonce }) => codeOf(codeSecret, nonce) === code);
    if (!existing) {
      const ids = live.map(({ id }) => id);
      await repository.countWrongTry(trx, { ids, userId, requester });
      await recordAudit('phone.code_refused', last.id);
      isWrong = true;
      return null;
    }
    const issuedProof = newSecret();
    const expiresAt = addSeconds(now, PHONE_VERIFIED_MINUTES * 60);
    await recordAudit('phone.proven', existing.id);
    await repository.storeProof(trx, { id: existing.id, hash: sha256(issuedProof), now, expiresAt });
    await caller.onProved?.(trx);
    return issuedProof;
  });
  if (!isWrong) await undo();
  if (proof === null) throw invalid({ code: ERROR_KEYS.phoneCodeWrong }, ERROR_KEYS.phoneCodeWrong);
  return { phoneVerifyCode: proof };
};
