import type { Refusal, ValidationCase } from './hr';

/** A case of a form with passwords, which may also be too short. */
export interface PasswordCase extends Omit<ValidationCase, 'refusal'> {
  refusal?: Refusal | 'tooShort';
}

/** A valid body of a registration without `phoneVerifyCode`, which is no form field. */
export const REGISTER_BODY = {
  companyName: 'Mavi Fincan',
  firstName: 'Zeynep',
  lastName: 'Korkmaz',
  email: 'zeynep@example.com',
  password: 'Secret12',
  phone: '5321234567',
  country: 1,
  location: '40.99, 29.03',
  agreement: true,
};

const LONG = 'x'.repeat(256);

/** Cases that the form and the server must decide alike (docs/PRODUCT.md#registration). */
export const REGISTER_CASES: readonly PasswordCase[] = [
  { name: 'a valid body', change: {}, field: null },
  { name: 'no company name', change: { companyName: '' }, field: 'companyName', refusal: 'required' },
  { name: 'a company name of blanks', change: { companyName: '  ' }, field: 'companyName', refusal: 'required' },
  { name: 'a company name of 255', change: { companyName: 'x'.repeat(255) }, field: null },
  { name: 'a company name of 256', change: { companyName: LONG }, field: 'companyName', refusal: 'tooLong' },
  { name: 'markup as a company name', change: { companyName: '<b>Fincan</b>' }, field: null },
  { name: 'no first name', change: { firstName: '' }, field: 'firstName', refusal: 'required' },
  { name: 'a first name of 256', change: { firstName: LONG }, field: 'firstName', refusal: 'tooLong' },
  { name: 'no last name', change: { lastName: '' }, field: 'lastName', refusal: 'required' },
  { name: 'a last name of 256', change: { lastName: LONG }, field: 'lastName', refusal: 'tooLong' },
  { name: 'no email', change: { email: '' }, field: 'email', refusal: 'required' },
  { name: 'an email without a domain', change: { email: 'zeynep@' }, field: 'email', refusal: 'email' },
  {
    name: 'an email with letters outside ASCII',
    change: { email: 'şule@b.co' },
    field: 'email',
    refusal: 'email',
  },
  {
    name: 'an email of 255',
    change: { email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(61)}.com.uk` },
    field: 'email',
    refusal: 'tooLong',
  },
  { name: 'no phone', change: { phone: '' }, field: 'phone', refusal: 'required' },
  { name: 'a phone of 9 digits', change: { phone: '532123456' }, field: 'phone', refusal: 'invalid' },
  { name: 'a phone of 11 digits', change: { phone: '53212345678' }, field: 'phone', refusal: 'invalid' },
  { name: 'a phone with a letter', change: { phone: '532123456a' }, field: 'phone', refusal: 'invalid' },
  { name: 'no password', change: { password: '' }, field: 'password', refusal: 'required' },
  { name: 'a password of 5', change: { password: '12345' }, field: 'password', refusal: 'tooShort' },
  { name: 'a password of 6', change: { password: '123456' }, field: null },
  { name: 'a password of 16', change: { password: 'x'.repeat(16) }, field: null },
  { name: 'a password of 17', change: { password: 'x'.repeat(17) }, field: 'password', refusal: 'tooLong' },
  { name: 'a password of blanks', change: { password: '      ' }, field: null },
  { name: 'no location', change: { location: '' }, field: 'location', refusal: 'required' },
  { name: 'no agreement', change: { agreement: false }, field: 'agreement', refusal: 'invalid' },
];
