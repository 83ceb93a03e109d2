import { createHash, createHmac, randomBytes } from 'node:crypto';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/mobile';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PHONE_INVALID_CODE, SMS_CODE_DIGITS } from '../../../contract/constants/limits';
import { AppError } from '../../platform/errors';
import { countryByCode } from '../reference';

/** 400 with code 1030: no network has such a number, or the country is not offered. API contract, sections 1 and 3. */
const invalidPhone = () =>
  new AppError(400, ERROR_KEYS.phoneInvalid, {
    code: PHONE_INVALID_CODE,
    children: { phone: { errors: [ERROR_KEYS.phoneInvalid] } },
  });

/** The number with its country's code, as +905321234567; 400 (code 1030) when it cannot be a mobile phone of the country. */
export const internationalPhone = (phone: string, countryCode: string): string => {
  if (!countryByCode(countryCode)) throw invalidPhone();
  const parsed = parsePhoneNumberFromString(phone, countryCode as CountryCode);
  if (!parsed?.isValid() || parsed.country !== countryCode || parsed.nationalNumber !== phone) throw invalidPhone();
  return parsed.number;
};

/**
 * The code of a nonce: the first 32 bits of HMAC-SHA-256, modulo 10,000. It is never stored, and can be sent again.
 * (2³² is no multiple of 10,000: some codes are more likely by two millionths.)
 */
export const codeOf = (secret: string, nonce: string): string => {
  const number = createHmac('sha256', secret).update(nonce).digest().readUInt32BE(0);
  return String(number % 10 ** SMS_CODE_DIGITS).padStart(SMS_CODE_DIGITS, '0');
};

export const newNonce = (): string => randomBytes(16).toString('base64url');

/** Whose a code is: the ticket of the caller's own making, or else their network. */
export const requesterOf = (ticket: string | undefined, network: string): Buffer =>
  createHash('sha256')
    .update(ticket === undefined ? `network/${network}` : `ticket/${ticket}`)
    .digest();

/** What proves a phone: 128 random bits; only its SHA-256 is stored. */
export const newProof = (): string => randomBytes(16).toString('base64url');
export const hashProof = (proof: string): Buffer => createHash('sha256').update(proof).digest();
