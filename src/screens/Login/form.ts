import { object, string } from 'yup';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../../contract/constants/limits';

/** A name, an @ and a domain with a dot: what the server's `email` format asks for as well. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

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
