import { RegisterBody } from '../../../../contract/schemas/account';
import { compileValidator } from '../../../../server/platform/http/validation';
import {
  codeFor,
  emptyDraft,
  readRoute,
  registerSchema,
  toDraft,
  toField,
  toRequest,
  type RegisterValues,
} from '../../../../src/screens/Register/RegisterForm';
import { formErrors } from '../../../support/formErrors';
import { REGISTER_BODY, REGISTER_CASES, type PasswordCase } from '../../../support/validationCases/register';

const place = { name: 'Kadıköy, İstanbul', latitude: 40.99, longitude: 29.03 };

const valuesOf = ({ location, country, ...rest }: typeof REGISTER_BODY): RegisterValues => ({
  ...rest,
  country: country ? String(country) : '',
  place: location ? place : null,
});
const good = valuesOf(REGISTER_BODY);

const serverTakes = compileValidator({ schema: RegisterBody, method: 'PUT', url: '/', httpPart: 'body' });

const SAID: Record<NonNullable<PasswordCase['refusal']>, unknown[]> = {
  required: ['validation.required'],
  email: ['validation.email', { id: 'validation.emailLetter', values: { letter: 'ş' } }],
  invalid: ['validation.phone', 'validation.agreement'],
  tooShort: [{ id: 'validation.tooShort', values: { min: 6 } }],
  tooLong: [255, 254, 16].map((max) => ({ id: 'validation.tooLong', values: { max } })),
};

describe('validation cases of the form', () => {
  it.each(REGISTER_CASES.map((one) => [one.name, one] as const))('%s', async (_, { change, field, refusal }) => {
    const body = { ...REGISTER_BODY, ...change };
    const errors = await formErrors(registerSchema, valuesOf(body));
    const byServer = (await serverTakes({ ...body, phoneVerifyCode: 'proof' })) as { error?: { children?: object } };
    if (field === null) {
      expect(errors).toEqual({});
      expect(byServer.error).toBeUndefined();
      return;
    }
    const name = toField(field) as keyof RegisterValues;
    expect(Object.keys(errors)).toEqual([name]);
    expect(SAID[refusal!]).toContainEqual(errors[name]);
    expect(JSON.stringify(byServer.error)).toContain(`"${field}"`);
  });

  it('requires all fields', async () => {
    const errors = await formErrors(registerSchema, { ...emptyDraft, password: '' });
    expect(Object.keys(errors).sort()).toEqual(Object.keys(good).sort());
  });
});

describe('the request body', () => {
  it('matches the contract', async () => {
    const body = toRequest({ ...good, email: ' zeynep@example.com ', companyName: ' Mavi Fincan ' }, 'proof');
    expect(body).toEqual({ ...REGISTER_BODY, phoneVerifyCode: 'proof' });
    expect(await serverTakes(body)).toHaveProperty('value');
  });

  it.each([
    [{ latitude: 41, longitude: 29 }, '41, 29'],
    [{ latitude: 40.987654321, longitude: -0.0000001 }, '40.987654, 0'],
    [{ latitude: -33.5, longitude: 151.25 }, '-33.5, 151.25'],
  ])('turns %j into %j', async (point, location) => {
    const body = toRequest({ ...good, place: { name: '', ...point } }, 'p');
    expect(body.location).toBe(location);
    expect(await serverTakes(body)).toHaveProperty('value');
  });
});

describe('the route state', () => {
  const draft = toDraft(good);
  const proof = { phone: draft.phone, country: '1', phoneVerifyCode: 'p' };
  it.each([
    [null, { draft: null, proof: null }],
    ['text', { draft: null, proof: null }],
    [{ from: '/jobs' }, { draft: null, proof: null }],
    [{ phoneVerifyCode: 'p' }, { draft: null, proof: null }],
    [{ values: draft }, { draft, proof: null }],
    [
      { values: draft, phoneVerifyCode: 7 },
      { draft, proof: null },
    ],
    [
      { values: draft, phoneVerifyCode: 'p' },
      { draft, proof },
    ],
  ])('%j', (state, expected) => expect(readRoute(state)).toEqual(expected));

  it.each([
    [good, 'p'],
    [{ ...good, phone: '5551112233' }, null],
    [{ ...good, country: '2' }, null],
  ])('the proof is valid only for its own phone', (values, code) => expect(codeFor(proof, values)).toBe(code));

  it('contains no password', () => expect(JSON.stringify(draft)).not.toContain('Secret12'));
});
