import { object } from 'yup';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../contract/constants/limits';
import { passwordRule } from '../../lib/rules';

export const emptyReset = { firstPassword: '', secondPassword: '' };
export type ResetValues = typeof emptyReset;

/** Rules of both passwords; `validateReset` checks that they are equal: docs/PRODUCT.md#new-password. */
export const resetSchema = object({ firstPassword: passwordRule(), secondPassword: passwordRule() });

const hasLength = (password: string): boolean => password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX;

/** Returns an error on both fields if the passwords differ. A password of a wrong length has its own error first. */
export const validateReset = ({ firstPassword, secondPassword }: ResetValues): Partial<ResetValues> =>
  !hasLength(firstPassword) || !hasLength(secondPassword) || firstPassword === secondPassword
    ? {}
    : { firstPassword: 'validation.notEqual', secondPassword: 'validation.notEqual' };
