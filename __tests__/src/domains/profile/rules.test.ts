import { canEditProfile, fieldRequirement, hasTaxOffice } from '../../../../src/domains/profile';
import { isShownInForm } from '../../../../src/domains/kit/leave';
import { aUser } from '../../../support/builders';

test.each([
  ['company', true],
  ['root', true],
  ['branch', false],
  ['hr_account', false],
] as const)('%s may edit its profile: %s', (userType, may) => {
  expect(canEditProfile(aUser({ userType }))).toBe(may);
});

const field = (name: string, isActive: boolean, isRequired = false) => ({ name, isActive, isRequired });

test.each([
  ['named and active', [field('taxOffice', true)], 'taxOffice', 'optional'],
  ['named and required', [field('website', true, true)], 'website', 'required'],
  ['named and not active', [field('website', false, true)], 'website', 'hidden'],
  ['not named', [], 'companyAddress', 'optional'],
  ['tax office not named', [], 'taxOffice', 'hidden'],
  ['tax number not named', [], 'taxOfficeNumber', 'hidden'],
  ['a field that every profile needs', [field('phone', false)], 'phone', 'required'],
] as const)('%s', (_name, fields, name, demand) => {
  expect(fieldRequirement(fields, name)).toBe(demand);
});

test('shows the tax office only where it is active', () => {
  expect(hasTaxOffice([field('taxOffice', true)])).toBe(true);
  expect(hasTaxOffice([field('taxOffice', false)])).toBe(false);
  expect(hasTaxOffice([])).toBe(false);
});

test.each([
  ['invalid', true],
  ['network', true],
  ['limited', true],
  ['conflict', false],
  ['notFound', false],
  ['unknown', false],
] as const)('shows a failure of the kind %s in the form: %s', (kind, is) => {
  expect(isShownInForm({ kind, key: 'k', requestId: null, status: 0 })).toBe(is);
});
