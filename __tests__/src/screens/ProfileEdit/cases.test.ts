import { profileSchema } from '../../../../src/screens/ProfileEdit/form';
import type { ProfileValues } from '../../../../src/domains/profile';
import { formErrors } from '../../../support/formErrors';
import type { Refusal } from '../../../support/validationCases/hr';
import { PROFILE_BODY, PROFILE_CASES } from '../../../support/validationCases/profile';

const fields = ['taxOffice', 'taxOfficeNumber'].map((name) => ({ name, isActive: true, isRequired: false }));
const place = { name: 'Kadıköy, İstanbul', latitude: 40.99, longitude: 29.03 };

const valuesOf = ({ location, ...rest }: typeof PROFILE_BODY): ProfileValues => ({
  ...rest,
  taxOffice: null,
  location: location ? place : null,
});

const SAID: Record<Refusal, unknown[]> = {
  required: ['validation.required'],
  email: ['validation.email'],
  invalid: ['validation.phone', 'validation.integer'],
  tooLong: [255, 1000].map((max) => ({ id: 'validation.tooLong', values: { max } })),
};

// The server's tests use the same table: __tests__/server/account/validation.test.ts.
it.each(PROFILE_CASES.map((one) => [one.name, one] as const))('%s', async (_, { change, field, refusal }) => {
  const errors = await formErrors(profileSchema(fields), valuesOf({ ...PROFILE_BODY, ...change }));
  if (field === null) return expect(errors).toEqual({});
  expect(Object.keys(errors)).toEqual([field]);
  expect(SAID[refusal!]).toContainEqual(errors[field as keyof ProfileValues]);
});
