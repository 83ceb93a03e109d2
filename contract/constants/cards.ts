import type { PaymentProvider } from './payment';

const CARD_BRANDS = ['visa', 'mastercard', 'amex', 'troy', 'maestro', 'discover', 'diners', 'jcb', 'unionpay'] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

/** The first digits of each brand (issuer identification numbers of ISO/IEC 7812). No two prefixes overlap. */
const PREFIXES: readonly [CardBrand, RegExp][] = [
  ['troy', /^9792/],
  ['amex', /^3[47]/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['visa', /^4/],
  ['maestro', /^(50|5[6-8]|63|67)/],
  ['discover', /^(6011|64[4-9]|65)/],
  ['diners', /^(30[0-5]|3[689])/],
  ['jcb', /^35(2[89]|[3-8])/],
  ['unionpay', /^62/],
];

const ACCEPTED_BRANDS: readonly CardBrand[] = ['visa', 'mastercard', 'amex', 'troy'];

/**
 * The brands that our card form accepts for each provider. iyzico accepts them by `cardAssociation`
 * (https://docs.iyzico.com/en). Stripe uses its own form, so it may accept any brand.
 */
export const BRANDS_OF_PROVIDER: Record<PaymentProvider, readonly CardBrand[]> = {
  sandbox: ACCEPTED_BRANDS,
  iyzico: ACCEPTED_BRANDS,
  stripe: CARD_BRANDS,
};

/** Returns the brand of a number's first digits, or null while they match none. */
export const brandOf = (digits: string): CardBrand | null =>
  PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0] ?? null;

/**
 * Returns the number of digits of a whole card number: 15 for American Express, 16 for the others. See
 * docs/PRODUCT.md#card-form.
 */
const numberLengthOf = (brand: CardBrand | null): number => (brand === 'amex' ? 15 : 16);

/** Returns whether the digits pass the Luhn check of card numbers (ISO/IEC 7812-1). */
export const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

/** Returns the problem of the entered card number's digits, or null when it has none. */
export const numberProblem = (digits: string, accepted: readonly CardBrand[]): 'brand' | 'length' | 'luhn' | null => {
  const brand = brandOf(digits);
  if (brand !== null && !accepted.includes(brand)) return 'brand';
  if (digits.length !== numberLengthOf(brand)) return 'length';
  return passesLuhn(digits) ? null : 'luhn';
};
