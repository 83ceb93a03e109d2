import type { ValidationCase } from './hr';

const LONG = 'x'.repeat(256);

/** Cases of the fields that a branch and a profile have in common. */
export const COMPANY_CASES: readonly ValidationCase[] = [
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
