import { placeAt } from '../../../../src/lib/location';
import { differs, fromUser, profileSchema, toBody } from '../../../../src/screens/ProfileEdit/form';
import type { ProfileValues } from '../../../../src/domains/profile';
import { aUser } from '../../../support/builders';

const tax = (isActive: boolean, isRequired = false) => [
  { name: 'taxOffice', isActive, isRequired },
  { name: 'taxOfficeNumber', isActive, isRequired },
];

const company = aUser({
  userType: 'company',
  location: { latitude: 40.98, longitude: 29.02, name: 'Moda, Kadıköy' },
  taxOffice: { id: 3, name: 'Kadıköy' },
  taxOfficeNumber: '123',
});
const values = fromUser(company);
const change = (given: Partial<ProfileValues>): ProfileValues => ({ ...values, ...given });

const problems = async (given: ProfileValues, fields = tax(true)): Promise<Record<string, unknown>> => {
  try {
    await profileSchema(fields).validate(given, { abortEarly: false });
    return {};
  } catch (error) {
    const { inner } = error as { inner: { path: string; message: unknown }[] };
    return Object.fromEntries(inner.map(({ path, message }) => [path, message]));
  }
};

test.each<[string, Partial<ProfileValues>, string | null]>([
  ['unchanged', {}, null],
  ['no first name', { firstName: '  ' }, 'firstName'],
  ['a long last name', { lastName: 'x'.repeat(256) }, 'lastName'],
  ['no email', { email: '' }, 'email'],
  ['a wrong email', { email: 'a@b' }, 'email'],
  ['nine digits', { phone: '532111223' }, 'phone'],
  ['no place', { location: null }, 'location'],
  ['a tax number of letters', { taxOfficeNumber: '12a' }, 'taxOfficeNumber'],
  ['a negative tax number', { taxOfficeNumber: '-12' }, null],
  ['a long commercial title', { commercialTitle: 'x'.repeat(256) }, 'commercialTitle'],
  ['a long website', { website: 'x'.repeat(256) }, 'website'],
  ['the longest address', { companyAddress: 'x'.repeat(1000) }, null],
  ['a longer address', { companyAddress: 'x'.repeat(1001) }, 'companyAddress'],
])('%s', async (_name, given, field) => {
  expect(Object.keys(await problems(change(given)))).toEqual(field ? [field] : []);
});

test('requires the fields that the form definition requires, and ignores those that it hides', async () => {
  const empty = change({ taxOffice: null, taxOfficeNumber: '' });
  expect(Object.keys(await problems(empty, tax(true, true))).sort()).toEqual(['taxOffice', 'taxOfficeNumber']);
  expect(await problems(change({ taxOfficeNumber: 'letters' }), tax(false))).toEqual({});
  const demanded = [{ name: 'website', isActive: true, isRequired: true }];
  expect(Object.keys(await problems(change({ website: '' }), demanded))).toEqual(['website']);
});

test('builds the request body', () => {
  const sent = { fields: tax(true), photo: null, phoneVerifyCode: null };
  expect(toBody(change({ firstName: ' Ada ', website: ' ' }), sent)).toEqual({
    firstName: 'Ada',
    lastName: 'Kaya',
    email: 'deniz@moda.test',
    phone: '5321112233',
    location: '40.98, 29.02',
    commercialTitle: null,
    website: null,
    companyAddress: null,
    taxOffice: 3,
    taxOfficeNumber: '123',
    formData: tax(true),
  });
  const hidden = toBody(values, { fields: tax(false), photo: 'data:image/jpeg;base64,AA', phoneVerifyCode: 'proof' });
  expect(hidden).toMatchObject({ image: 'data:image/jpeg;base64,AA', phoneVerifyCode: 'proof' });
  expect(hidden).not.toHaveProperty('taxOffice');
  expect(hidden).not.toHaveProperty('taxOfficeNumber');
});

test('a form is changed once a value differs', () => {
  expect(differs(values, company)).toBe(false);
  expect(differs(fromUser(aUser()), aUser())).toBe(false);
  expect(differs(change({ taxOffice: null }), company)).toBe(true);
  expect(differs(change({ location: { ...values.location!, latitude: 41 } }), company)).toBe(true);
});

test('names a moved pin after the nearest place', () => {
  const places = [
    { name: 'Kadıköy', latitude: 40.99, longitude: 29.03 },
    { name: 'Beşiktaş', latitude: 41.04, longitude: 29.0 },
  ];
  expect(placeAt({ latitude: 41.03, longitude: 29.01 }, places).name).toBe('Beşiktaş');
  expect(placeAt({ latitude: 41.03, longitude: 29.01 }, []).name).toBe('41.03, 29.01');
});
