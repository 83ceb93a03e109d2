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
import { AppError, invalid } from '../../platform/errors';
import { sha256 } from '../../platform/secrets';
import { audit, type Actor } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { networkOf } from '../../platform/net';
import { enqueue } from '../../platform/outgoing/enqueue';
import { codeText } from '../../platform/outgoing/mails';
import { countryByCode } from '../reference';
import { checkAccountLimits, checkCodeLimits, checkVisitorLimits, type OwnLimits } from './codeLimits';
import * as repository from './codeRepository';
import { LIMITS } from '../../platform/limits';

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

const newNonce = (): string => randomBytes(16).toString('base64url');

/** Identifies the requester of a code: by the ticket that the client made up, or else by the network. */
const requesterOf = (ticket: string | undefined, network: string): Buffer =>
  sha256(ticket === undefined ? `network/${network}` : `ticket/${ticket}`);

/** Creates a proof of a phone from 128 random bits. The database holds only its SHA-256. */
const newProof = (): string => randomBytes(16).toString('base64url');

/** The caller: a visitor (`user` is null), or the account whose profile is to change. */
export interface PhoneCaller {
  user: AuthUser | null;
  address: string;
  language: Language;
  requestId: string;
  /** The caller's module limits networks itself. */
  ownLimits?: OwnLimits;
  /** Countries that get codes besides those of registration. */
  countries?: readonly string[];
  /** Runs in the transaction that uses up a right code. */
  onProved?: (trx: Trx) => Promise<void>;
}

const actorOf = ({ user, requestId }: PhoneCaller): Actor =>
  user ? { kind: 'user', user, requestId } : { kind: 'visitor', organisationId: null, requestId };

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
    const taken = { phone: body.phone, countryCode, exceptId: userId };
    if (body.isVerify && (await repository.phoneIsTaken(db, taken)))
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
    const nonce = existing?.nonce ?? newNonce();
    if (existing) await repository.extendCode(trx, existing.id, now, expiresAt);
    const subjectId = existing?.id ?? (await repository.insertCode(trx, { ...codeRequest, nonce, expiresAt }));
    await audit(trx, clock, actorOf(caller), { action: 'phone.code_sent', subjectType: 'phone_code', subjectId });
    await enqueue(trx, now, { channel: 'sms', phone, text: codeText(codeOf(codeSecret, nonce), language) });
  });
};

/** Returns whether a visitor's code can still be entered: it ends by its time, by its use, and by five wrong tries. */
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
      audit(trx, clock, actorOf(caller), { action, subjectType: 'phone_code', subjectId });
    const existing = live.find(({ nonce }) => codeOf(codeSecret, nonce) === code);
    if (!existing) {
      const ids = live.map(({ id }) => id);
      await repository.countWrongTry(trx, { ids, userId, requester });
      await recordAudit('phone.code_refused', last.id);
      isWrong = true;
      return null;
    }
    const issuedProof = newProof();
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
