import type { Schema } from 'yup';
import {
  chosenRule,
  emailRule,
  integerRule,
  optionalText,
  phoneDigits,
  phoneRule,
  requiredText,
} from '../../../src/lib/rules';

const errorOf = (schema: Schema, value: unknown): unknown => {
  try {
    schema.validateSync(value);
    return null;
  } catch (error) {
    return (error as { errors: unknown[] }).errors[0];
  }
};

it.each([
  ['5321234567', null],
  ['', 'validation.required'],
  ['532123456', 'validation.phone'],
  ['53212345678', 'validation.phone'],
  ['532123456a', 'validation.phone'],
])('validates the phone %j: %j', (value, expected) => expect(errorOf(phoneRule(), value)).toEqual(expected));

it.each([
  ['iletisim@firma.com', null],
  [' ILETISIM@firma.com ', null],
  ['İLETİŞİM@firma.com', { id: 'validation.emailLetter', values: { letter: 'Ş' } }],
  ['ad@fırça.com', { id: 'validation.emailLetter', values: { letter: 'ç' } }],
  ['ad,soyad@firma.com', { id: 'validation.emailLetter', values: { letter: ',' } }],
  ['ad😀@firma.com', { id: 'validation.emailLetter', values: { letter: '😀' } }],
  ['ad soyad@firma.com', 'validation.email'],
  ['ad@firma', 'validation.email'],
])('validates the email %j: %j', (value, expected) => expect(errorOf(emailRule(), value)).toEqual(expected));

it.each([
  ['12', null],
  ['-12', null],
  ['', null],
  [null, null],
  ['1.5', 'validation.integer'],
  ['--1', 'validation.integer'],
  ['12345', { id: 'validation.tooLong', values: { max: 4 } }],
])('validates the integer %j: %j', (value, expected) => expect(errorOf(integerRule(4), value)).toEqual(expected));

it.each([
  ['a', null],
  ['   ', 'validation.required'],
  ['', 'validation.required'],
  ['abcd', { id: 'validation.tooLong', values: { max: 3 } }],
])('validates the required text %j: %j', (value, expected) =>
  expect(errorOf(requiredText(3), value)).toEqual(expected),
);

it.each([
  [null, null],
  ['', null],
  ['abcd', { id: 'validation.tooLong', values: { max: 3 } }],
])('validates the optional text %j: %j', (value, expected) =>
  expect(errorOf(optionalText(3), value)).toEqual(expected),
);

it.each([
  [null, 'validation.required'],
  [{ name: 'x' }, null],
])('validates the choice %j: %j', (value, expected) => expect(errorOf(chosenRule(), value)).toEqual(expected));

it.each([
  ['5321234567', '90', '5321234567'],
  ['532 123 45 67', '90', '5321234567'],
  ['(532) 123-45-67', '90', '5321234567'],
  ['+90 532 123 45 67', '90', '5321234567'],
  ['+90532', '+90', '532'],
  ['0090 532 123 45 67', '90', '5321234567'],
  ['905321234567', '90', '5321234567'],
  ['0532 123 45 67', '90', '5321234567'],
  ['0', '90', ''],
  ['9012345678', '90', '9012345678'],
  ['53212345678901', '90', '5321234567'],
  ['abc', '90', ''],
  ['+34 612 345 678', '34', '612345678'],
  ['٠٥٣٢ ١١١ ٢٢ ٣٣', '90', '5321112233'],
  ['+۹۰ ۵۳۲ ۱۱۱ ۲۲ ۳۳', '90', '5321112233'],
])('the digits of %j in +%s are %j', (text, code, digits) => expect(phoneDigits(text, code)).toBe(digits));
