import { COMPANY_CASES } from './company';
import type { ValidationCase } from './hr';

/** A valid body of a changed profile with an unchanged phone; `phone` is the account's own. */
export const PROFILE_BODY = {
  firstName: 'Zeynep',
  lastName: 'Korkmaz',
  email: 'zeynep@example.com',
  phone: '5321234567',
  location: '40.99, 29.03',
  commercialTitle: 'Mavi Fincan Gıda Ltd. Şti.',
  website: 'https://mavifincan.example',
  companyAddress: 'Moda Caddesi 1',
  taxOfficeNumber: '1234567890',
};

const LONG = 'x'.repeat(256);

/** Cases that the form (with an active tax office) and the server must decide alike (docs/PRODUCT.md#profile-form). */
export const PROFILE_CASES: readonly ValidationCase[] = [
  { name: 'a valid body', change: {}, field: null },
  { name: 'no first name', change: { firstName: '' }, field: 'firstName', refusal: 'required' },
  { name: 'a first name of blanks', change: { firstName: '  ' }, field: 'firstName', refusal: 'required' },
  { name: 'a first name of 255', change: { firstName: 'x'.repeat(255) }, field: null },
  { name: 'a first name of 256', change: { firstName: LONG }, field: 'firstName', refusal: 'tooLong' },
  { name: 'markup as a name', change: { firstName: '<b>Zeynep</b>' }, field: null },
  { name: 'no last name', change: { lastName: '' }, field: 'lastName', refusal: 'required' },
  { name: 'a last name of 256', change: { lastName: LONG }, field: 'lastName', refusal: 'tooLong' },
  { name: 'no email', change: { email: '' }, field: 'email', refusal: 'required' },
  { name: 'an email without a domain', change: { email: 'zeynep@' }, field: 'email', refusal: 'email' },
  { name: 'no phone', change: { phone: '' }, field: 'phone', refusal: 'required' },
  { name: 'a phone of 9 digits', change: { phone: '532123456' }, field: 'phone', refusal: 'invalid' },
  { name: 'a phone of 11 digits', change: { phone: '53212345678' }, field: 'phone', refusal: 'invalid' },
  { name: 'no location', change: { location: '' }, field: 'location', refusal: 'required' },
  ...COMPANY_CASES,
];
