import { wallTime } from '../../../../contract/zone';
import { BRANDS_OF_PROVIDER, numberProblem } from '../../../../contract/constants/cards';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { PaymentProvider } from '../../../../contract/constants/payment';
import type { CardBody } from '../../../../contract/schemas/commerce';
import { AppError } from '../../../platform/errors';
import type { Card } from '../../../platform/ports/payments';

/**
 * Returns the card of a request. Throws 400 with the key of its first problem: a brand that the provider does not
 * accept, a wrong number, or a month in the past.
 */
export const cardOf = (
  body: CardBody,
  { provider, now, timeZone }: { provider: PaymentProvider; now: Date; timeZone: string },
): Card => {
  const problem = numberProblem(body.cardNumber, BRANDS_OF_PROVIDER[provider]);
  if (problem !== null) throw new AppError(400, problem === 'brand' ? ERROR_KEYS.cardBrand : ERROR_KEYS.cardNumber);
  const [thisYear = 0, thisMonth = 0] = wallTime(now, timeZone).slice(0, 7).split('-').map(Number);
  const year =
    body.expireYear.length === 2 ? Math.floor(thisYear / 100) * 100 + Number(body.expireYear) : Number(body.expireYear);
  const month = Number(body.expireMonth);
  if (year < thisYear || (year === thisYear && month < thisMonth)) throw new AppError(400, ERROR_KEYS.cardExpired);
  return { holderName: body.cardHolderName.trim(), number: body.cardNumber, cvc: body.cvc, month, year };
};
