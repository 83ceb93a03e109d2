import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { CardBody } from '../../../contract/schemas/commerce';
import { AppError } from '../../platform/errors';
import type { Card } from '../../platform/payment/provider';
import { wallTime } from '../../platform/zone';

/** The check digit of card numbers (ISO/IEC 7812-1, Luhn). */
export const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/** The card of a body. 400 with the key of what is wrong with it: its number, or a month that has passed. */
export const cardOf = (body: CardBody, now: Date, timeZone: string): Card => {
  if (!passesLuhn(body.cardNumber)) throw new AppError(400, ERROR_KEYS.cardNumber);
  const [thisYear = 0, thisMonth = 0] = wallTime(now, timeZone).slice(0, 7).split('-').map(Number);
  const year =
    body.expireYear.length === 2 ? Math.floor(thisYear / 100) * 100 + Number(body.expireYear) : Number(body.expireYear);
  const month = Number(body.expireMonth);
  if (year < thisYear || (year === thisYear && month < thisMonth)) throw new AppError(400, ERROR_KEYS.cardExpired);
  return { holderName: body.cardHolderName.trim(), number: body.cardNumber, cvc: body.cvc, month, year };
};
