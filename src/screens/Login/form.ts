import { object, string } from 'yup';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../../contract/constants/limits';

/** The server's `email` format: what it would refuse is said at the field. A test holds the two together. */
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;

const message = (id: string) => (params: { min?: number; max?: number }) => ({ id, values: params });

/** Rules of the login form. Spec 1, point 5. */
export const loginSchema = object({
  email: string()
    .trim()
    .required('validation.required')
    .matches(EMAIL, 'validation.email')
    .max(EMAIL_MAX, message('validation.tooLong')),
  password: string()
    .required('validation.required')
    .min(PASSWORD_MIN, message('validation.tooShort'))
    .max(PASSWORD_MAX, message('validation.tooLong')),
});

export const emptyLogin = { email: '', password: '' };
export type LoginValues = typeof emptyLogin;

/** What the form sends: the email without the blanks that a phone's keyboard adds. */
export const toCredentials = ({ email, password }: LoginValues): LoginValues => ({ email: email.trim(), password });
