import { COMPANY_CASES } from './company';
import type { ValidationCase } from './hr';

export const BRANCH_BODY = {
  companyName: 'Mavi Fincan Bornova',
  firstName: 'Zeynep',
  lastName: 'Korkmaz',
  email: 'bornova@example.com',
  location: '38.46900, 27.21700',
};

const LONG = 'x'.repeat(256);

/** Cases that the form and the server must decide alike (docs/PRODUCT.md#branches). */
export const BRANCH_CASES: readonly ValidationCase[] = [
  { name: 'a valid body', change: {}, field: null },
  { name: 'no company name', change: { companyName: '' }, field: 'companyName', refusal: 'required' },
  { name: 'a company name of blanks', change: { companyName: '  ' }, field: 'companyName', refusal: 'required' },
  { name: 'a company name of 256', change: { companyName: LONG }, field: 'companyName', refusal: 'tooLong' },
  { name: 'no first name', change: { firstName: '' }, field: 'firstName', refusal: 'required' },
  { name: 'no last name', change: { lastName: '' }, field: 'lastName', refusal: 'required' },
  { name: 'no email', change: { email: '' }, field: 'email', refusal: 'required' },
  { name: 'an email without a domain', change: { email: 'bornova@' }, field: 'email', refusal: 'email' },
  { name: 'no location', change: { location: '' }, field: 'location', refusal: 'required' },
  ...COMPANY_CASES,
];
