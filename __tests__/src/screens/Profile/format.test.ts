import { formatMoment, formatPrice, websiteHref } from '../../../../src/screens/Profile/format';

test.each([
  ['https://moda.test', 'https://moda.test/'],
  [' http://moda.test/a ', 'http://moda.test/a'],
  ['javascript:alert(1)', null],
  ['data:text/html,a', null],
  ['moda.test', null],
  ['', null],
])('the website %s opens %s', (website, href) => {
  expect(websiteHref(website)).toBe(href);
});

test.each([
  [999, 'TRY', 'tr', '₺999'],
  [1349.5, 'TRY', 'tr', '₺1.349,50'],
  [1349.5, 'TRY', 'en', '₺1,349.50'],
  [20, 'EUR', 'en', '€20'],
  [20, 'not a currency', 'en', '20 not a currency'],
])('%s %s in %s: %s', (price, currency, locale, text) => {
  expect(formatPrice(price, currency, locale)).toBe(text);
});

test('a moment stands in the marketplace zone', () => {
  expect(formatMoment('2026-11-20T22:30:00.000Z')).toBe('21/11/2026 01:30');
});
