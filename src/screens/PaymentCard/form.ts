import { boolean, object, string } from 'yup';
import { CARD_HOLDER_MAX } from '../../../contract/constants/limits';
import { CVC_MAX, CVC_MIN, digitsOf, isExpired, passesLuhn, type Card, type CardValues } from '../../domains/payment';
import { requiredText } from '../../lib/rules';

export const emptyCard: CardValues = { cardHolderName: '', cardNumber: '', expiry: '', cvc: '', agreement: false };

/** 19 characters with the spaces. */
const COMPLETE_NUMBER = /^\d{4}( \d{4}){3}$/;
const COMPLETE_EXPIRY = /^(0[1-9]|1[0-2])\/\d{2}$/;

/** Rules of the card form (spec 2, point 5); `today` is the day in the marketplace's zone, `YYYY-MM-DD`. */
export const cardSchema = (today: () => string) =>
  object({
    cardHolderName: requiredText(CARD_HOLDER_MAX),
    cardNumber: string()
      .required('validation.required')
      .matches(COMPLETE_NUMBER, 'validation.card.number')
      .test('luhn', 'validation.card.luhn', (number) => passesLuhn(number)),
    expiry: string()
      .required('validation.required')
      .matches(COMPLETE_EXPIRY, 'validation.card.expiry')
      .test(
        'expired',
        'validation.card.expired',
        (expiry) => !COMPLETE_EXPIRY.test(expiry) || !isExpired(expiry, today()),
      ),
    cvc: string()
      .required('validation.required')
      .matches(new RegExp(`^\\d{${CVC_MIN},${CVC_MAX}}$`), 'validation.card.cvc'),
    agreement: boolean().oneOf([true], 'validation.agreement'),
  });

/** What is sent of values that keep the rules. */
export const toCard = ({ cardHolderName, cardNumber, expiry, cvc }: CardValues): Card => {
  const [expireMonth = '', expireYear = ''] = expiry.split('/');
  return { cardHolderName: cardHolderName.trim(), cardNumber: digitsOf(cardNumber), cvc, expireMonth, expireYear };
};
