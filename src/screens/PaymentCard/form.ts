import { boolean, object, string } from 'yup';
import { BRANDS_OF_PROVIDER, numberProblem } from '../../../contract/constants/cards';
import { CARD_HOLDER_MAX } from '../../../contract/constants/limits';
import type { PaymentProvider } from '../../../contract/constants/payment';
import { CVC_MAX, CVC_MIN, digitsOf, isExpired, type Card, type CardValues } from '../../domains/payment';
import { requiredText } from '../../lib/rules';

export const emptyCard: CardValues = { cardHolderName: '', cardNumber: '', expiry: '', cvc: '', agreement: false };

const NUMBER_TEXTS = {
  brand: 'errors.keys.card_not_supported',
  length: 'validation.card.number',
  luhn: 'validation.card.luhn',
} as const;
const COMPLETE_EXPIRY = /^(0[1-9]|1[0-2])\/\d{2}$/;

/**
 * Rules of the card form: docs/PRODUCT.md#card-form. `today` is the day in the marketplace's zone, `YYYY-MM-DD`;
 * `provider` takes the card.
 */
export const cardSchema = (today: () => string, provider: () => PaymentProvider) =>
  object({
    cardHolderName: requiredText(CARD_HOLDER_MAX),
    cardNumber: string()
      .required('validation.required')
      .test('number', (number, { createError }) => {
        const problem = numberProblem(digitsOf(number), BRANDS_OF_PROVIDER[provider()]);
        return problem === null || createError({ message: NUMBER_TEXTS[problem] });
      }),
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

/** Returns the request body of valid values. */
export const toCard = ({ cardHolderName, cardNumber, expiry, cvc }: CardValues): Card => {
  const [expireMonth = '', expireYear = ''] = expiry.split('/');
  return { cardHolderName: cardHolderName.trim(), cardNumber: digitsOf(cardNumber), cvc, expireMonth, expireYear };
};
