import { object } from 'yup';
import { emailRule, passwordRule } from '../../lib/rules';

/** Rules of the login form. Spec 1, point 5. */
export const loginSchema = object({ email: emailRule(), password: passwordRule() });

export const emptyLogin = { email: '', password: '' };
export type LoginValues = typeof emptyLogin;

/** What the form sends: the email without the blanks that a phone's keyboard adds. */
export const toCredentials = ({ email, password }: LoginValues): LoginValues => ({ email: email.trim(), password });
