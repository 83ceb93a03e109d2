import type { PasswordCase } from './register';

/** A right body of a new password. */
export const RESET_BODY = { firstPassword: 'Secret12', secondPassword: 'Secret12' };

const both = (password: string) => ({ firstPassword: password, secondPassword: password });

/** Run against the form and against the server. Unequal passwords are refused on both fields, by the server last. */
export const RESET_CASES: readonly PasswordCase[] = [
  { name: 'all as it should be', change: {}, field: null },
  { name: 'no first password', change: { firstPassword: '' }, field: 'firstPassword', refusal: 'required' },
  { name: 'no second password', change: { secondPassword: '' }, field: 'secondPassword', refusal: 'required' },
  { name: 'passwords of 5', change: both('12345'), field: 'firstPassword', refusal: 'tooShort' },
  { name: 'passwords of 6', change: both('123456'), field: null },
  { name: 'passwords of 16', change: both('x'.repeat(16)), field: null },
  { name: 'passwords of 17', change: both('x'.repeat(17)), field: 'firstPassword', refusal: 'tooLong' },
];

/** Passwords that fit by themselves and not together. */
export const UNEQUAL = { firstPassword: 'Secret12', secondPassword: 'Secret13' };
