import type { AnyObjectSchema } from 'yup';
import { branchSchema, fromBranch, toBody } from '../../../../src/screens/Branches/BranchForm';
import { fromAccount, hrSchema, toBody as toHrBody } from '../../../../src/screens/Profile/HrStaff/HrStaff';
import { placeOf } from '../../../../src/lib/location';
import { aBranch, anHrAccount } from '../../../support/staff';
import { BRANCH_BODY, BRANCH_CASES } from '../../../support/validationCases/branch';
import { HR_BODY, HR_CASES, type Refusal, type ValidationCase } from '../../../support/validationCases/hr';

const TAX = ['taxOffice', 'taxOfficeNumber'].map((name) => ({ name, isActive: true, isRequired: false }));

const MESSAGES: Record<Refusal, string> = {
  required: 'validation.required',
  invalid: 'validation.integer',
  email: 'validation.email',
  tooLong: 'validation.tooLong',
};

const problemsOf = async (schema: AnyObjectSchema, values: object): Promise<Record<string, unknown>> => {
  try {
    await schema.validate(values, { abortEarly: false });
    return {};
  } catch (error) {
    const { inner } = error as { inner: { path: string; message: unknown }[] };
    return Object.fromEntries(
      inner.reverse().map(({ path, message }) => [path, (message as { id?: string }).id ?? message]),
    );
  }
};

const named = (cases: readonly ValidationCase[]) => cases.map((one) => [one.name, one] as const);
const expected = ({ field, refusal }: ValidationCase) => (field ? { [field]: MESSAGES[refusal!] } : {});

test.each(named(BRANCH_CASES))('branch: %s', async (_name, one) => {
  const body: Record<string, unknown> = { ...BRANCH_BODY, ...one.change };
  const values = { ...fromBranch(null), ...body, location: placeOf(body.location as string) };
  expect(await problemsOf(branchSchema(TAX), values)).toEqual(expected(one));
});

test.each(named(HR_CASES))('HR: %s', async (_name, one) => {
  expect(await problemsOf(hrSchema, { ...HR_BODY, ...one.change })).toEqual(expected(one));
});

test('fields that the company’s form hides are neither validated nor sent', async () => {
  const values = { ...fromBranch(aBranch()), taxOfficeNumber: 'letters' };
  expect(await problemsOf(branchSchema([]), values)).toEqual({});
  expect(toBody(values, [])).not.toHaveProperty('taxOfficeNumber');
  expect(toBody({ ...values, taxOffice: { id: 3, name: 'Kadıköy' }, taxOfficeNumber: ' ' }, TAX)).toMatchObject({
    taxOffice: 3,
    taxOfficeNumber: null,
    location: '40.99, 29.03',
    website: null,
  });
});

test('maps a person to the form and back, with trimmed names', () => {
  expect(toHrBody({ ...fromAccount(anHrAccount()), firstName: ' Ada ' })).toEqual({
    firstName: 'Ada',
    lastName: 'Korkmaz',
    email: 'zeynep@example.com',
  });
});

test.each([
  ['40.99, 29.03', { latitude: 40.99, longitude: 29.03, name: '40.99, 29.03' }],
  ['', null],
  ['40', null],
  ['a, b', null],
  ['1, 2, 3', null],
  [null, null],
])('reads the position %s', (text, place) => {
  expect(placeOf(text)).toEqual(place);
});
