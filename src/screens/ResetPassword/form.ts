import { object } from 'yup';
import { passwordRule } from '../../lib/rules';

export const emptyReset = { firstPassword: '', secondPassword: '' };
export type ResetValues = typeof emptyReset;

/** Spec 1, point 5: the two must be equal, and both say so if they are not. `validateReset` holds them together. */
export const resetSchema = object({ firstPassword: passwordRule(), secondPassword: passwordRule() });

/** The error of two different passwords, on both; nothing while one of them is missing. */
export const validateReset = ({ firstPassword, secondPassword }: ResetValues): Partial<ResetValues> =>
  firstPassword === '' || secondPassword === '' || firstPassword === secondPassword
    ? {}
    : { firstPassword: 'validation.notEqual', secondPassword: 'validation.notEqual' };
