import { object } from 'yup';
import { emailRule } from '../../lib/rules';

export const forgetSchema = object({ email: emailRule() });

export const emptyForget = { email: '' };
export type ForgetValues = typeof emptyForget;
