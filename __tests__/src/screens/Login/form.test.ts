import type { ValidationError } from 'yup';
import { loginSchema, toCredentials } from '../../../../src/screens/Login/form';

const errorsOf = async (values: object) => {
  try {
    await loginSchema.validate(values, { abortEarly: false });
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
  ])('judges %j', async (values, expected) => {
    expect(await errorsOf(values)).toMatchObject(expected);
  });

  it('asks for both fields', async () => {
    const errors = await errorsOf({ email: '', password: '' });
    expect(errors).toEqual(
      expect.arrayContaining([
        ['email', 'validation.required'],
        ['password', 'validation.required'],
      ]),
    );
  });

  it('sends the email without the blanks around it, and the password as it is', () => {
    expect(toCredentials({ email: ' a@b.co ', password: ' x ' })).toEqual({ email: 'a@b.co', password: ' x ' });
  });
});
