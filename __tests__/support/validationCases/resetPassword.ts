import type { PasswordCase } from './register';

export const RESET_BODY = { firstPassword: 'Secret12', secondPassword: 'Secret12' };

const both = (password: string) => ({ firstPassword: password, secondPassword: password });

/**
 * Cases that the form and the server must decide alike. Unequal passwords are an error on both fields, which the
 * server checks last.
 */
export const RESET_CASES: readonly PasswordCase[] = [
  { name: 'a valid body', change: {}, field: null },
  { name: 'no first password', change: { firstPassword: '' }, field: 'firstPassword', refusal: 'required' },
  { name: 'no second password', change: { secondPassword: '' }, field: 'secondPassword', refusal: 'required' },
  { name: 'passwords of 5', change: both('12345'), field: 'firstPassword', refusal: 'tooShort' },
  { name: 'passwords of 6', change: both('123456'), field: null },
  { name: 'passwords of 16', change: both('x'.repeat(16)), field: null },
  { name: 'passwords of 17', change: both('x'.repeat(17)), field: 'firstPassword', refusal: 'tooLong' },
];

/** Two valid passwords that differ. */
export const UNEQUAL = { firstPassword: 'Secret12', secondPassword: 'Secret13' };
