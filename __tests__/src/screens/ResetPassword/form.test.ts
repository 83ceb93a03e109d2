import { ResetPasswordBody } from '../../../../contract/schemas/account';
import { compileValidator } from '../../../../server/platform/http/validation';
import { resetSchema, validateReset } from '../../../../src/screens/ResetPassword/form';
import { formErrors } from '../../../support/formErrors';
import { RESET_BODY, RESET_CASES, UNEQUAL } from '../../../support/validationCases/resetPassword';

const serverTakes = compileValidator({ schema: ResetPasswordBody, method: 'POST', url: '/', httpPart: 'body' });

it.each(RESET_CASES.map((one) => [one.name, one] as const))('%s', async (_, { change, field }) => {
  const body = { ...RESET_BODY, ...change };
  const errors = await formErrors(resetSchema, body);
  const byServer = (await serverTakes(body)) as { error?: unknown };
  if (field === null) {
    expect(errors).toEqual({});
    expect(byServer.error).toBeUndefined();
  } else {
    expect(Object.keys(errors)).toContain(field);
    expect(JSON.stringify(byServer.error)).toContain(`"${field}"`);
  }
});

it('reports unequal passwords at both fields', () => {
  const text = 'validation.notEqual';
  expect(validateReset(UNEQUAL)).toEqual({ firstPassword: text, secondPassword: text });
  expect(validateReset(RESET_BODY)).toEqual({});
  expect(validateReset({ firstPassword: 'a', secondPassword: '' })).toEqual({});
});
