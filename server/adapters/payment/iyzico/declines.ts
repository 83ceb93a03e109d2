import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { DeclineKey } from '../../../platform/ports/payments';
import { dictionary } from '../../../platform/dictionary';

/** By the group of the bank's answer, which is steadier than its code. https://docs.iyzico.com/en/add-ons/error-codes */
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

/** Where no group is sent: the bank's codes (10000 and over), and iyzico's own of the card's fields. */
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
/** Refused by iyzico's own watch over fraud: 6000, and 6001 for the black list. */
const FRAUD_CODES = ['6000', '6001'];

/** The line to the bank broke, or the bank was too slow: it may have taken the money. */
const UNKNOWN_GROUPS = ['COMMUNICATION_OR_SYSTEM_ERROR', 'REQUEST_TIMEOUT'];
const UNKNOWN_CODES = ['10214', '10219'];

/** Whether a failure is the word of a bank, or of iyzico's watch over fraud, on the card: no money was taken. */
export const isDecline = (answer: Record<string, unknown>): boolean => {
  const { errorCode, errorGroup } = answer;
  const isUnknown = UNKNOWN_GROUPS.includes(String(errorGroup)) || UNKNOWN_CODES.includes(String(errorCode));
  return !isUnknown && declineOf(answer) !== ERROR_KEYS.paymentInit;
};

/** The key of a failure: of the bank's by its group or code, of iyzico's own with the card, else that it could not begin. */
export const declineOf = ({ errorCode, errorGroup }: Record<string, unknown>): DeclineKey => {
  const code = String(errorCode ?? '');
  const known = GROUPS[String(errorGroup ?? '')] ?? CODES[code];
  if (known) return known;
  return Number(code) >= BANK_CODES_FROM || FRAUD_CODES.includes(code)
    ? ERROR_KEYS.cardDeclined
    : ERROR_KEYS.paymentInit;
};
