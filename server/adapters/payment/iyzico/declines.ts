import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { DeclineKey } from '../../../platform/ports/payments';
import { dictionary } from '../../../platform/dictionary';

/** By the bank's error group, which is more stable than its code. https://docs.iyzico.com/en/add-ons/error-codes */
const GROUPS = dictionary<DeclineKey>({
  NOT_SUFFICIENT_FUNDS: ERROR_KEYS.cardFunds,
  EXPIRED_CARD: ERROR_KEYS.cardExpired,
  INVALID_CVC2: ERROR_KEYS.cardCvc,
  INVALID_CVC2_LENGTH: ERROR_KEYS.cardCvc,
  INVALID_CARD_NUMBER: ERROR_KEYS.cardNumber,
  BIN_NOT_FOUND: ERROR_KEYS.cardNumber,
  INVALID_CAVV: ERROR_KEYS.challengeFailed,
  INVALID_ECI: ERROR_KEYS.challengeFailed,
});

/** For failures without a group: the bank's codes (10000 and over) and iyzico's codes about the card's fields. */
const CODES = dictionary<DeclineKey>({
  '10051': ERROR_KEYS.cardFunds,
  '10054': ERROR_KEYS.cardExpired,
  '10084': ERROR_KEYS.cardCvc,
  '10206': ERROR_KEYS.cardCvc,
  '10213': ERROR_KEYS.cardNumber,
  '10215': ERROR_KEYS.cardNumber,
  '12': ERROR_KEYS.cardNumber,
  '13': ERROR_KEYS.cardExpired,
  '14': ERROR_KEYS.cardExpired,
  '15': ERROR_KEYS.cardCvc,
  '17': ERROR_KEYS.cardExpired,
});

const BANK_CODES_FROM = 10_000;
/** Refused by iyzico's fraud control: 6000, and 6001 for its blocklist. */
const FRAUD_CODES = ['6000', '6001'];

/** The connection to the bank failed or timed out, so the money may have been taken. */
const UNKNOWN_GROUPS = ['COMMUNICATION_OR_SYSTEM_ERROR', 'REQUEST_TIMEOUT'];
const UNKNOWN_CODES = ['10214', '10219'];

/** Returns whether the bank or iyzico's fraud control declined the card, so that no money was taken. */
export const isDecline = (answer: Record<string, unknown>): boolean => {
  const { errorCode, errorGroup } = answer;
  const isUnknown = UNKNOWN_GROUPS.includes(String(errorGroup)) || UNKNOWN_CODES.includes(String(errorCode));
  return !isUnknown && declineOf(answer) !== ERROR_KEYS.paymentInit;
};

/**
 * Returns the key of a failure: by the bank's group or code, by iyzico's code about the card, or else the key for a
 * payment that could not start.
 */
export const declineOf = ({ errorCode, errorGroup }: Record<string, unknown>): DeclineKey => {
  const code = String(errorCode ?? '');
  const known = GROUPS[String(errorGroup ?? '')] ?? CODES[code];
  if (known) return known;
  return Number(code) >= BANK_CODES_FROM || FRAUD_CODES.includes(code)
    ? ERROR_KEYS.cardDeclined
    : ERROR_KEYS.paymentInit;
};
