import type { PaymentProvider } from './payment';

export const CARD_BRANDS = [
  'visa',
  'mastercard',
  'amex',
  'troy',
  'maestro',
  'discover',
  'diners',
  'jcb',
  'unionpay',
] as const;
export type CardBrand = (typeof CARD_BRANDS)[number];

/** The first digits of each brand (ISO/IEC 7812 issuer identification numbers); no two of them overlap. */
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

const TAKEN_BRANDS: readonly CardBrand[] = ['visa', 'mastercard', 'amex', 'troy'];

/**
 * Brands that a provider takes by our card form: iyzico by its `cardAssociation` (https://docs.iyzico.com/en). Stripe gets no
 * card from us: its own form decides.
 */
export const BRANDS_OF_PROVIDER: Record<PaymentProvider, readonly CardBrand[]> = {
  sandbox: TAKEN_BRANDS,
  iyzico: TAKEN_BRANDS,
  stripe: CARD_BRANDS,
};

/** The brand that the first digits of a number say; null while they say none. */
export const brandOf = (digits: string): CardBrand | null =>
  PREFIXES.find(([, prefix]) => prefix.test(digits))?.[0] ?? null;

/** Digits of a whole number: 15 of American Express, 16 of the others. Spec 2, point 5. */
export const numberLengthOf = (brand: CardBrand | null): number => (brand === 'amex' ? 15 : 16);

/** The check digit of card numbers (ISO/IEC 7812-1, Luhn); digits only. */
export const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

/** What is wrong with the number of a card, by the digits that were entered; null: nothing. */
export const numberProblem = (digits: string, taken: readonly CardBrand[]): 'brand' | 'length' | 'luhn' | null => {
  const brand = brandOf(digits);
  if (brand !== null && !taken.includes(brand)) return 'brand';
  if (digits.length !== numberLengthOf(brand)) return 'length';
  return passesLuhn(digits) ? null : 'luhn';
};
