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
  { name: 'a tax office number of digits', change: { taxOfficeNumber: '1234567890' }, field: null },
  { name: 'a tax office number with a minus sign', change: { taxOfficeNumber: '-12' }, field: null },
  {
    name: 'a tax office number of letters',
    change: { taxOfficeNumber: '12a' },
    field: 'taxOfficeNumber',
    refusal: 'invalid',
  },
  {
    name: 'a tax office number with a point',
    change: { taxOfficeNumber: '1.5' },
    field: 'taxOfficeNumber',
    refusal: 'invalid',
  },
  { name: 'a tax office number of 255', change: { taxOfficeNumber: '1'.repeat(255) }, field: null },
  {
    name: 'a tax office number of 256',
    change: { taxOfficeNumber: '1'.repeat(256) },
    field: 'taxOfficeNumber',
    refusal: 'tooLong',
  },
  { name: 'a commercial title of 255', change: { commercialTitle: 'x'.repeat(255) }, field: null },
  {
    name: 'a commercial title of 256',
    change: { commercialTitle: LONG },
    field: 'commercialTitle',
    refusal: 'tooLong',
  },
  { name: 'a website of 256', change: { website: LONG }, field: 'website', refusal: 'tooLong' },
  { name: 'an address of 1000', change: { companyAddress: 'x'.repeat(1000) }, field: null },
  {
    name: 'an address of 1001',
    change: { companyAddress: 'x'.repeat(1001) },
    field: 'companyAddress',
    refusal: 'tooLong',
  },
];
