import { object } from 'yup';
import { emailRule } from '../../lib/rules';

/** Spec 1, point 5. */
export const forgetSchema = object({ email: emailRule() });

export const emptyForget = { email: '' };
export type ForgetValues = typeof emptyForget;
