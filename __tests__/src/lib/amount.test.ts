import { parseAmount, formatPrice } from '../../../src/lib/money';

test.each([
  ['25000', 25_000],
  ['25000.5', 25_000.5],
  ['25000,50', 25_000.5],
  ['25.000', 25_000],
  ['25,000', 25_000],
  ['25.000,50', 25_000.5],
  ['25,000.50', 25_000.5],
  ['1.250.000', 1_250_000],
  ['30 000', 30_000],
  ['30\u00a0000,5', 30_000.5],
  ['30\u202f000', 30_000],
  ['₺25.000', 25_000],
  [' 25.000 TL ', 25_000],
  ['0,5', 0.5],
  ['0', 0],
])('%j is %d', (text, amount) => expect(parseAmount(text)).toBe(amount));

test.each([
  '',
  ' ',
  'abc',
  '-5',
  '1e5',
  '25.00.0',
  '25.0000',
  '1000.125',
  '0.125',
  '25,000,50',
  '2 5000',
  '25.000.50',
  '1'.repeat(10),
])('%j is no amount', (text) => expect(parseAmount(text)).toBeNull());

test.each(['tr', 'en', 'es'])('reads what the product prints in %s', (locale) => {
  for (const amount of [950, 25_000, 25_000.5, 1_250_000])
    expect(parseAmount(formatPrice(amount, 'TRY', locale))).toBe(amount);
});
