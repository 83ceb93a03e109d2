import { formatPrice } from '../../../src/lib/money';

test.each([
  [999, 'TRY', 'tr', '₺999'],
  [1349.5, 'TRY', 'tr', '₺1.349,50'],
  [1349.5, 'TRY', 'en', '₺1,349.50'],
  [1349.5, 'TRY', 'es', '1349,50 ₺'],
  [1349.5, 'TRY', 'es-MX', '₺1,349.50'],
  [1349.5, 'TRY', 'en-GB', '₺1,349.50'],
  [20, 'EUR', 'en', '€20'],
  [20, 'not a currency', 'en', '20 not a currency'],
])('%s %s in %s: %s', (price, currency, locale, text) => {
  expect(formatPrice(price, currency, locale).replace(/\u00a0/g, ' ')).toBe(text);
});
