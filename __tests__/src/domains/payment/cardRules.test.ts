import { brandOf, numberProblem, passesLuhn } from '../../../../contract/constants/cards';
import { cvcHintOf, formatCardNumber, formatCvc, formatExpiry, isExpired } from '../../../../src/domains/payment';

test.each([
  ['', ''],
  ['4', '4'],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242-4242-4242', '4242 4242 4242 4242'],
  ['4242 4242 4242 4242', '4242 4242 4242 4242'],
  ['42424242424242429', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['37828224', '3782 8224'],
  ['37828224631', '3782 822463 1'],
  ['3782822463100059', '3782 822463 10005'],
  ['4a2b', '42'],
  ['４２', ''],
  [' 4242  42', '4242 42'],
])('formats the number %j as %j', (text, shown) => {
  expect(formatCardNumber(text)).toBe(shown);
  expect(formatCardNumber(shown)).toBe(shown);
});

test.each([
  ['4', 'visa'],
  ['51', 'mastercard'],
  ['55', 'mastercard'],
  ['5', null],
  ['50', 'maestro'],
  ['56', 'maestro'],
  ['2221', 'mastercard'],
  ['2220', null],
  ['2720', 'mastercard'],
  ['2721', null],
  ['34', 'amex'],
  ['37', 'amex'],
  ['36', 'diners'],
  ['6011', 'discover'],
  ['60', null],
  ['6759', 'maestro'],
  ['3528', 'jcb'],
  ['62', 'unionpay'],
  ['9792', 'troy'],
  ['979', null],
  ['', null],
])('the brand of %j is %s', (number, brand) => {
  expect(brandOf(number)).toBe(brand);
});

test.each([
  ['visa', 'back'],
  ['troy', 'back'],
  ['mastercard', 'back'],
  ['amex', 'front'],
  [null, 'any'],
] as const)('the CVC of %s is on the %s', (brand, place) => {
  expect(cvcHintOf(brand)).toBe(place);
});

test.each([
  ['4242424242424242', true],
  ['4242424242424241', false],
  ['4000000000003220', true],
  ['4000000000000002', true],
  ['4000000000000341', true],
  ['4000000000007726', true],
  ['4000000000000259', true],
  ['4000000000000069', true],
  ['4000000000000127', true],
  ['4000000000009995', true],
  ['5555555555554444', true],
  ['378282246310005', true],
])('the check digit of %s is valid: %s', (number, isRight) => {
  expect(passesLuhn(number)).toBe(isRight);
});

test.each([
  ['', ''],
  ['0', '0'],
  ['00', '0'],
  ['1', '1'],
  ['9', '09'],
  ['2', '02'],
  ['09', '09'],
  ['12', '12'],
  ['13', '01/3'],
  ['19', '01/9'],
  ['123', '12/3'],
  ['1228', '12/28'],
  ['928', '09/28'],
  ['12289', '12/28'],
  ['12/28', '12/28'],
  ['12/', '12/'],
  ['1/', '01/'],
  ['1/28', '01/28'],
  ['9/28', '09/28'],
  ['12 / 28', '12/28'],
  ['12/2028', '12/28'],
  ['12-2028', '12/28'],
  ['122028', '12/28'],
  ['2029-03', '03/29'],
  ['2029/03', '03/29'],
  ['2029/3', '03/29'],
  ['202903', '03/29'],
  [' 2029 - 12 ', '12/29'],
  ['2029-13', '02/02'],
  ['29-03', '03/29'],
  ['2029 03', '03/29'],
  ['2029–03', '03/29'],
  ['2029‑03', '03/29'],
  ['2029-03-31', '03/29'],
  ['2029-03-01', '03/29'],
  ['29 03', '03/29'],
  ['1 2029', '01/29'],
  ['1 ', '01/'],
  ['12/20', '12/20'],
  ['12/202', '12/202'],
  ['1220', '12/20'],
  ['ab', ''],
  ['13/28', '01/32'],
  ['0/', '0'],
  ['/', ''],
])('formats the expiry %j as %j', (text, shown) => {
  expect(formatExpiry(text)).toBe(shown);
  expect(formatExpiry(shown)).toBe(shown);
});

test('deleting an expiry from its end works', () => {
  let text = '12/28';
  const steps = [text];
  while (text !== '') steps.push((text = formatExpiry(text.slice(0, -1))));
  expect(steps).toEqual(['12/28', '12/2', '12/', '12', '1', '']);
});

test.each([
  ['12a345', '1234'],
  ['12', '12'],
  ['', ''],
])('formats the CVC %j as %j', (text, shown) => {
  expect(formatCvc(text)).toBe(shown);
});

test.each([
  ['11/26', '2026-11-30', false],
  ['11/26', '2026-12-01', true],
  ['10/26', '2026-11-01', true],
  ['01/27', '2026-12-31', false],
  ['12/25', '2026-01-01', true],
  ['01/99', '2026-11-20', false],
])('%s has expired on %s: %s', (expiry, today, expected) => {
  expect(isExpired(expiry, today)).toBe(expected);
});

test('checks length and check digit even when the provider takes every brand', () => {
  expect(numberProblem('3782822463100052', ['amex'])).toBe('length');
  expect(numberProblem('6011111111111117', ['visa'])).toBe('brand');
  expect(numberProblem('6011111111111117', ['discover'])).toBeNull();
  expect(numberProblem('6011111111111118', ['discover'])).toBe('luhn');
});

test.each([
  ['032029', '03/29'],
  ['03/2029', '03/29'],
  ['0329', '03/29'],
  ['1229', '12/29'],
])('an expiry typed as %s, key by key, reads %s', (keys, shown) => {
  expect([...keys].reduce((text, key) => formatExpiry(text + key), '')).toBe(shown);
});
