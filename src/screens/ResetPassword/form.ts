import { object } from 'yup';
import { passwordRule } from '../../lib/rules';

export const emptyReset = { firstPassword: '', secondPassword: '' };
export type ResetValues = typeof emptyReset;

/** Rules of both passwords; `validateReset` checks that they are equal: docs/PRODUCT.md#new-password. */
export const resetSchema = object({ firstPassword: passwordRule(), secondPassword: passwordRule() });

/** Returns an error on both fields if the passwords differ; nothing while one is empty. */
export const validateReset = ({ firstPassword, secondPassword }: ResetValues): Partial<ResetValues> =>
  firstPassword === '' || secondPassword === '' || firstPassword === secondPassword
    ? {}
    : { firstPassword: 'validation.notEqual', secondPassword: 'validation.notEqual' };
