import { createHmac, randomBytes } from 'node:crypto';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PHONE_INVALID_CODE, SMS_CODE_DIGITS } from '../../../contract/constants/limits';
import { AppError } from '../../platform/errors';
import { countryByCode } from '../reference';
import { sha256 } from '../../platform/sha256';

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

export const newNonce = (): string => randomBytes(16).toString('base64url');

/** Identifies the requester of a code: by the ticket that the client made up, or else by the network. */
export const requesterOf = (ticket: string | undefined, network: string): Buffer =>
  sha256(ticket === undefined ? `network/${network}` : `ticket/${ticket}`);

/** Creates a proof of a phone from 128 random bits. The database holds only its SHA-256. */
export const newProof = (): string => randomBytes(16).toString('base64url');
