import { object } from 'yup';
import { emailRule, passwordRule } from '../../lib/rules';

export const loginSchema = object({ email: emailRule(), password: passwordRule() });

export const emptyLogin = { email: '', password: '' };
export type LoginValues = typeof emptyLogin;

/** Returns the request body; the email loses the spaces that a phone's keyboard adds. */
export const toCredentials = ({ email, password }: LoginValues): LoginValues => ({ email: email.trim(), password });
