import type { ValidationError } from 'yup';
import { LoginBody } from '../../../../contract/schemas/session';
import { compileValidator } from '../../../../server/platform/http/validation';
import { loginRules, toCredentials, type LoginValues } from '../../../../src/screens/Login/LoginForm';

const errorsOf = async (values: LoginValues) => {
  try {
    await loginRules.validate(values, { abortEarly: false });
    return [];
  } catch (error) {
    return (error as ValidationError).inner.map(({ path, errors }) => [path, errors[0]]);
  }
};

const good = { email: 'root@demo.test', password: 'Demo123!' };

describe('login form', () => {
  it.each([
    [good, []],
    [{ ...good, email: ' root@demo.test ' }, []],
    [{ ...good, password: '123456' }, []],
    [{ ...good, password: 'x'.repeat(16) }, []],
    [{ ...good, email: 'root@demo' }, [['email', 'validation.email']]],
    [{ ...good, email: 'root demo.test' }, [['email', 'validation.email']]],
    [{ ...good, password: '12345' }, [['password', { id: 'validation.tooShort', values: { min: 6 } }]]],
    [{ ...good, password: 'x'.repeat(17) }, [['password', { id: 'validation.tooLong', values: { max: 16 } }]]],
  ])('validates %j', async (values, expected) => {
    expect(await errorsOf(values)).toMatchObject(expected);
  });

  const serverTakes = compileValidator({ schema: LoginBody, method: 'POST', url: '/', httpPart: 'body' });
  it.each([
    'a@b.co',
    "O'Brien+1@Shop.CO.UK",
    'şule@b.co',
    'a..b@b.co',
    'a.@b.co',
    'a@b_c.co',
    'a@-b.co',
    'a@b.co-',
    'a@b',
    '"a"@b.co',
    'a@kahveü.com',
    'a@b@c.co',
    'a b@c.co',
  ])('accepts the email %s exactly where the server does', async (email) => {
    const values = { ...good, email };
    const isTaken = (await errorsOf(values)).length === 0;
    expect(isTaken).toBe('value' in ((await serverTakes(values)) as object));
  });

  it('requires both fields', async () => {
    const errors = await errorsOf({ email: '', password: '' });
    expect(errors).toEqual(
      expect.arrayContaining([
        ['email', 'validation.required'],
        ['password', 'validation.required'],
      ]),
    );
  });

  it('trims the email and leaves the password unchanged', () => {
    expect(toCredentials({ email: ' a@b.co ', password: ' x ' })).toEqual({ email: 'a@b.co', password: ' x ' });
  });
});
